import { useEffect } from "react";
import { useStore } from "zustand";
import "./App.css";
import { performKey } from "./commands/commands.ts";
import { Palette } from "./commands/Palette.tsx";
import { EditorPane } from "./editor/EditorPane.tsx";
import { Splitter } from "./kit/Splitter.tsx";
import { OutputView } from "./output/OutputView.tsx";
import { ShareDialog } from "./share/ShareDialog.tsx";
import { layout } from "./state/layout.ts";
import { StatusLine } from "./status/StatusLine.tsx";
import { DeviceDialog } from "./topbar/DeviceDialog.tsx";
import { TopBar } from "./topbar/TopBar.tsx";
import { TimingsView } from "./timings/TimingsView.tsx";
import { ViewTabs } from "./ViewTabs.tsx";
import { WgslView } from "./wgsl/WgslView.tsx";

/** Layout only: the bar, the editor, the views, the status line. */
export function App() {
  const { tab, narrowTab, editorShare, dialog } = useStore(layout);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (performKey(event)) event.preventDefault();
    };
    window.addEventListener("keydown", onKey, true);
    return () => window.removeEventListener("keydown", onKey, true);
  }, []);
  return (
    <div
      className="app"
      data-narrow={narrowTab}
      style={{ "--editor-share": editorShare } as React.CSSProperties}
    >
      <TopBar />
      <ViewTabs place="narrow" />
      <main className="panes">
        <EditorPane />
        <Splitter />
        <section className="views" aria-label="Results">
          <ViewTabs place="wide" />
          <div className="view" role="tabpanel" aria-labelledby={`tab-wide-${tab}`}>
            {tab === "output" && <OutputView />}
            {tab === "wgsl" && <WgslView />}
            {tab === "timings" && <TimingsView />}
          </div>
        </section>
      </main>
      <StatusLine />
      {dialog === "share" && <ShareDialog />}
      {dialog === "device" && <DeviceDialog />}
      {dialog === "palette" && <Palette />}
    </div>
  );
}
