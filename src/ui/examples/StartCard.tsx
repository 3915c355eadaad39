import { useStore } from "zustand";
import { run } from "../engine.ts";
import { documentStore } from "../state/document.ts";
import { START_EXAMPLE } from "./examples.ts";

/** What stands in the output before the first run: the picture that the example makes, and the way to make it. */
export function StartCard() {
  const example = useStore(documentStore, (state) => state.example);
  const isStart = example === START_EXAMPLE.id;
  return (
    <div className="start-card">
      {isStart && (
        <img
          src="./examples/mandelbrot.png"
          alt="The Mandelbrot set, as this script draws it"
          width={420}
          height={315}
        />
      )}
      <p>
        {isStart
          ? "This script computes the picture above, one GPU thread a pixel. It is plain Numba-CUDA: it runs unchanged on a machine with CUDA."
          : "Python runs in this tab; the kernels run on your own GPU. Nothing is sent anywhere."}
      </p>
      <button type="button" className="button" onClick={run}>
        Run it on your GPU
      </button>
    </div>
  );
}
