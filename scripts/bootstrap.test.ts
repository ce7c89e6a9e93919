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

describe("`npm test` after all tests have run", () => {
  type Status = "passed" | "failed" | "skipped";
  const toFile = (name: string, tests: Record<string, Status>) => ({
    name: at(name),
    status: Object.values(tests).includes("failed") ? "failed" : "passed",
    assertionResults: Object.entries(tests).map(([fullName, status]) => ({
      fullName,
      status,
      failureMessages: status === "failed" ? ["Timeout 30000ms exceeded.\n    at shell"] : [],
    })),
  });

  /** Runs all tests with a vitest that reports these files, one report after the other, and keeps its arguments. */
  function runAll(...reports: ReturnType<typeof toFile>[][]) {
    mkdirSync(at("node_modules/vitest"), { recursive: true });
    writeFileSync(at("scripts/check.ts"), "");
    writeFileSync(at("reports.json"), JSON.stringify(reports));
    writeFileSync(
      at("node_modules/vitest/vitest.mjs"),
      `import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
       const [testResults, ...later] = JSON.parse(readFileSync("reports.json", "utf8"));
       writeFileSync("reports.json", JSON.stringify(later));
       appendFileSync(process.env.ASKED, process.argv.slice(2).filter((one) => !one.startsWith("--")).join(" ") + "\\n");
       const option = process.argv.find((one) => one.startsWith("--outputFile.json="));
       writeFileSync(option.slice("--outputFile.json=".length), JSON.stringify({ testResults }));
       process.exitCode = testResults.some(({ status }) => status === "failed") ? 1 : 0;`,
    );
    const script = `import { runTests } from ${JSON.stringify(at("scripts/bootstrap/tests.mjs"))};
      process.exitCode = await runTests(process.execPath, process.env, []);`;
    return run(process.execPath, "--input-type=module", "--eval", script);
  }

  test("runs failed files of journeys once more, and names what passed only then, and what was skipped", () => {
    const server = toFile("apps/server/src/one.test.ts", { "a rule": "passed" });
    const { code, said } = runAll(
      [server, toFile("e2e/shell.test.ts", { "the menu opens": "failed", "the menu speaks": "skipped" })],
      [toFile("e2e/shell.test.ts", { "the menu opens": "passed", "the menu speaks": "skipped" })],
    );
    expect(readFileSync(asked, "utf8")).toBe(`run\nrun e2e ${at("e2e/shell.test.ts")}\n`);
    expect(code).toBe(0);
    expect(said.trimEnd().split("\n").slice(-7)).toEqual([
      "",
      "Passed only at the second try: e2e/shell.test.ts > the menu opens",
      "  Timeout 30000ms exceeded.",
      "",
      "Skipped on this machine: e2e/shell.test.ts > the menu speaks",
      "",
      "3 passed, 0 failed",
    ]);
  });

  test("counts a journey that fails again", () => {
    const failed = toFile("e2e/shell.test.ts", { "the menu opens": "failed", "the menu closes": "passed" });
    const { code, said } = runAll([failed], [failed]);
    expect(code).toBe(1);
    expect(said).not.toContain("second try");
    expect(said.trimEnd().split("\n").at(-1)).toBe("2 passed, 1 failed");
  });

  test("counts a file of journeys that did not come to its tests", () => {
    const broken = { name: at("e2e/shell.test.ts"), status: "failed", assertionResults: [] };
    const again = runAll([broken], [toFile("e2e/shell.test.ts", { "the menu opens": "passed" })]);
    expect(again.said).toContain("Passed only at the second try: e2e/shell.test.ts\n  It failed before its tests ran.");
    expect(again.said.trimEnd().split("\n").at(-1)).toBe("2 passed, 0 failed");
    expect(runAll([broken], [broken]).said.trimEnd().split("\n").at(-1)).toBe("1 passed, 1 failed");
  });

  test("tries nothing again but journeys, and these only if a few failed", () => {
    const server = toFile("apps/server/src/one.test.ts", { "a rule": "failed" });
    expect(runAll([server]).said.trimEnd().split("\n").at(-1)).toBe("1 passed, 1 failed");
    const five = Array.from({ length: 5 }, (_, at) => toFile(`e2e/${at}.test.ts`, { one: "failed" }));
    expect(runAll(five).said.trimEnd().split("\n").at(-1)).toBe("1 passed, 5 failed");
    expect(readFileSync(asked, "utf8")).toBe("run\nrun\n");
  });
});
