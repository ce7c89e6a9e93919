import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minifySync, type Plugin } from "vite";

const FILE = "start.js";

/** A file of `public` is copied as it is written, with its comments; this one is what every page runs first. */
export function slimStart(): Plugin {
  let folder = "";
  return {
    name: "fieldhouse:slim-start",
    apply: "build",
    configResolved(config) {
      folder = path.resolve(config.root, config.build.outDir);
    },
    closeBundle() {
      const file = path.join(folder, FILE);
      writeFileSync(file, minifySync(FILE, readFileSync(file, "utf8")).code);
    },
  };
}
