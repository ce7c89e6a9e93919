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

// Where the HTML shows a picture, what draws the page is asked for once that is there: on a slow line each would wait
// for the other.
addEventListener("DOMContentLoaded", () => {
  const LATEST_MS = 1_000;
  const drawing = document.getElementById("after-picture");
  if (!drawing) return;
  const begin = () => document.head.append(drawing.content);
  const picture = document.querySelector("#root img");
  if (!picture || picture.complete) return begin();
  picture.onload = picture.onerror = begin;
  setTimeout(begin, LATEST_MS);
});
