import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { toLean } from "./bootstrap/lean.mjs";

/** A copy of the bootstrap with a fake `npm` that only records its arguments. */
const root = mkdtempSync(path.join(tmpdir(), "fieldhouse set up "));
const at = (file: string): string => path.join(root, file);
const asked = at("asked");
afterAll(() => rmSync(root, { recursive: true, force: true }));

beforeEach(() => {
  rmSync(root, { recursive: true, force: true });
  for (const folder of ["apps/server/src", "bin"]) mkdirSync(at(folder), { recursive: true });
  const own = path.resolve(import.meta.dirname, "..");
  for (const part of ["scripts/bootstrap", "scripts/bootstrap.mjs", ".ci"])
    cpSync(path.join(own, part), at(part), { recursive: true });
  writeFileSync(at("package-lock.json"), "{}");
  writeFileSync(at("apps/server/src/staff.ts"), 'console.log("the command ran");\n');
  giveNpm('echo "$@" > "$ASKED"; mkdir -p node_modules');
});

function giveNpm(script: string): void {
  writeFileSync(at("bin/npm"), `#!/bin/sh\n${script}\n`);
  chmodSync(at("bin/npm"), 0o755);
}

function run(program: string, ...args: string[]): { code: number | null; said: string } {
  const env = { PATH: `${at("bin")}:${process.env.PATH}`, ASKED: asked };
  const { status, stdout } = spawnSync(program, args, { cwd: root, env, encoding: "utf8" });
  return { code: status, said: stdout };
}

test("a user's NODE_OPTIONS come after the memory limits, and so take precedence", () => {
  expect(toLean({ NODE_OPTIONS: "--max-old-space-size=4096" })).toMatchObject({
    MALLOC_ARENA_MAX: "2",
    NODE_OPTIONS: "--max-semi-space-size=4 --max-old-space-size=1024 --max-old-space-size=4096",
  });
});

describe("npm run staff", () => {
  test("does not reinstall the packages of a running product, whoever installed them", () => {
    mkdirSync(at("node_modules"));
    const { code, said } = run(process.execPath, at("scripts/bootstrap.mjs"), "staff");
    expect({ code, said }).toEqual({ code: 0, said: "the command ran\n" });
    expect(existsSync(asked)).toBe(false);
  });

  test("installs missing packages, with those that build the page, also in production", () => {
    expect(run(process.execPath, at("scripts/bootstrap.mjs"), "staff").code).toBe(0);
    expect(readFileSync(asked, "utf8")).toContain("ci --include=dev");
  });
});

describe(".ci/run", () => {
  test.each([
    ["tests that passed", "echo '3 passed, 0 failed'", 0, "3 passed, 0 failed"],
    ["tests that failed", "echo '2 passed, 1 failed'; exit 1", 1, "2 passed, 1 failed"],
    ["no counts at all, with a good exit code", "exit 0", 1, "0 passed, 1 failed"],
  ])("reports %s in its last line and its exit code", (_, script, code, line) => {
    giveNpm(script);
    const ran = run("bash", at(".ci/run"));
    expect(ran.code).toBe(code);
    expect(ran.said.trimEnd().split("\n").at(-1)).toBe(line);
  });
});

test("tests that passed only at the second try, with their first failure, and skipped ones are named before the counts", () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 0,
    testResults: [
      {
        name: at("e2e/shell.test.ts"),
        status: "passed",
        assertionResults: [
          {
            fullName: "the menu opens",
            status: "passed",
            failureMessages: ["Timeout 30000ms exceeded.\n    at shell"],
          },
          { fullName: "the menu closes", status: "passed", failureMessages: [] },
          { fullName: "the menu speaks", status: "skipped", failureMessages: [] },
        ],
      },
    ],
  };
  mkdirSync(at("node_modules/vitest"), { recursive: true });
  writeFileSync(
    at("node_modules/vitest/vitest.mjs"),
    `import { writeFileSync } from "node:fs";
     const option = process.argv.find((one) => one.startsWith("--outputFile.json="));
     writeFileSync(option.slice("--outputFile.json=".length), ${JSON.stringify(JSON.stringify(report))});`,
  );
  const script = `import { runTests } from ${JSON.stringify(at("scripts/bootstrap/tests.mjs"))};
    process.exitCode = await runTests(process.execPath, process.env, ["e2e"]);`;
  const { code, said } = run(process.execPath, "--input-type=module", "--eval", script);
  expect(code).toBe(0);
  expect(said.trimEnd().split("\n")).toEqual([
    "",
    "Passed only at the second try: e2e/shell.test.ts > the menu opens",
    "  Timeout 30000ms exceeded.",
    "",
    "Skipped on this machine: e2e/shell.test.ts > the menu speaks",
    "",
    "2 passed, 0 failed",
  ]);
});
