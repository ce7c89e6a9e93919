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
  // One that has come is not painted yet: it is decoded first, and then shown by the next frame. Without one, or when one
  // is lost, that frame is the first all the same.
  const pictures = [...document.querySelectorAll("#root img")];
  void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() =>
    requestAnimationFrame(() => requestAnimationFrame(begin)),
  );
  setTimeout(begin, LATEST_MS);
});
