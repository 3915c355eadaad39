/** WebGPU without Kernelpad, run inside the page: each function is handed to the browser whole, so it uses nothing from outside. */

export interface RawKernel {
  readonly wgsl: string;
  readonly bufferBytes: readonly number[];
  readonly uniform: readonly number[];
  readonly groups: readonly [number, number, number];
}

/** GPU time of each of `launches` dispatches by timestamp queries, in ms. */
export async function timeRawKernel({
  kernel,
  launches,
}: {
  readonly kernel: RawKernel;
  readonly launches: number;
}): Promise<number[]> {
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error("no adapter");
  const device = await adapter.requestDevice({ requiredFeatures: ["timestamp-query"] });
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module: device.createShaderModule({ code: kernel.wgsl }), entryPoint: "main" },
  });
  const uniform = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  device.queue.writeBuffer(uniform, 0, new Int32Array([...kernel.uniform, 0, 0, 0].slice(0, 4)));
  const buffers = kernel.bufferBytes.map((size) =>
    device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST }),
  );
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [uniform, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const querySet = device.createQuerySet({ type: "timestamp", count: launches * 2 });
  const resolved = device.createBuffer({
    size: launches * 16,
    usage: GPUBufferUsage.QUERY_RESOLVE | GPUBufferUsage.COPY_SRC,
  });
  const staging = device.createBuffer({
    size: launches * 16,
    usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ,
  });
  const encoder = device.createCommandEncoder();
  for (let i = 0; i < launches; i++) {
    const pass = encoder.beginComputePass({
      timestampWrites: { querySet, beginningOfPassWriteIndex: i * 2, endOfPassWriteIndex: i * 2 + 1 },
    });
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(kernel.groups[0], kernel.groups[1], kernel.groups[2]);
    pass.end();
  }
  encoder.resolveQuerySet(querySet, 0, launches * 2, resolved, 0);
  encoder.copyBufferToBuffer(resolved, 0, staging, 0, launches * 16);
  device.queue.submit([encoder.finish()]);
  await staging.mapAsync(GPUMapMode.READ);
  const ticks = new BigUint64Array(staging.getMappedRange().slice(0));
  device.destroy();
  return Array.from(
    { length: launches },
    (_, i) => Number((ticks[i * 2 + 1] ?? 0n) - (ticks[i * 2] ?? 0n)) / 1e6,
  );
}

/** Time of a launch with a submission of its own, warm, in us. */
export async function timeRawLaunches({
  kernel,
  launches,
}: {
  readonly kernel: RawKernel;
  readonly launches: number;
}): Promise<number> {
  const adapter = await navigator.gpu.requestAdapter();
  if (!adapter) throw new Error("no adapter");
  const device = await adapter.requestDevice();
  const pipeline = await device.createComputePipelineAsync({
    layout: "auto",
    compute: { module: device.createShaderModule({ code: kernel.wgsl }), entryPoint: "main" },
  });
  const uniform = device.createBuffer({ size: 16, usage: GPUBufferUsage.UNIFORM | GPUBufferUsage.COPY_DST });
  const buffers = kernel.bufferBytes.map((size) =>
    device.createBuffer({ size, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_DST }),
  );
  const group = device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [uniform, ...buffers].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const launch = () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    pass.dispatchWorkgroups(1);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
  for (let i = 0; i < 100; i++) launch();
  await device.queue.onSubmittedWorkDone();
  const start = performance.now();
  for (let i = 0; i < launches; i++) launch();
  await device.queue.onSubmittedWorkDone();
  const us = ((performance.now() - start) * 1000) / launches;
  device.destroy();
  return us;
}
