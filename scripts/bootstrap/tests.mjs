import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runAttached } from "./run.mjs";

/** With more failed files the change is at fault, not the machine. */
const MOST_TRIED_AGAIN = 4;

/**
 * Runs the checks, then every test, then once more the files of journeys that failed
 * (docs/decisions/0027-browser-tests-retry-once.md). Its last line is `N passed, N failed`; the checks count as one.
 * @param args are passed to vitest; with any, the checks and the second try are skipped
 */
export async function runTests(node, env, args) {
  const isWhole = args.length === 0;
  const checks = isWhole ? await runAttached(node, [path.join(ROOT, "scripts/check.ts")], env) : null;
  const tests = await (isWhole ? runTwice(node, env) : runVitest(node, env, args));
  // With a pattern, vitest skips whatever has another name.
  if (!args.some(isPattern)) for (const file of tests.files) say(skippedOf(file));
  const passed = sum(tests.files, (file) => testsOf(file, "passed").length) + (checks === 0 ? 1 : 0);
  const failures = sum(tests.files, failuresOf);
  // An error outside of a test fails the run, whatever the report says.
  const failed = (failures || (tests.code === 0 ? 0 : 1)) + (checks ? 1 : 0);
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}

/** Runs everything, and the files of journeys that failed once more; of these the second run counts. */
async function runTwice(node, env) {
  const first = await runVitest(node, env, []);
  const late = first.files.filter(isFailedJourney);
  if (late.length === 0 || late.length > MOST_TRIED_AGAIN) return first;
  process.stdout.write("\nOnce more, each with a product of its own, the journeys that failed:\n");
  const again = await runVitest(node, env, ["--project", "e2e", ...late.map(({ name }) => name)]);
  for (const file of late) say(luckyOf(file, again.files));
  return { code: again.code, files: [...first.files.filter((file) => !late.includes(file)), ...again.files] };
}

/** @returns {Promise<{ code: number, files: object[] }>} the exit code, and the report of each file */
async function runVitest(node, env, args) {
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-report-"));
  try {
    const report = path.join(folder, "report.json");
    const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
    const options = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runAttached(node, [vitest, ...options, ...args], env);
    return { code, files: readReport(report) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without a report the run ended before its end. */
function readReport(report) {
  try {
    return JSON.parse(readFileSync(report, "utf8")).testResults;
  } catch {
    return [{ name: path.join(ROOT, "vitest"), status: "failed", assertionResults: [] }];
  }
}

function isFailedJourney(file) {
  return failuresOf(file) > 0 && path.relative(ROOT, file.name).startsWith(`e2e${path.sep}`);
}

/** A file that fails before its tests run counts as one failure. */
function failuresOf(file) {
  const failed = testsOf(file, "failed").length;
  return failed === 0 && file.status === "failed" ? 1 : failed;
}

function testsOf(file, status) {
  return file.assertionResults.filter((test) => test.status === status);
}

function sum(files, countOf) {
  return files.reduce((total, file) => total + countOf(file), 0);
}

function isPattern(arg) {
  return arg.startsWith("-t") || arg.startsWith("--testNamePattern");
}

function say(lines) {
  for (const line of lines) process.stdout.write(`\n${line}\n`);
}

/** Tests of a file that passed only at the second try: somebody should find out why. */
function luckyOf(file, again) {
  const second = again.find(({ name }) => name === file.name);
  if (!second || failuresOf(second) > 0) return [];
  const name = path.relative(ROOT, file.name);
  const failed = testsOf(file, "failed");
  if (failed.length === 0) return [`Passed only at the second try: ${name}\n  It failed before its tests ran.`];
  return failed.map(({ fullName, failureMessages }) => {
    const [reason] = failureMessages[0].split("\n");
    return `Passed only at the second try: ${name} > ${fullName}\n  ${reason}`;
  });
}

/** Tests that need what this machine lacks: their clauses are not proven here. */
function skippedOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === "skipped" || status === "pending")
    .map(({ fullName }) => `Skipped on this machine: ${path.relative(ROOT, name)} > ${fullName}`);
}
