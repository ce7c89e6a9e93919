import { readFileSync } from "node:fs";
import path from "node:path";
import { answers, sharedHomeOf, toUrl } from "./embedded-postgres.ts";

/**
 * Finds the embedded database that a running product uses on this data folder, for staff commands.
 * @returns its URL; null: none runs
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

/** In `postmaster.pid`, which exists while PostgreSQL runs. */
const PORT_LINE = 3;

function readLine(file: string, at: number): string | null {
  try {
    return readFileSync(file, "utf8").split("\n")[at]?.trim() ?? null;
  } catch {
    return null;
  }
}
