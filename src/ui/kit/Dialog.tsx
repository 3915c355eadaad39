import { type ReactNode, useEffect, useRef } from "react";
import { openDialog } from "../state/layout.ts";
import "./Dialog.css";

/** A modal dialog: the browser's own, so that focus, Escape and the backdrop are as they should be. */
export function Dialog({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={ref}
      className="dialog"
      aria-label={title}
      onClose={() => openDialog(null)}
      onClick={(event) => {
        if (event.target === ref.current) openDialog(null);
      }}
    >
      <div className="dialog-body">
        <header className="dialog-header">
          <h2>{title}</h2>
          <button type="button" className="button quiet" onClick={() => openDialog(null)}>
            Close
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
