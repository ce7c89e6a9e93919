import { create } from "zustand";

const THEMES = ["system", "dark", "light"] as const;
export type Theme = (typeof THEMES)[number];

/** Read by public/start.js before the first paint. */
const THEME_KEY = "fieldhouse.theme";

const lightSchemeQuery = () => window.matchMedia("(prefers-color-scheme: light)");

export const useTheme = create<{ theme: Theme }>()(() => ({ theme: readTheme() }));

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is blocked: the choice lasts until the next page load.
  }
  useTheme.setState({ theme });
  applyTheme();
}

/** Follows the system when it switches between light and dark. */
export function watchSystemTheme(): void {
  lightSchemeQuery().addEventListener("change", applyTheme);
}

function applyTheme(): void {
  const { theme } = useTheme.getState();
  const isLight = theme === "light" || (theme === "system" && lightSchemeQuery().matches);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
}

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return THEMES.find((theme) => theme === stored) ?? "system";
  } catch {
    return "system";
  }
}
