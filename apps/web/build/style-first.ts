import type { Plugin } from "vite";

const STYLE = /\s*<link rel="stylesheet"[^>]*>/;

/**
 * Puts the style sheet before the scripts: nothing is painted without it, and a browser has but six lines to a server
 * of HTTP/1.1, which what is asked first has.
 */
export function styleFirst(): Plugin {
  return {
    name: "fieldhouse:style-first",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(html) {
        const [style = ""] = STYLE.exec(html) ?? [];
        return html.replace(STYLE, "").replace(/\s*<script/, (script) => style + script);
      },
    },
  };
}
