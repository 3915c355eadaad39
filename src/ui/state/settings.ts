import { createStore } from "zustand/vanilla";
import { DEFAULT_SETTINGS, type RunSettings } from "../../session/messages.ts";

export type Theme = "system" | "light" | "dark";
export interface Settings extends RunSettings {
  readonly theme: Theme;
}

const KEY = "kernelpad.settings.1";

export const settings = createStore<Settings>(() => ({ ...DEFAULT_SETTINGS, theme: keptTheme() }));

export function setTheme(theme: Theme): void {
  settings.setState({ theme });
  try {
    localStorage.setItem(KEY, JSON.stringify({ theme }));
  } catch (error) {
    console.warn("the theme could not be stored", error);
  }
}

/** The theme in force, with the system's choice looked up. */
export function shownTheme(theme: Theme): "light" | "dark" {
  if (theme !== "system") return theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

function keptTheme(): Theme {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const theme = typeof kept === "object" && kept !== null && "theme" in kept ? kept.theme : "system";
    return theme === "light" || theme === "dark" ? theme : "system";
  } catch (error) {
    console.warn("stored settings could not be read", error);
    return "system";
  }
}
