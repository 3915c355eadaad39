/** Monaco with Python and WGSL, and nothing of its other languages. Loaded when the page has been painted. */
import { editor, MarkerSeverity, Range } from "monaco-editor/editor";
import "monaco-editor/features/register.all";
import "monaco-editor/languages/definitions/python/register";
import "monaco-editor/languages/definitions/wgsl/register";
import EditorWorker from "monaco-editor/editor/editor.worker?worker";

self.MonacoEnvironment = { getWorker: () => new EditorWorker() };

/** Our themes read the page's own colours, so that the editor has none of its own. */
export function defineThemes(): string {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => longHex(style.getPropertyValue(name).trim());
  const dark = document.documentElement.dataset["theme"] === "dark";
  const name = dark ? "kernelpad-dark" : "kernelpad-light";
  editor.defineTheme(name, {
    base: dark ? "vs-dark" : "vs",
    inherit: true,
    rules: [],
    colors: {
      "editor.background": color("--surface"),
      "editor.foreground": color("--text"),
      "editorLineNumber.foreground": color("--text-quiet"),
      "editorLineNumber.activeForeground": color("--text"),
      "editorGutter.background": color("--surface"),
      "editorError.foreground": color("--error"),
      "editorWarning.foreground": color("--notice"),
      "editorInfo.foreground": color("--accent"),
      "editorWidget.background": color("--surface-raised"),
      "editorWidget.border": color("--border-strong"),
      focusBorder: color("--accent"),
    },
  });
  return name;
}

/** Monaco wants six digits; the style sheet may have been made shorter. */
function longHex(color: string): string {
  return color.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
}

export const EDITOR_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  fontFamily:
    "ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
  fontSize: 14,
  lineHeight: 21,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  padding: { top: 10, bottom: 10 },
  renderLineHighlight: "line",
  overviewRulerBorder: false,
  lineNumbersMinChars: 3,
  tabSize: 4,
  insertSpaces: true,
  fixedOverflowWidgets: true,
  guides: { indentation: false },
  stickyScroll: { enabled: false },
};

export { editor, MarkerSeverity, Range };
