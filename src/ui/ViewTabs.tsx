import type { KeyboardEvent } from "react";
import { useStore } from "zustand";
import { layout, type NarrowTab, showTab } from "./state/layout.ts";

const TABS: readonly { readonly id: NarrowTab; readonly label: string }[] = [
  { id: "code", label: "Code" },
  { id: "output", label: "Output" },
  { id: "wgsl", label: "WGSL" },
  { id: "timings", label: "Timings" },
];

/** The tabs above the results; on a narrow screen the editor is the first of them. */
export function ViewTabs({ place }: { readonly place: "wide" | "narrow" }) {
  const { tab, narrowTab, news } = useStore(layout);
  const shown = place === "narrow" ? TABS : TABS.filter((entry) => entry.id !== "code");
  const selected = place === "narrow" ? narrowTab : tab;
  const onKey = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    const at = shown.findIndex((entry) => entry.id === selected);
    const next = shown[(at + step + shown.length) % shown.length];
    if (!next) return;
    showTab(next.id);
    document.getElementById(`tab-${place}-${next.id}`)?.focus();
  };
  return (
    <div className="tabs" data-place={place} role="tablist" aria-label="Views" onKeyDown={onKey}>
      {shown.map(({ id, label }) => (
        <button
          key={id}
          id={`tab-${place}-${id}`}
          type="button"
          role="tab"
          className="tab"
          aria-selected={selected === id}
          tabIndex={selected === id ? 0 : -1}
          onClick={() => showTab(id)}
        >
          {label}
          {id !== "code" && news.has(id) && <span className="dot" role="img" aria-label="new" />}
        </button>
      ))}
    </div>
  );
}
