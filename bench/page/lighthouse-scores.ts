import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import type { Settings } from "../settings.ts";

export const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;
export type Category = (typeof CATEGORIES)[number];
export type Screen = "desktop" | "mobile";

export type Scores = {
  /** Points out of 100. */
  points: Record<Category, number>;
  /** What costs points, by Lighthouse's names. */
  faults: string[];
};

type Report = {
  finalDisplayedUrl: string;
  runtimeError?: { message: string };
  categories: Record<Category, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null }>;
};

const CLI = "node_modules/lighthouse/cli/index.js";
const LIMIT_MS = 180_000;
/** Lighthouse sometimes loses a page's trace, and says that it should be run again. */
const TRIES = 3;
/** A report contains screenshots of the page. */
const MOST_BYTES = 64_000_000;

const run = promisify(execFile);

/**
 * Measures a URL in a running browser, with an empty cache and the same session.
 * @throws Error if Lighthouse failed, or was redirected to another page
 */
export async function readScores(
  { lighthousePath }: Settings,
  { port, url, screen }: { port: number; url: string; screen: Screen },
): Promise<Scores> {
  const args = [
    ...[path.resolve(lighthousePath ?? "", CLI), url, `--port=${port}`, "--output=json", "--quiet"],
    ...["--no-enable-error-reporting", `--only-categories=${CATEGORIES.join(",")}`],
    ...(screen === "desktop" ? ["--preset=desktop"] : []),
  ];
  const report = JSON.parse(await ask(args)) as Report;
  if (report.runtimeError) throw new Error(`Lighthouse could not look at ${url}: ${report.runtimeError.message}`);
  if (report.finalDisplayedUrl !== url) throw new Error(`${url} led to ${report.finalDisplayedUrl}`);
  const pointsOf = (category: Category) => Math.round((report.categories[category].score ?? Number.NaN) * 100);
  return {
    points: {
      performance: pointsOf("performance"),
      accessibility: pointsOf("accessibility"),
      "best-practices": pointsOf("best-practices"),
      seo: pointsOf("seo"),
    },
    faults: CATEGORIES.flatMap((category) => report.categories[category].auditRefs)
      .filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  };
}

async function ask(args: readonly string[]): Promise<string> {
  for (let tried = 1; ; tried++) {
    try {
      return (await run(process.execPath, args, { timeout: LIMIT_MS, maxBuffer: MOST_BYTES })).stdout;
    } catch (error) {
      if (tried === TRIES) throw error;
    }
  }
}
