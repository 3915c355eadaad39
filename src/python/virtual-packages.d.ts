/** Made by `tools/vite-python-packages.ts`. */
declare module "virtual:kernelpad-python-packages" {
  /** Absolute URL of the zip of `packages/`. */
  const url: string;
  export default url;
}
