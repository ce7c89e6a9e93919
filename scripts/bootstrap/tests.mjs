import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runAttached } from "./run.mjs";

/**
 * Runs the checks, then every test. Its last line is `N passed, N failed`; the checks count as one.
 * @param args are passed to vitest; with any, the checks are skipped
 */
export async function runTests(node, env, args) {
  const checks = args.length > 0 ? null : await runAttached(node, [path.join(ROOT, "scripts/check.ts")], env);
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-report-"));
  try {
    const report = path.join(folder, "report.json");
    const vitest = path.join(ROOT, "node_modules/vitest/vitest.mjs");
    const options = ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const tests = await runAttached(node, [vitest, ...options, ...args], env);
    const counted = count(report);
    for (const line of counted.lucky) process.stdout.write(`\n${line}`);
    // With a pattern, vitest skips whatever has another name.
    if (!args.some(isPattern)) for (const line of counted.skipped) process.stdout.write(`\n${line}`);
    const passed = counted.passed + (checks === 0 ? 1 : 0);
    // An error outside of a test fails the run, whatever the report says.
    const failed = counted.failed + (checks ? 1 : 0) + (tests !== 0 && counted.failed === 0 ? 1 : 0);
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    return failed === 0 ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function count(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const hasFailed = (file) => file.assertionResults.some((test) => test.status === "failed");
    // A file that fails before its tests run counts as one failure.
    const broken = testResults.filter((file) => file.status === "failed" && !hasFailed(file)).length;
    const failed = numFailedTests + broken;
    return {
      passed: numPassedTests,
      failed,
      lucky: testResults.flatMap(luckyOf),
      skipped: testResults.flatMap(skippedOf),
    };
  } catch {
    return { passed: 0, failed: 1, lucky: [], skipped: [] };
  }
}

function isPattern(arg) {
  return arg.startsWith("-t") || arg.startsWith("--testNamePattern");
}

/** Tests that passed only on the retry: somebody should find out why. */
function luckyOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => {
      const [reason] = failureMessages[0].split("\n");
      return `Passed only at the second try: ${path.relative(ROOT, name)} > ${fullName}\n  ${reason}\n`;
    });
}

/** Tests that need what this machine lacks: their clauses are not proven here. */
function skippedOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status }) => status === "skipped" || status === "pending")
    .map(({ fullName }) => `Skipped on this machine: ${path.relative(ROOT, name)} > ${fullName}\n`);
}
