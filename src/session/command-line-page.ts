/**
 * The page that `bin/kernelpad` drives: the engine and nothing else. The command line binds `kernelpadMessage`
 * before the page loads, then calls `kernelpad.run`.
 */
import { EngineClient, type EngineState } from "./client.ts";
import type { FromEngine, RunRequest } from "./messages.ts";

declare global {
  interface Window {
    kernelpad: {
      run(request: Omit<RunRequest, "kind" | "run">): number;
      stop(): void;
      restart(reason: string): void;
    };
    kernelpadMessage(
      message: FromEngine | { readonly kind: "state"; readonly state: EngineState; readonly detail: string },
    ): void;
  }
}

const client = new EngineClient({
  base: new URL("./", document.baseURI).href,
  onMessage: (message) => window.kernelpadMessage(message),
  onState: (state, detail) => window.kernelpadMessage({ kind: "state", state, detail }),
});

window.kernelpad = {
  run: (request) => client.run(request),
  stop: () => client.stop(),
  restart: (reason) => client.restart(reason),
};
