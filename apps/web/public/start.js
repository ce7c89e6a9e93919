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

// Where the HTML shows pictures, what draws the page is asked for once they are painted: each would wait for the other.
// A visitor's picture is not for a member, who is sent on. Kept in step with src/lib/session-store.ts.
addEventListener("DOMContentLoaded", () => {
  const LATEST_MS = 1_000;
  const drawing = document.getElementById("after-picture");
  if (!drawing) return;
  try {
    if (JSON.parse(localStorage.getItem("fieldhouse.session")).state.user)
      document.querySelector("[data-for=visitor]").remove();
  } catch {
    // Nobody is signed in here, or there is no such picture.
  }
  const begin = () => document.head.append(drawing.content);
  const coming = new Set([...document.querySelectorAll("#root img")].filter((picture) => !picture.complete));
  if (coming.size === 0) return begin();
  for (const picture of coming)
    picture.onload = picture.onerror = () => {
      coming.delete(picture);
      if (coming.size === 0) requestAnimationFrame(() => requestAnimationFrame(begin));
    };
  setTimeout(begin, LATEST_MS);
});
