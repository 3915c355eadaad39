import { type KeyboardEvent, useState } from "react";
import { Dialog } from "../kit/Dialog.tsx";
import { openDialog } from "../state/layout.ts";
import { COMMANDS, type Command, keyLabel } from "./commands.ts";
import "./Palette.css";

/** All commands, found by typing parts of their words. */
export function Palette() {
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = matching(query);
  const chosen = found[Math.min(at, found.length - 1)];
  const perform = (command: Command | undefined) => {
    if (!command) return;
    openDialog(null);
    command.perform();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown") setAt(Math.min(at + 1, found.length - 1));
    else if (event.key === "ArrowUp") setAt(Math.max(at - 1, 0));
    else if (event.key === "Enter") perform(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog title="All commands">
      <input
        className="palette-query"
        type="search"
        aria-label="Find a command"
        aria-controls="palette-list"
        aria-activedescendant={chosen ? `command-${chosen.id}` : undefined}
        role="combobox"
        aria-expanded="true"
        placeholder="Find a command"
        autoFocus
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKey}
      />
      <ul id="palette-list" className="palette-list" role="listbox" aria-label="Commands">
        {found.map((command) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys act in the field above
          <li
            key={command.id}
            id={`command-${command.id}`}
            role="option"
            aria-selected={command === chosen}
            onClick={() => perform(command)}
          >
            <span>{command.label}</span>
            {command.key && <kbd>{keyLabel(command.key)}</kbd>}
          </li>
        ))}
      </ul>
      {found.length === 0 && <p>No command has these words.</p>}
    </Dialog>
  );
}

function matching(query: string): Command[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return COMMANDS.filter((command) => {
    const text = `${command.label} ${command.keywords}`.toLowerCase();
    return words.every((word) => text.includes(word)) && command.enabled?.() !== false;
  });
}
