import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runOrExplain, withNode } from "./run.mjs";
import { step } from "./say.mjs";

/**
 * Runs `npm ci` if the lock file differs from the installed one. Beside a product that may be running, only if there
 * are no packages at all, because `npm ci` deletes all of them first.
 */
export function ensurePackages(node, { isBesideProduct }) {
  if (isBesideProduct && existsSync(path.join(ROOT, "node_modules"))) return;
  const lock = createHash("sha256")
    .update(readFileSync(path.join(ROOT, "package-lock.json")))
    .digest("hex");
  const mark = path.join(ROOT, "node_modules", ".fieldhouse-lock");
  if (existsSync(mark) && readFileSync(mark, "utf8") === lock) return;
  step("Installing packages (npm ci)");
  runOrExplain("npm", ["ci", "--include=dev", "--no-audit", "--no-fund"], {
    sentence: "The packages could not be installed. Is the npm registry reachable?",
    env: withNode(node),
    shell: process.platform === "win32",
  });
  writeFileSync(mark, lock);
}
