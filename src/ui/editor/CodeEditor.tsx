import { useEffect, useRef } from "react";
import { documentStore, editCode } from "../state/document.ts";
import { linkedLines, linkPythonLine } from "../state/linked-lines.ts";
import { allProblems, problems } from "../state/problems.ts";
import { settings } from "../state/settings.ts";
import { checkAsTyped } from "./check-as-typed.ts";
import { defineThemes, EDITOR_OPTIONS, editor, MarkerSeverity, Range } from "./monaco.ts";
import { onReveal } from "./reveal.ts";

const SEVERITY = {
  error: MarkerSeverity.Error,
  warning: MarkerSeverity.Warning,
  notice: MarkerSeverity.Info,
} as const;

/** Monaco bound to the document store: text both ways, problems as marks, the line linked to the WGSL view. */
export default function CodeEditor() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current ? mount(host.current) : undefined), []);
  return <div ref={host} className="code-editor" data-testid="code-editor" />;
}

function mount(host: HTMLElement): () => void {
  const code = editor.create(host, {
    ...EDITOR_OPTIONS,
    value: documentStore.getState().code,
    language: "python",
    theme: defineThemes(),
    ariaLabel: "Python script",
  });
  const decorations = code.createDecorationsCollection();
  const model = code.getModel();

  const showProblems = () => {
    if (!model) return;
    const marks = allProblems(problems.getState()).map((problem) => ({
      severity: SEVERITY[problem.severity],
      message: [problem.message, ...problem.notes, ...(problem.help ? [problem.help] : [])].join("\n"),
      startLineNumber: problem.line,
      startColumn: problem.column,
      endLineNumber: problem.endLine,
      endColumn: Math.min(
        problem.endColumn,
        model.getLineMaxColumn(Math.min(problem.endLine, model.getLineCount())),
      ),
    }));
    editor.setModelMarkers(model, "kernelpad", marks);
  };
  const showLink = () => {
    const { pythonLine, from } = linkedLines.getState();
    // The caret already marks a line that was clicked here.
    if (pythonLine === null || from !== "wgsl") return decorations.clear();
    decorations.set([
      {
        range: new Range(pythonLine, 1, pythonLine, 1),
        options: { isWholeLine: true, className: "linked-line" },
      },
    ]);
    code.revealLineInCenterIfOutsideViewport(pythonLine);
  };

  const unsubscribe = [
    documentStore.subscribe((state) => {
      if (state.code !== code.getValue()) code.setValue(state.code);
    }),
    problems.subscribe(showProblems),
    linkedLines.subscribe(showLink),
    settings.subscribe((state, before) => {
      if (state.theme !== before.theme) requestAnimationFrame(() => editor.setTheme(defineThemes()));
    }),
  ];
  const listeners = [
    code.onDidChangeModelContent(() => {
      const text = code.getValue();
      if (text !== documentStore.getState().code) editCode(text);
      checkAsTyped(text);
    }),
    code.onDidChangeCursorPosition((event) => linkPythonLine(event.position.lineNumber, "python")),
  ];
  onReveal((line, column) => {
    code.setPosition({ lineNumber: line, column });
    code.revealLineInCenter(line);
    code.focus();
  });
  checkAsTyped(code.getValue());
  showProblems();
  return () => {
    onReveal(null);
    for (const end of unsubscribe) end();
    for (const listener of listeners) listener.dispose();
    model?.dispose();
    code.dispose();
  };
}
