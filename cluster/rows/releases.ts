import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { travel } from "../journey.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import type { Measure } from "./row.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");

/** Runs the previous commit of the server beside this one, on this one's schema, during a journey. */
export const mixReleases: Measure = async (world) => {
  const { stack, earner, clip, categoryId } = world;
  const commit = process.env["CLUSTER_PREVIOUS"] ?? "HEAD~1";
  const old = checkOut(stack.folder, commit);
  await stack.replaceFirstWeb({ root: old });
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: 3, pauseMs: 20 });
  const journey = await travel(stack, { earner, name: "betweenfan", clip, categoryId }).then(
    () => null,
    (error: Error) => error.message,
  );
  const result = await load.stop();
  return {
    measured: `${journey ?? "the journey passed"}; ${result.failures.length} errors of ${result.answered} answers of both; the old one is ${git("log", "-1", "--format=%h %s", commit)}`,
    holds: journey === null && result.failures.length === 0,
  };
};

/** Checks out a commit's files, with the packages installed here. */
function checkOut(folder: string, commit: string): string {
  const to = path.join(folder, "previous-release");
  mkdirSync(to);
  const archive = execFileSync("git", ["-C", ROOT, "archive", commit], { maxBuffer: 1024 ** 3 });
  execFileSync("tar", ["-x", "-C", to], { input: archive });
  for (const name of ["apps/server/node_modules", "apps/web/dist"]) {
    const from = path.join(ROOT, name);
    if (existsSync(from)) symlinkSync(from, path.join(to, name));
  }
  // Its own contract, but the packages installed here.
  mkdirSync(path.join(to, "node_modules/@app"), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, "node_modules")))
    if (name !== "@app") symlinkSync(path.join(ROOT, "node_modules", name), path.join(to, "node_modules", name));
  for (const name of readdirSync(path.join(to, "packages")))
    symlinkSync(path.join(to, "packages", name), path.join(to, "node_modules/@app", name));
  return to;
}

function git(...args: string[]): string {
  return execFileSync("git", ["-C", ROOT, ...args], { encoding: "utf8" }).trim();
}
