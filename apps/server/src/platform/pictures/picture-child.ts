import { spawn } from "node:child_process";
import { AppError } from "../errors.ts";
import { type ProgramLimits, sandboxCommand } from "../sandboxed-process.ts";

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

type PictureChild = {
  /** Path of the program, and what it is told. */
  script: string;
  task: object;
  searchPath: string;
  limits: ProgramLimits;
  deadlineMs: number;
  signal?: AbortSignal | undefined;
};

/**
 * Passes a picture to a program in a process of its own, without network, with limits on CPU time and memory, and with a
 * deadline.
 * @returns what it wrote; null: not a picture, or one that exceeds the limits
 * @throws AppError `unavailable` the machine is too busy to finish in time; the signal's reason once it is aborted
 */
export async function runPictureChild(child: PictureChild, bytes: Buffer): Promise<Buffer | null> {
  const [program = "", ...args] = [
    ...sandboxCommand(child.limits),
    process.execPath,
    child.script,
    JSON.stringify(child.task),
  ];
  const deadline = AbortSignal.timeout(child.deadlineMs);
  const stop = AbortSignal.any([deadline, ...(child.signal ? [child.signal] : [])]);
  const running = spawn(program, args, {
    // An environment without our secrets. Each further arena of malloc would reserve address space for its thread.
    env: { PATH: child.searchPath, LC_ALL: "C", MALLOC_ARENA_MAX: "2" },
    stdio: ["pipe", "pipe", "pipe"],
    signal: stop,
    killSignal: "SIGKILL",
  });
  const out: Buffer[] = [];
  let stderr = "";
  running.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  running.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    stderr = (stderr + chunk).slice(-2_000);
  });
  // It may exit before it has read everything.
  running.stdin.on("error", () => undefined);
  running.stdin.end(bytes);
  const { exitCode, signal } = await new Promise<{ exitCode: number | null; signal: NodeJS.Signals | null }>(
    (resolve, reject) => {
      running.once("error", (error) => {
        if (!stop.aborted) reject(error);
      });
      running.once("close", (code, endedBy) => resolve({ exitCode: code, signal: endedBy }));
    },
  );
  child.signal?.throwIfAborted();
  if (deadline.aborted)
    throw new AppError("unavailable", "The server is busy. Please send the picture again in a moment.", {
      retryAfterS: RETRY_AFTER_S,
    });
  if (exitCode === 0) return Buffer.concat(out);
  if (exitCode === NOT_A_PICTURE || SIGNALS_OF_A_BAD_PICTURE.has(signal)) return null;
  throw new Error(`the drawing process ended with ${exitCode ?? signal}: ${stderr}`);
}
