// Runs before the first paint and before any module.

// So that a page in light never flashes dark. `src/lib/theme.ts` writes what is read here.
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

// The first picture of `/` is for visitors. `src/lib/session-store.ts` writes what is read here.
(() => {
  try {
    const { user } = JSON.parse(localStorage.getItem("fieldhouse.session")).state;
    if (user) document.documentElement.dataset.member = "";
  } catch {
    // Nobody is signed in in this browser.
  }
})();

// zod tries whether it may compile code as soon as a schema is made; the page's policy forbids that and would report it.
globalThis.__zod_globalConfig = { jitless: true };
