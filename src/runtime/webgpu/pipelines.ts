import type { WgslBinding, WgslProgram } from "../../compiler/ir/program.ts";

export interface LoadedPipeline {
  readonly pipeline: GPUComputePipeline;
  readonly layout: GPUBindGroupLayout;
  readonly id: number;
  readonly constants: ReadonlyMap<number, GPUBuffer>;
}

/** Pipelines by WGSL text: two specialisations that come to the same code share one. */
export class PipelineCache {
  readonly #device: GPUDevice;
  readonly #byText = new Map<string, LoadedPipeline>();
  readonly #byProgram = new WeakMap<WgslProgram, LoadedPipeline>();

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  get(program: WgslProgram): LoadedPipeline {
    let loaded = this.#byProgram.get(program) ?? this.#byText.get(program.text);
    if (!loaded) {
      loaded = this.#create(program);
      this.#byText.set(program.text, loaded);
    }
    this.#byProgram.set(program, loaded);
    return loaded;
  }

  #create(program: WgslProgram): LoadedPipeline {
    const device = this.#device;
    const layout = device.createBindGroupLayout({ entries: program.bindings.map(layoutEntry) });
    const pipeline = device.createComputePipeline({
      label: program.name,
      layout: device.createPipelineLayout({ bindGroupLayouts: [layout] }),
      compute: {
        module: device.createShaderModule({ label: program.name, code: program.text }),
        entryPoint: program.entryPoint,
      },
    });
    const constants = new Map<number, GPUBuffer>();
    for (const binding of program.bindings) {
      if (binding.kind === "constants") constants.set(binding.binding, this.#constantBuffer(binding.data));
    }
    return { pipeline, layout, id: this.#byText.size, constants };
  }

  #constantBuffer(data: Uint8Array): GPUBuffer {
    const size = Math.max(16, Math.ceil(data.length / 4) * 4);
    const buffer = this.#device.createBuffer({ size, usage: GPUBufferUsage.STORAGE, mappedAtCreation: true });
    new Uint8Array(buffer.getMappedRange()).set(data);
    buffer.unmap();
    return buffer;
  }
}

function layoutEntry(binding: WgslBinding): GPUBindGroupLayoutEntry {
  const visibility = GPUShaderStage.COMPUTE;
  switch (binding.kind) {
    case "uniform":
      return { binding: binding.binding, visibility, buffer: { type: "uniform", hasDynamicOffset: true } };
    case "array":
      return {
        binding: binding.binding,
        visibility,
        buffer: { type: binding.access === "read" ? "read-only-storage" : "storage" },
      };
    case "constants":
      return { binding: binding.binding, visibility, buffer: { type: "read-only-storage" } };
    case "notices":
      return { binding: binding.binding, visibility, buffer: { type: "storage" } };
  }
}
