import { create } from "zustand";

const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Read by public/start.js before the first paint. */
const THEME_KEY = "fieldhouse.theme";

const systemIsLight = () => window.matchMedia("(prefers-color-scheme: light)");

export const useTheme = create<{ theme: Theme }>()(() => ({ theme: readTheme() }));

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is closed to this page: the choice holds until it is loaded anew.
  }
  useTheme.setState({ theme });
  paint();
}

/** Follows the system's own change from day to night. */
export function watchSystemTheme(): void {
  systemIsLight().addEventListener("change", paint);
}

function paint(): void {
  const { theme } = useTheme.getState();
  const isLight = theme === "light" || (theme === "system" && systemIsLight().matches);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
}

function readTheme(): Theme {
  try {
    const kept = localStorage.getItem(THEME_KEY);
    return THEMES.find((theme) => theme === kept) ?? "system";
  } catch {
    return "system";
  }
}
