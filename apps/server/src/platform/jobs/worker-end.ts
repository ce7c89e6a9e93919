import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** In DATA_DIR while no worker stays up, so that `npm run doctor` can say why. */
const FILE = "worker-ended.json";

const workerEnd = z.object({ at: z.iso.datetime(), reason: z.string() });

const LINES_MAX = 12;
const CHARS_MAX = 2_000;
/** Variables whose values must not get into a log. */
const SECRET_NAME = /SECRET|KEY|PASSWORD|TOKEN|URL/;
const SECRET_MIN_CHARS = 6;

/**
 * The last lines that a worker wrote to its standard error, without secrets: neither the values of such variables nor the
 * name and password in a URL.
 */
export function toReason(stderr: string, environment: NodeJS.ProcessEnv): string {
  const secrets = Object.entries(environment)
    .filter(([name, value = ""]) => SECRET_NAME.test(name) && value.length >= SECRET_MIN_CHARS)
    .sort(([, one = ""], [, other = ""]) => other.length - one.length);
  let text = stderr;
  for (const [name, value = ""] of secrets) text = text.replaceAll(value, `[${name}]`);
  const lines = text
    .replace(/:\/\/[^\s/@]+@/g, "://[redacted]@")
    .split("\n")
    .filter((line) => line.trim() !== "");
  return lines.slice(-LINES_MAX).join("\n").slice(-CHARS_MAX);
}

export function saveWorkerEnd(dataDir: string, reason: string): void {
  writeFileSync(path.join(dataDir, FILE), JSON.stringify({ at: new Date().toISOString(), reason }), { mode: 0o600 });
}

/** @returns null: the worker runs, or never ended by itself, or the reason could not be written, as on a full disk */
export function readWorkerEnd(dataDir: string): { at: Date; reason: string } | null {
  try {
    const { at, reason } = workerEnd.parse(JSON.parse(readFileSync(path.join(dataDir, FILE), "utf8")));
    return { at: new Date(at), reason };
  } catch {
    return null;
  }
}

export function deleteWorkerEnd(dataDir: string): void {
  rmSync(path.join(dataDir, FILE), { force: true });
}
