import { globSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Every file or folder that a document names in code, or links to, must exist. A name may omit leading folders:
 * `sessions/devices.sql.ts` is enough.
 */
const root = path.resolve(import.meta.dirname, "../..");
const NOT_OURS = new Set(["node_modules", "dist", ".git", ".data", ".runtime", "results", "screenshots"]);
const SOURCE_FILE = /\.(?:ts|tsx|mjs|cjs|mts|sql|md|css|html|json)$/;
const CODE = /```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g;

const names = globSync(["**", ".*"], { cwd: root, exclude: (name) => NOT_OURS.has(path.basename(name)) });
const paths = names.map((name) => name.split(path.sep).join("/")).filter((name) => !NOT_OURS.has(name));
const folders = new Set(paths.flatMap((one) => one.split("/").slice(0, -1)));

const faults = paths
  .filter((one) => one.endsWith(".md"))
  .flatMap((document) => {
    const text = readFileSync(path.join(root, document), "utf8");
    const code = [...text.matchAll(CODE)].map(([, block, span]) => block ?? span ?? "");
    const named = code.flatMap(pathsIn).filter((name) => !paths.some((one) => `/${one}`.endsWith(`/${name}`)));
    const linked = linksIn(text).filter((link) => !paths.includes(path.posix.join(path.posix.dirname(document), link)));
    return [...named, ...linked].map((name) => `${document}: ${name} does not exist`);
  });

/** Words that can only be paths of this repository: they end like a source file, or begin with one of its folders. */
function pathsIn(code: string): string[] {
  return code
    .split(/[\s,;()'"=]+/)
    .filter((word) => !/[*{}$]|^(?:x\.|[~/@])|:\/\//.test(word))
    .map((word) => word.replace(/^(?:\.\/|#)/, "").replace(/\/?<.*$|[./:]$/, ""))
    .filter((word) => SOURCE_FILE.test(word) || isFolder(word));
}

function isFolder(word: string): boolean {
  const [first = "", ...rest] = word.split("/");
  const last = rest.at(-1) ?? ".";
  return folders.has(first) && !last.includes(".") && !NOT_OURS.has(last);
}

function linksIn(text: string): string[] {
  const targets = [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, target = ""]) => target.replace(/\/$/, ""));
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

if (faults.length > 0) {
  console.error(faults.join("\n"));
  process.exitCode = 1;
}
