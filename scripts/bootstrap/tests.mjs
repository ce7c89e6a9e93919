import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "./paths.mjs";
import { runAttached } from "./run.mjs";

/**
 * Everything that proves the product: the checks, then every test. Its last line is
 * `N passed, N failed`; the checks count as one.
 * @param args go to vitest, and then the checks are left out
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
    const passed = counted.passed + (checks === 0 ? 1 : 0);
    // A run that broke outside of a test has failed, whatever the report says.
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
    // A file that broke before its tests has none that failed, and counts as one.
    const broken = testResults.filter((file) => file.status === "failed" && !hasFailed(file)).length;
    return { passed: numPassedTests, failed: numFailedTests + broken, lucky: testResults.flatMap(luckyOf) };
  } catch {
    return { passed: 0, failed: 1, lucky: [] };
  }
}

/** What passed though it has failed: it was tried twice, and somebody should look why. */
function luckyOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(({ fullName, failureMessages }) => {
      const [reason] = failureMessages[0].split("\n");
      return `Passed only at the second try: ${path.relative(ROOT, name)} > ${fullName}\n  ${reason}\n`;
    });
}
