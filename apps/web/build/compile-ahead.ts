import type { Plugin } from "vite";

/** Nearly all that a browser runs before it has drawn anything, whichever page it is, and before it shows a video. */
const LARGEST = /^(?:core|pieces|player)$/;

/**
 * Tells the browser to compile all of a file while it still arrives, beside what the page does. Otherwise it compiles
 * each function when that is first called, which holds up the first draw by a fifth. Browsers that do not know the
 * words read them as any comment. They have to be the first of the file, and come after it was made small.
 */
export function compileAhead(): Plugin {
  return {
    name: "fieldhouse:compile-ahead",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === "chunk" && LARGEST.test(file.name))
            file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
    },
  };
}
