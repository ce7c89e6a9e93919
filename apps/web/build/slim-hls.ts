import type { Plugin } from "vite";

/** Parts of hls.js that none of our playlists ask for: encryption, measuring for others, ads, other servers, thumbnails. */
const UNUSED = [
  "emeController",
  "cmcdController",
  "contentSteeringController",
  "interstitialsController",
  "iframeController",
];

/**
 * Its default settings name every part, so that no bundler can leave one out; without the names they fall away.
 * Its light build leaves out too much: sound that is a rendition of its own, as ours is.
 */
export function slimHls(): Plugin {
  return {
    name: "fieldhouse:slim-hls",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/hls.js/dist/hls.mjs")) return null;
      return UNUSED.reduce(withoutPart, code);
    },
  };
}

function withoutPart(code: string, part: string): string {
  const named = new RegExp(`^(\\s+${part}: )[A-Z]\\w+(?=\\s*,?$)`, "m");
  if (!named.test(code)) throw new Error(`hls.js no longer has ${part} among its default settings`);
  return code.replace(named, "$1undefined");
}
