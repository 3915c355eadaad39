import { useRef } from "react";
import { openExample } from "../state/document.ts";
import { EXAMPLES } from "./examples.ts";
import "./ExamplesMenu.css";

/** A popover menu: the browser closes it on Escape and on a click elsewhere. */
export function ExamplesMenu() {
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" className="button quiet examples-button" popoverTarget="examples-menu">
        Examples
      </button>
      <div
        ref={menu}
        id="examples-menu"
        popover="auto"
        className="examples-menu"
        role="menu"
        aria-label="Examples"
      >
        {EXAMPLES.map((example) => (
          <button
            key={example.id}
            type="button"
            role="menuitem"
            onClick={() => {
              menu.current?.hidePopover();
              openExample(example.id);
            }}
          >
            <strong>{example.title}</strong>
            <span>{example.text}</span>
          </button>
        ))}
      </div>
    </>
  );
}
