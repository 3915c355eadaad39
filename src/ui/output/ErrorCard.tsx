import { useStore } from "zustand";
import type { RunError } from "../../session/messages.ts";
import { revealLine } from "../editor/reveal.ts";
import { documentStore } from "../state/document.ts";

/** What happened, the line with the part underlined, why, what to do; CPython's own traceback one click away. */
export function ErrorCard({ error }: { readonly error: RunError }) {
  const code = useStore(documentStore, (state) => state.code);
  const { place } = error;
  return (
    <div className="card card-error" role="alert">
      <p className="card-title">
        {error.exception}: {firstLine(error.message)}
      </p>
      {place && (
        <>
          <button type="button" className="place" onClick={() => revealLine(place.line, place.column)}>
            {place.file}, line {place.line}
          </button>
          <Excerpt code={code} place={place} />
        </>
      )}
      {error.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {error.help && (
        <p>
          <strong>What to do:</strong> {error.help}
        </p>
      )}
      <details>
        <summary>Traceback</summary>
        <pre>{error.text}</pre>
      </details>
      {error.numba && (
        <details>
          <summary>In Numba's words</summary>
          <pre>{error.numba}</pre>
        </details>
      )}
    </div>
  );
}

function Excerpt({ code, place }: { readonly code: string; readonly place: NonNullable<RunError["place"]> }) {
  const text = code.split("\n")[place.line - 1];
  if (text === undefined) return null;
  const start = Math.max(0, place.column - 1);
  const end = place.endLine === place.line ? Math.max(start + 1, place.endColumn - 1) : text.length;
  return (
    <pre className="excerpt">
      <span className="line-number">{place.line}</span>
      {text.slice(0, start)}
      <mark>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </pre>
  );
}

function firstLine(message: string): string {
  return message.split("\n", 1)[0] ?? message;
}
