import type { Plugin } from "vite";

/** Most words of the first paint; all others stand in a face of the same measure until theirs has come. */
const FONT = /\/inter-latin-wght-normal[^/]*\.woff2$/;

/** Preloads the page's font, which only its style sheet names, under the name that the build gave it. */
export function preloadFont(): Plugin {
  return {
    name: "fieldhouse:preload-font",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => FONT.test(`/${name}`));
        if (file === undefined) throw new Error("The build has no font to preload");
        const attrs = {
          rel: "preload",
          as: "font",
          type: "font/woff2",
          href: `/${file}`,
          fetchpriority: "low",
          crossorigin: "",
        };
        return [{ tag: "link", attrs, injectTo: "head" as const }];
      },
    },
  };
}
