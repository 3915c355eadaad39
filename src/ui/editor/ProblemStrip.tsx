import { useStore } from "zustand";
import { allProblems, problems } from "../state/problems.ts";
import { revealLine } from "./reveal.ts";

const WORD = { error: "Error", warning: "Warning", notice: "Notice" } as const;

/** The problems of the text, one line each, below the editor. */
export function ProblemStrip() {
  const all = allProblems(useStore(problems));
  if (all.length === 0) return null;
  return (
    <ul className="problem-strip" aria-label="Problems">
      {all.map((problem) => (
        <li key={`${problem.line}:${problem.column}:${problem.message}`}>
          <button
            type="button"
            className={`problem problem-${problem.severity}`}
            onClick={() => revealLine(problem.line, problem.column)}
          >
            <span className="problem-word">{WORD[problem.severity]}</span>
            <span className="problem-place">line {problem.line}</span>
            <span>
              {problem.message}
              {problem.help && <span className="problem-help"> {problem.help}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
