import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { minifySync, type Plugin } from "vite";
import { afterBuild } from "./after-build.ts";

const FILE = "start.js";

/** A file of `public` is copied as it is written, with its comments; this one is what every page runs first. */
export function slimStart(): Plugin {
  return afterBuild("slim-start", (folder) => {
    const file = path.join(folder, FILE);
    writeFileSync(file, minifySync(FILE, readFileSync(file, "utf8")).code);
  });
}
