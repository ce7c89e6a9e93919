import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import path from "node:path";

/**
 * `npm run check`: every rule that a program can check, as many at a time as there are processors. Reports all
 * failures, not only the first.
 */
const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", name);

/** Decision 0099. Each further checker repeats part of the work, and the other checks keep the processors busy. */
const TSC = bin("typescript-native/bin/tsc");
const ONE_CHECKER = ["--checkers", "1"];

const CHECKS: [name: string, program: string, ...args: string[]][] = [
  ["format and lint", bin("@biomejs/biome/bin/biome"), "check", "--error-on-warnings"],
  [
    "promises and sizes",
    bin("oxlint/bin/oxlint"),
    "--type-aware",
    "--quiet",
    "apps",
    "packages",
    "scripts",
    "bench",
    "cluster",
    "e2e",
  ],
  ["types", TSC, "-p", ".", ...ONE_CHECKER],
  ["types of the page", TSC, "-p", "apps/web", ...ONE_CHECKER],
  ["arrows", bin("dependency-cruiser/bin/dependency-cruise.mjs"), "apps", "packages"],
  ["dead code", bin("knip/bin/knip.js"), "--no-progress"],
  ["table owners", path.join(root, "scripts/check/table-owners.ts")],
  ["retired words", path.join(root, "scripts/check/retired-words.ts")],
  ["paths in documents", path.join(root, "scripts/check/doc-paths.ts")],
  ["contrast", path.join(root, "scripts/check/contrast.ts")],
];

const left = [...CHECKS];
await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, checkInTurn));

async function checkInTurn(): Promise<void> {
  for (let next = left.shift(); next; next = left.shift()) {
    const [name, ...command] = next;
    const startedMs = Date.now();
    const { hasPassed, said } = await run(command);
    console.log(`${hasPassed ? "✓" : "✗"} ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
    if (hasPassed) continue;
    console.log(said);
    process.exitCode = 1;
  }
}

function run(command: string[]): Promise<{ hasPassed: boolean; said: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, command, { cwd: root, maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve({ hasPassed: error === null, said: `${stdout}${stderr}`.trimEnd() });
    });
  });
}
