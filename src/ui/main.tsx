import { createRoot } from "react-dom/client";
import "./tokens.css";
import "./base.css";
import { App } from "./App.tsx";
import { startEngine } from "./engine.ts";
import { settings, shownTheme } from "./state/settings.ts";

function applyTheme(): void {
  document.documentElement.dataset["theme"] = shownTheme(settings.getState().theme);
}
applyTheme();
settings.subscribe(applyTheme);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", applyTheme);

const root = document.getElementById("root");
if (!root) throw new Error("index.html has no #root");
createRoot(root).render(<App />);

// Python loads once the page has been painted, so that the first view is there at once.
requestAnimationFrame(() => setTimeout(startEngine, 0));
