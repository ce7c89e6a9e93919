// Runs before the first paint, so that a page in light never flashes dark. Kept in step with src/lib/theme.ts.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("fieldhouse.theme");
  } catch {
    // Storage is closed to this page: the system decides.
  }
  const systemIsLight = matchMedia("(prefers-color-scheme: light)").matches;
  const isLight = chosen === "light" || (chosen !== "dark" && systemIsLight);
  document.documentElement.dataset.theme = isLight ? "light" : "dark";
})();
