import type { DeviceLimits } from "../../compiler/ir/launch-facts.ts";
import type { DeviceReport } from "../../session/run-report.ts";

export interface OpenedGpu {
  readonly device: GPUDevice;
  readonly report: DeviceReport;
  readonly limits: DeviceLimits;
  /** The adapter computes on the CPU: a plain loop in WebAssembly beats it. */
  readonly software: boolean;
}

/** Why there is no GPU device, in words for the user. */
export class NoGpu extends Error {
  constructor(message: string) {
    super(message);
    this.name = "NoGpu";
  }
}

const WANTED_FEATURES = ["timestamp-query", "subgroups", "shader-f16"] as const;

/** Limits that the report shows, by their WebGPU names. */
const SHOWN_LIMITS = [
  "maxBufferSize",
  "maxStorageBufferBindingSize",
  "maxStorageBuffersPerShaderStage",
  "maxComputeWorkgroupStorageSize",
  "maxComputeInvocationsPerWorkgroup",
  "maxComputeWorkgroupSizeX",
  "maxComputeWorkgroupSizeY",
  "maxComputeWorkgroupSizeZ",
  "maxComputeWorkgroupsPerDimension",
] as const;

/** Chrome quantises timestamps to this unless the WebGPU developer features are on. */
const QUANTISED_TIMESTAMP_NS = 100_000;

/** Opens the best adapter with all the limits it really has. Throws `NoGpu` with the reason. */
export async function openGpu(gpu: GPU | undefined, reason: string): Promise<OpenedGpu> {
  if (!gpu) throw new NoGpu("this browser has no WebGPU");
  const adapter = await gpu.requestAdapter({ powerPreference: "high-performance" });
  if (!adapter) throw new NoGpu("the browser offers no GPU adapter; it may have switched the GPU off");
  const features = WANTED_FEATURES.filter((feature) => adapter.features.has(feature));
  const device = await requestDevice(adapter, features);
  const limits: Record<string, number> = {};
  for (const name of SHOWN_LIMITS) limits[name] = device.limits[name];
  return {
    device,
    software: isSoftware(adapter.info),
    limits: {
      maxThreadsPerWorkgroup: Math.min(
        device.limits.maxComputeInvocationsPerWorkgroup,
        device.limits.maxComputeWorkgroupSizeX,
      ),
      maxWorkgroupBytes: device.limits.maxComputeWorkgroupStorageSize,
      maxStorageBuffers: device.limits.maxStorageBuffersPerShaderStage,
      subgroups: features.includes("subgroups"),
    },
    report: {
      kind: "gpu",
      name: `${adapterName(adapter.info)}, WebGPU`,
      reason,
      limits,
      features,
      timestampNs: features.includes("timestamp-query") ? QUANTISED_TIMESTAMP_NS : null,
    },
  };
}

async function requestDevice(adapter: GPUAdapter, features: readonly GPUFeatureName[]): Promise<GPUDevice> {
  const requiredLimits: Record<string, number> = {};
  for (const name of SHOWN_LIMITS) requiredLimits[name] = adapter.limits[name];
  try {
    return await adapter.requestDevice({ requiredFeatures: [...features], requiredLimits });
  } catch (error) {
    throw new NoGpu(`the adapter ${adapterName(adapter.info)} gave no device: ${String(error)}`);
  }
}

function adapterName(info: GPUAdapterInfo): string {
  return info.description || [info.vendor, info.architecture].filter(Boolean).join(" ") || "unnamed GPU";
}

function isSoftware(info: GPUAdapterInfo): boolean {
  return (
    info.isFallbackAdapter ||
    /swiftshader|llvmpipe|lavapipe|basic render|warp/i.test(`${info.architecture} ${info.description}`)
  );
}
