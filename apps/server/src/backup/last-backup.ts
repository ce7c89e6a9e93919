import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

/** Beside the data, so that `npm run doctor` knows it on the machine that makes the backups. */
const fileIn = (dataDir: string) => path.join(dataDir, "last-backup");

export function saveLastBackup(dataDir: string, at: Date): void {
  writeFileSync(fileIn(dataDir), `${at.toISOString()}\n`, { mode: 0o600 });
}

/** @returns null: there is none */
export function readLastBackup(dataDir: string): Date | null {
  try {
    const at = new Date(readFileSync(fileIn(dataDir), "utf8").trim());
    return Number.isNaN(at.getTime()) ? null : at;
  } catch {
    return null;
  }
}
