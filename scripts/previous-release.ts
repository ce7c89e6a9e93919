import { execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * `npm run previous-release`: runs tests of the previous release on this one's schema, as in a rolling deploy.
 * The previous release is the commit before the newest migration, or the given one: `-- COMMIT`.
 */
const root = path.resolve(import.meta.dirname, "..");
const MIGRATIONS = "apps/server/src/migrations";

const LIMIT_MS = 300_000;

/** Every route, and the main flows: signing up, paying, uploading, watching, commenting, notifications. */
const STORIES = [
  "testing/security-matrix",
  "modules/identity/sessions/sign-in",
  "modules/catalog/uploads/uploads",
  "modules/catalog/contents/contents",
  "modules/engagement/comments/comments",
  "modules/engagement/views/views",
  "modules/membership/billing/billing",
  "modules/notifications/notifications/notifications",
  "platform/jobs/worker",
];

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 1024 ** 3 }).trim();
}

/** The parent of the commit that added the newest migration. */
function findPrevious(): string {
  const newest = git("log", "-1", "--diff-filter=A", "--format=%H", "--", MIGRATIONS);
  if (newest === "") throw new Error("There is no history to find a previous release in.");
  return git("rev-parse", `${newest}^`);
}

/** Checks out a commit's files, with the packages installed here. */
function checkOut(commit: string, folder: string): void {
  const archive = path.join(folder, "release.tar");
  git("archive", "--output", archive, commit);
  execFileSync("tar", ["-xf", archive, "-C", folder]);
  rmSync(archive);
  for (const workspace of [".", "apps/server", "apps/web"])
    linkPackages(path.join(root, workspace, "node_modules"), path.join(folder, workspace, "node_modules"));
  // Its own workspace packages, not this release's.
  const own = path.join(folder, "node_modules/@app");
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own);
  for (const [parent, name] of ["packages", "apps"].flatMap((one) =>
    childrenOf(path.join(folder, one)).map((child) => [one, child]),
  ))
    symlinkSync(path.join(folder, parent ?? "", name ?? ""), path.join(own, name ?? ""));
}

function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of childrenOf(from)) symlinkSync(path.join(from, name), path.join(to, name));
}

function childrenOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

const [commit = findPrevious()] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-previous-"));
try {
  checkOut(commit, folder);
  const known = new Set(childrenOf(path.join(folder, MIGRATIONS)));
  const added = childrenOf(path.join(root, MIGRATIONS)).filter((name) => !known.has(name));
  console.log(`${git("log", "-1", "--format=%h %s", commit)}\non the schema with ${added.join(", ") || "nothing new"}`);
  cpSync(path.join(root, MIGRATIONS), path.join(folder, MIGRATIONS), { recursive: true });
  const stories = STORIES.map((story) => `apps/server/src/${story}.test.ts`);
  const vitest = path.join(root, "node_modules/vitest/vitest.mjs");
  // This tests the schema, not the speed of a busy machine.
  const limits = [`--test-timeout=${LIMIT_MS}`, `--hook-timeout=${LIMIT_MS}`];
  const running = spawn(process.execPath, [vitest, "run", "--project", "server", ...limits, ...stories], {
    cwd: folder,
    stdio: "inherit",
  });
  process.exitCode = await new Promise((resolve) => running.once("exit", (code) => resolve(code ?? 1)));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
