import { createStore } from "zustand/vanilla";

export type ViewTab = "output" | "wgsl" | "timings";
/** On a narrow screen the editor is a tab too. */
export type NarrowTab = "code" | ViewTab;

export interface LayoutState {
  readonly tab: ViewTab;
  readonly narrowTab: NarrowTab;
  /** Tabs with something new since they were last looked at. */
  readonly news: ReadonlySet<ViewTab>;
  /** Share of the width that the editor has. */
  readonly editorShare: number;
  readonly dialog: "share" | "device" | "palette" | null;
}

export const DEFAULT_EDITOR_SHARE = 0.55;
const KEY = "kernelpad.layout.1";

export const layout = createStore<LayoutState>(() => ({
  tab: "output",
  narrowTab: "code",
  news: new Set(),
  editorShare: keptShare(),
  dialog: null,
}));

export function showTab(tab: NarrowTab): void {
  const { news, tab: current } = layout.getState();
  const left = new Set(news);
  if (tab !== "code") left.delete(tab);
  layout.setState({ narrowTab: tab, tab: tab === "code" ? current : tab, news: left });
}

/** Marks a tab as having something new, unless it is the one in view. */
export function markNews(tab: ViewTab): void {
  const { news, tab: shown } = layout.getState();
  if (shown !== tab && !news.has(tab)) layout.setState({ news: new Set([...news, tab]) });
}

export function setEditorShare(share: number): void {
  const editorShare = Math.min(0.8, Math.max(0.25, share));
  layout.setState({ editorShare });
  try {
    localStorage.setItem(KEY, String(editorShare));
  } catch (error) {
    console.warn("the layout could not be stored", error);
  }
}

export function openDialog(dialog: LayoutState["dialog"]): void {
  layout.setState({ dialog });
}

function keptShare(): number {
  try {
    const share = Number(localStorage.getItem(KEY));
    return share >= 0.25 && share <= 0.8 ? share : DEFAULT_EDITOR_SHARE;
  } catch (error) {
    console.warn("the stored layout could not be read", error);
    return DEFAULT_EDITOR_SHARE;
  }
}
