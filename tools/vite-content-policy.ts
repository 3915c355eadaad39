/**
 * The content security policy of the built site. A page that runs somebody else's program must not be able to send
 * anything anywhere but to its own server, nor turn text into script. Workers inherit it. In development Vite's own
 * scripts need more, so it is in built pages only.
 */
import type { Plugin } from "vite";

const POLICY = {
  "default-src": "'none'",
  // Pyodide and the CPU device compile WebAssembly; nothing evaluates JavaScript.
  "script-src": "'self' 'wasm-unsafe-eval'",
  // The engine worker starts from a data: address, which gives it an origin of its own.
  "worker-src": "'self' data: blob:",
  "connect-src": "'self' data: blob:",
  "img-src": "'self' data: blob:",
  // Monaco and React write style attributes.
  "style-src": "'self' 'unsafe-inline'",
  "font-src": "'self' data:",
  "frame-src": "'self' data: blob:",
  "manifest-src": "'self'",
  "base-uri": "'none'",
  "form-action": "'none'",
} as const;

export function contentPolicy(): Plugin {
  const content = Object.entries(POLICY)
    .map(([name, sources]) => `${name} ${sources}`)
    .join("; ");
  return {
    name: "kernelpad-content-policy",
    apply: "build",
    transformIndexHtml: () => [
      { tag: "meta", attrs: { "http-equiv": "Content-Security-Policy", content }, injectTo: "head-prepend" },
    ],
  };
}
