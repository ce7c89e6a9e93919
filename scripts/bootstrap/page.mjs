import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runOrExplain, withNode } from "./run.mjs";
import { step } from "./say.mjs";

const SOURCES = ["apps/web", "packages/contract/src", "package-lock.json"];
const NOT_SOURCES = new Set(["dist", "node_modules"]);

/** Builds the page if one of its files has changed since the last build. */
export function ensurePage(node) {
  const wanted = hashOf(SOURCES.flatMap((source) => filesOf(path.join(ROOT, source))));
  const mark = path.join(ROOT, "apps/web/dist/.built-from");
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return;
  step("Building the page");
  const vite = path.join(ROOT, "node_modules/vite/bin/vite.js");
  runOrExplain(node, [vite, "build", path.join(ROOT, "apps/web"), "--logLevel", "warn"], {
    sentence: "The page could not be built.",
    env: withNode(node, { NODE_ENV: "production" }),
  });
  writeFileSync(mark, wanted);
}

function filesOf(place) {
  if (path.extname(place) === ".json") return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_SOURCES.has(entry.name)) return [];
    const full = path.join(place, entry.name);
    return entry.isDirectory() ? filesOf(full) : [full];
  });
}

function hashOf(files) {
  const hash = createHash("sha256");
  for (const file of files.sort())
    hash.update(path.relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
  return hash.digest("hex");
}
