import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useStore } from "zustand";
import { DEFAULT_EDITOR_SHARE, layout, setEditorShare } from "../state/layout.ts";
import "./Splitter.css";

const KEY_STEP = 0.02;

/** The bar between editor and results: drag, arrow keys, double click to reset. */
export function Splitter() {
  const share = useStore(layout, (state) => state.editorShare);
  const dragging = useRef(false);
  const onMove = (event: PointerEvent<HTMLDivElement>) => {
    const parent = event.currentTarget.parentElement;
    if (!dragging.current || !parent) return;
    const box = parent.getBoundingClientRect();
    setEditorShare((event.clientX - box.left) / box.width);
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") setEditorShare(share - KEY_STEP);
    else if (event.key === "ArrowRight") setEditorShare(share + KEY_STEP);
    else if (event.key === "Home") setEditorShare(DEFAULT_EDITOR_SHARE);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator is a widget, which <hr> is not
    <div
      className="splitter"
      role="separator"
      aria-label="Width of the editor"
      aria-orientation="vertical"
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={25}
      aria-valuemax={80}
      tabIndex={0}
      onPointerDown={(event) => {
        dragging.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onMove}
      onPointerUp={() => {
        dragging.current = false;
      }}
      onDoubleClick={() => setEditorShare(DEFAULT_EDITOR_SHARE)}
      onKeyDown={onKey}
    />
  );
}
