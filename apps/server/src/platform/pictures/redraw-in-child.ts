import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AppError } from "../errors.ts";
import { jail, type ProgramLimits } from "../jail.ts";
import { MOST_PIXELS } from "./plain-picture.ts";

const CHILD = fileURLToPath(new URL("./redraw-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/** Node takes two of the gigabytes as addresses that it never uses; 50 million interlaced pixels take 0.3. */
const LIMITS: ProgramLimits = { cpuS: 10, memoryBytes: 3 * GIB, fileBytes: 0, niceness: 10 };
/** The same picture takes a second and a half on a processor of its own; on a busy machine it has to wait for one. */
const DEADLINE_MS = 30_000;
const RETRY_AFTER_S = 10;

const NOT_A_PICTURE = 3;
/** What ends a process that has used up its CPU time or its memory, or that a broken file has crashed. */
const ENDED_BY_THE_PICTURE = new Set<NodeJS.Signals | null>([
  "SIGKILL",
  "SIGXCPU",
  "SIGABRT",
  "SIGSEGV",
  "SIGBUS",
  "SIGTRAP",
]);

export type Frame = { widthPx: number; heightPx: number; fit: "inside" | "cover" };
export type Redrawn = { webp: Buffer; widthPx: number };

/**
 * Draws a picture anew in a process of its own, with no network, a limit of CPU time and memory, and a deadline.
 * @returns null for what is no picture, or one that takes too much
 * @throws AppError `unavailable` the machine is too busy to end it in time
 */
export async function redrawInChild(
  searchPath: string,
  bytes: Buffer,
  frame: Frame,
  { limits = LIMITS, deadlineMs = DEADLINE_MS } = {},
): Promise<Redrawn | null> {
  const [program = "", ...args] = [
    ...jail(limits),
    process.execPath,
    CHILD,
    JSON.stringify({ ...frame, mostPixels: MOST_PIXELS }),
  ];
  const deadline = AbortSignal.timeout(deadlineMs);
  const child = spawn(program, args, {
    // Nothing of ours: its environment has no secrets in it.
    env: { PATH: searchPath, LC_ALL: "C" },
    stdio: ["pipe", "pipe", "pipe"],
    signal: deadline,
    killSignal: "SIGKILL",
  });
  const out: Buffer[] = [];
  let fault = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    fault = (fault + chunk).slice(-2_000);
  });
  // It may end before it has read all.
  child.stdin.on("error", () => undefined);
  child.stdin.end(bytes);
  const { exitCode, endedBy } = await new Promise<{ exitCode: number | null; endedBy: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once("error", (error) => {
        if (!deadline.aborted) reject(error);
      });
      child.once("close", (code, signal) => resolve({ exitCode: code, endedBy: signal }));
    },
  );
  if (deadline.aborted)
    throw new AppError("unavailable", "The server is busy. Please send the picture again in a moment.", {
      retryAfterS: RETRY_AFTER_S,
    });
  if (exitCode === 0) return toRedrawn(Buffer.concat(out));
  if (exitCode === NOT_A_PICTURE || ENDED_BY_THE_PICTURE.has(endedBy)) return null;
  throw new Error(`the process that draws pictures ended with ${exitCode ?? endedBy}: ${fault}`);
}

function toRedrawn(out: Buffer): Redrawn {
  return { widthPx: out.readUInt32BE(0), webp: out.subarray(4) };
}
