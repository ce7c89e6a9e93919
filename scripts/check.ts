import { spawnSync } from "node:child_process";
import path from "node:path";

/** `npm run check`: every rule that a program can hold. Says all that is wrong, and not only the first thing. */
const root = path.resolve(import.meta.dirname, "..");
const bin = (name: string): string => path.join(root, "node_modules", name);

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
    "e2e",
  ],
  ["types", bin("typescript/bin/tsc"), "-p", "."],
  ["types of the page", bin("typescript/bin/tsc"), "-p", "apps/web"],
  ["arrows", bin("dependency-cruiser/bin/dependency-cruise.mjs"), "apps", "packages"],
  ["dead code", bin("knip/bin/knip.js"), "--no-progress"],
  ["table owners", path.join(root, "scripts/check/table-owners.ts")],
  ["contrast", path.join(root, "scripts/check/contrast.ts")],
];

const failed = CHECKS.filter(([name, ...command]) => {
  const startedMs = Date.now();
  const ran = spawnSync(process.execPath, command, { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  const hasPassed = ran.status === 0;
  console.log(`${hasPassed ? "✓" : "✗"} ${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`);
  if (!hasPassed) console.log(`${ran.stdout}${ran.stderr}`.trimEnd());
  return !hasPassed;
});
if (failed.length > 0) process.exitCode = 1;
