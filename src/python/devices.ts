/** Which device a run gets, and why. */
import type { DeviceLimits } from "../compiler/ir/launch-facts.ts";
import { CpuDevice, type Heap } from "../runtime/cpu/device.ts";
import type { Device } from "../runtime/device.ts";
import { NoGpu, type OpenedGpu, openGpu } from "../runtime/webgpu/adapter.ts";
import { WebGpuDevice } from "../runtime/webgpu/device.ts";
import { CPU_LIMITS } from "./launch-facts.ts";
import type { Target } from "./compile-service.ts";

export interface ChosenDevice {
  readonly device: Device;
  readonly limits: DeviceLimits;
  readonly target: Target;
  /** Blocks along one axis that one submission can have; null: any number. */
  readonly mostBlocks: number | null;
}

export interface DeviceOptions {
  readonly gpu: GPU | undefined;
  readonly heap: Heap;
  readonly mathImports: Readonly<Record<string, (...args: number[]) => number>>;
  readonly interrupted: () => boolean;
  readonly now: () => number;
  /** Python can wait for a promise (JSPI). */
  readonly canWait: boolean;
}

export type Wish = "auto" | "gpu" | "cpu";

/** WGSL for the view of kernels that ran on the CPU: what every WebGPU adapter can do. */
export const DEFAULT_GPU_LIMITS: DeviceLimits = {
  maxThreadsPerWorkgroup: 256,
  maxWorkgroupBytes: 16_384,
  maxStorageBuffers: 8,
  subgroups: false,
};

/** Opens devices on demand and keeps them for later runs; a lost one is replaced. */
export class DeviceShelf {
  readonly #options: DeviceOptions;
  #gpu: ChosenDevice | null = null;
  #software = false;
  #cpu: ChosenDevice | null = null;
  #cpuReason = "";

  constructor(options: DeviceOptions) {
    this.#options = options;
  }

  /** Throws `NoGpu` where the GPU was asked for and there is none. */
  async take(wish: Wish): Promise<ChosenDevice> {
    if (wish === "cpu") return this.#takeCpu("chosen");
    if (!this.#options.canWait) {
      const reason = "this browser has no JSPI, without which Python cannot wait for the GPU";
      if (wish === "gpu") throw new NoGpu(reason);
      return this.#takeCpu(`auto: ${reason}`);
    }
    try {
      const gpu = await this.#takeGpu(wish);
      if (wish === "gpu" || !this.#software) return gpu;
      return this.#takeCpu(
        `auto: the adapter (${gpu.device.report.name}) is a software one, which is slower`,
      );
    } catch (error) {
      if (wish === "gpu" || !(error instanceof NoGpu)) throw error;
      return this.#takeCpu(`auto: ${error.message}`);
    }
  }

  async #takeGpu(wish: Wish): Promise<ChosenDevice> {
    const known = this.#gpu;
    if (known && !(known.device instanceof WebGpuDevice && known.device.lost)) return known;
    const reason = wish === "gpu" ? "chosen" : "auto: there is a GPU";
    const opened: OpenedGpu = await openGpu(this.#options.gpu, reason);
    this.#software = opened.software;
    this.#gpu = {
      device: new WebGpuDevice(opened, this.#options.now),
      limits: opened.limits,
      target: "wgsl",
      mostBlocks: opened.device.limits.maxComputeWorkgroupsPerDimension,
    };
    return this.#gpu;
  }

  #takeCpu(reason: string): ChosenDevice {
    if (this.#cpu && this.#cpuReason === reason) return this.#cpu;
    const { heap, mathImports, interrupted, now } = this.#options;
    const device = new CpuDevice({ heap, mathImports, reason, interrupted, now });
    this.#cpu = { device, limits: CPU_LIMITS, target: "wasm", mostBlocks: null };
    this.#cpuReason = reason;
    return this.#cpu;
  }
}
