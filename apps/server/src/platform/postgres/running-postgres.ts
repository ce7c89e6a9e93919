import { readFileSync } from "node:fs";
import path from "node:path";
import { answers, sharedHomeOf, toUrl } from "./embedded-postgres.ts";

/**
 * Finds the embedded database of a product that is running on this data folder, for commands beside it.
 * @returns its address, null when none runs
 */
export async function findRunningPostgres(dataDir: string): Promise<string | null> {
  for (const home of [dataDir, sharedHomeOf(dataDir)]) {
    const port = readLine(path.join(home, "postgres", "postmaster.pid"), PORT_LINE);
    const password = readLine(path.join(dataDir, "postgres.password"), 0);
    if (port === null || password === null || !/^\d+$/.test(port)) continue;
    const url = toUrl(password, Number(port));
    if (await answers(url)) return url;
  }
  return null;
}

/** Of the file that a postmaster keeps while it runs. */
const PORT_LINE = 3;

function readLine(file: string, at: number): string | null {
  try {
    return readFileSync(file, "utf8").split("\n")[at]?.trim() ?? null;
  } catch {
    return null;
  }
}
