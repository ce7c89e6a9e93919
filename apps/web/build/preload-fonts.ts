import type { Plugin } from "vite";

/** What the first paint is set in; the other subsets are fetched when a text needs them. */
const FIRST_PAINT = /\/(?:inter-latin-wght-normal|barlow-condensed-latin-[67]00-normal)[^/]*\.woff2$/;

/**
 * Asks for the fonts of the first paint in the page's head, before the style sheet that names them has arrived, and after
 * the scripts, whose words they are: until they come these stand in faces of the same measure.
 */
export function preloadFonts(): Plugin {
  return {
    name: "fieldhouse:preload-fonts",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FIRST_PAINT.test(`/${name}`))
          .map((name) => ({
            tag: "link",
            attrs: {
              rel: "preload",
              as: "font",
              type: "font/woff2",
              href: `/${name}`,
              fetchpriority: "low",
              crossorigin: "",
            },
            injectTo: "head" as const,
          })),
    },
  };
}
