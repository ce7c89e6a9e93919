import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { AppError } from "../errors.ts";
import { type ProgramLimits, sandboxCommand } from "../sandboxed-process.ts";
import { PIXELS_MAX } from "./plain-picture.ts";

const CHILD = fileURLToPath(new URL("./redraw-child.ts", import.meta.url));
const GIB = 1024 ** 3;
/** Node reserves 2 GB of address space that it never uses; 50 million interlaced pixels take 0.3 GB. */
const LIMITS: ProgramLimits = { cpuS: 10, memoryBytes: 3 * GIB, fileBytes: 0, niceness: 10 };
/** The largest picture takes 1.5 s on a free core; a busy machine needs longer. */
const DEADLINE_MS = 30_000;
const RETRY_AFTER_S = 10;

const NOT_A_PICTURE = 3;
/** Signals of a process that exceeded its CPU time or memory, or that a broken file crashed. */
const SIGNALS_OF_A_BAD_PICTURE = new Set<NodeJS.Signals | null>([
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
 * Redraws a picture in a process of its own, without network, with limits on CPU time and memory, and with a deadline.
 * @returns null: not a picture, or one that exceeds the limits
 * @throws AppError `unavailable` the machine is too busy to finish in time
 */
export async function redrawInChild(
  searchPath: string,
  bytes: Buffer,
  frame: Frame,
  { limits = LIMITS, deadlineMs = DEADLINE_MS } = {},
): Promise<Redrawn | null> {
  const [program = "", ...args] = [
    ...sandboxCommand(limits),
    process.execPath,
    CHILD,
    JSON.stringify({ ...frame, pixelsMax: PIXELS_MAX }),
  ];
  const deadline = AbortSignal.timeout(deadlineMs);
  const child = spawn(program, args, {
    // An environment without our secrets.
    env: { PATH: searchPath, LC_ALL: "C" },
    stdio: ["pipe", "pipe", "pipe"],
    signal: deadline,
    killSignal: "SIGKILL",
  });
  const out: Buffer[] = [];
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-2_000);
  });
  // It may exit before it has read everything.
  child.stdin.on("error", () => undefined);
  child.stdin.end(bytes);
  const { exitCode, signal } = await new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      child.once("error", (error) => {
        if (!deadline.aborted) reject(error);
      });
      child.once("close", (code, signal) => resolve({ exitCode: code, signal }));
    },
  );
  if (deadline.aborted)
    throw new AppError("unavailable", "The server is busy. Please send the picture again in a moment.", {
      retryAfterS: RETRY_AFTER_S,
    });
  if (exitCode === 0) return toRedrawn(Buffer.concat(out));
  if (exitCode === NOT_A_PICTURE || SIGNALS_OF_A_BAD_PICTURE.has(signal)) return null;
  throw new Error(`the drawing process ended with ${exitCode ?? signal}: ${stderr}`);
}

function toRedrawn(out: Buffer): Redrawn {
  return { widthPx: out.readUInt32BE(0), webp: out.subarray(4) };
}
