import { lazy, Suspense } from "react";
import { useStore } from "zustand";
import { documentStore } from "../state/document.ts";
import "./EditorPane.css";
import { ProblemStrip } from "./ProblemStrip.tsx";

const CodeEditor = lazy(() => import("./CodeEditor.tsx"));

/** The code is readable at once; Monaco takes its place when it has loaded. */
export function EditorPane() {
  return (
    <section className="editor-pane" aria-label="Script">
      <Suspense fallback={<PlainCode />}>
        <CodeEditor />
      </Suspense>
      <ProblemStrip />
    </section>
  );
}

function PlainCode() {
  const code = useStore(documentStore, (state) => state.code);
  return <pre className="plain-code">{code}</pre>;
}
