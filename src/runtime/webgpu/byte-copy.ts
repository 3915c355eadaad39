/**
 * Copies between buffers at any byte: WebGPU's own copies and writes want multiples of four. One thread a word of
 * the target, so that no two threads write one word.
 */
const WGSL = `
struct Copy { from_byte: u32, to_byte: u32, bytes: u32 }
@group(0) @binding(0) var<uniform> copy: Copy;
@group(0) @binding(1) var<storage, read> source: array<u32>;
@group(0) @binding(2) var<storage, read_write> target_words: array<u32>;

@compute @workgroup_size(64)
fn copy_bytes(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) groups: vec3u) {
  let word = copy.to_byte / 4u + id.x + id.y * groups.x * 64u;
  if (word * 4u >= copy.to_byte + copy.bytes) { return; }
  var value = target_words[word];
  for (var i = 0u; i < 4u; i++) {
    let to = word * 4u + i;
    if (to >= copy.to_byte && to < copy.to_byte + copy.bytes) {
      let at = copy.from_byte + (to - copy.to_byte);
      let byte = extractBits(source[at / 4u], (at % 4u) * 8u, 8u);
      value = insertBits(value, byte, i * 8u, 8u);
    }
  }
  target_words[word] = value;
}
`;
const WORKGROUP = 64;

export class ByteCopier {
  readonly #device: GPUDevice;
  #pipeline: GPUComputePipeline | null = null;

  constructor(device: GPUDevice) {
    this.#device = device;
  }

  copy(from: GPUBuffer, fromByte: number, to: GPUBuffer, toByte: number, bytes: number): void {
    const device = this.#device;
    this.#pipeline ??= device.createComputePipeline({
      layout: "auto",
      compute: { module: device.createShaderModule({ code: WGSL }), entryPoint: "copy_bytes" },
    });
    const uniform = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM, mappedAtCreation: true });
    new Uint32Array(uniform.getMappedRange()).set([fromByte, toByte, bytes, 0]);
    uniform.unmap();
    const group = device.createBindGroup({
      layout: this.#pipeline.getBindGroupLayout(0),
      entries: [uniform, from, to].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    const groups = Math.ceil((Math.ceil(bytes / 4) + 1) / WORKGROUP);
    const most = device.limits.maxComputeWorkgroupsPerDimension;
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(this.#pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(Math.min(groups, most), Math.ceil(groups / most));
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
}
