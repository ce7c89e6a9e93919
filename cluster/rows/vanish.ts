import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { type Measure, seconds } from "./row.ts";

const FREE_WITHIN_MS = 30_000;
const LIMIT_MS = 180_000;

type Vanished = { uploadMs: number; transactionMs: number; isPlainHeld: boolean };

/** Runs beside the cluster, with a separate PostgreSQL, because it takes the network away. */
export const loseNetwork: Measure = async () => {
  const isRoot = process.getuid?.() === 0;
  const alone = isRoot ? ["--net"] : ["--user", "--map-current-user", "--keep-caps", "--net"];
  const program = path.resolve(import.meta.dirname, "../vanish.ts");
  const { stdout } = await promisify(execFile)("unshare", [...alone, process.execPath, program], { timeout: LIMIT_MS });
  const { uploadMs, transactionMs, isPlainHeld } = JSON.parse(stdout) as Vanished;
  return {
    measured: `the lock of an upload was free ${seconds(uploadMs)} after, that of a transaction ${seconds(transactionMs)}; a connection without our settings ${isPlainHeld ? "kept its lock" : "lost its lock too"}`,
    holds: Math.max(uploadMs, transactionMs) <= FREE_WITHIN_MS && isPlainHeld,
  };
};
