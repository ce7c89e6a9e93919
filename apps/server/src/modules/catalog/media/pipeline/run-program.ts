import { spawn } from "node:child_process";
import { type ProgramLimits, sandboxCommand } from "#platform/sandboxed-process.ts";

export type ProgramRun = {
  program: string;
  args: readonly string[];
  searchPath: string;
  /** The private working folder. The program gets every file name relative to it. */
  folder: string;
  limits: ProgramLimits;
  signal: AbortSignal;
  /** Called for each line of standard output, cut to 4,096 characters. */
  onLine?: (line: string) => void;
  /** Called for each line of standard error, cut to 4,096 characters. */
  onErrorLine?: (line: string) => void;
  /** Keep up to this many characters of standard output. */
  keepChars?: number;
};

export type ProgramEnd = {
  /** Null if a signal ended it. */
  exitCode: number | null;
  endedBy: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
};

const STDERR_KEPT = 16 * 1024;
const LINE_KEPT = 4 * 1024;

/**
 * Runs a media program on an untrusted file: with an argument array instead of a shell, an empty environment and a
 * sandbox. An aborted `signal` kills it at once, because its output is no longer wanted.
 * @throws the reason of `signal`, whatever `onLine` throws, or ENOENT if the program is not installed
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const [program = "", ...args] = [...sandboxCommand(run.limits), run.program, ...run.args];
  return new Promise((resolve, reject) => {
    run.signal.throwIfAborted();
    const child = spawn(program, args, {
      cwd: run.folder,
      env: { PATH: run.searchPath, LC_ALL: "C", HOME: run.folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let fault: { reason: unknown } | undefined;
    const stop = (reason: unknown) => {
      fault ??= { reason };
      child.kill("SIGKILL");
    };
    const onAbort = () => stop(run.signal.reason);
    run.signal.addEventListener("abort", onAbort, { once: true });
    let stdout = "";
    let stderr = "";
    const readLines = createLineReader(run.onLine, stop);
    const readErrorLines = createLineReader(run.onErrorLine, stop);
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      stdout += chunk.slice(0, Math.max(0, (run.keepChars ?? 0) - stdout.length));
      readLines(chunk);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_KEPT);
      readErrorLines(chunk);
    });
    child.once("error", (error) => {
      run.signal.removeEventListener("abort", onAbort);
      reject(error);
    });
    child.once("close", (exitCode, endedBy) => {
      run.signal.removeEventListener("abort", onAbort);
      if (fault) reject(fault.reason);
      else resolve({ exitCode, endedBy, stdout, stderr });
    });
  });
}

/** Splits a stream into lines. @param onFault called with what the reader throws */
function createLineReader(
  onLine: ((line: string) => void) | undefined,
  onFault: (fault: unknown) => void,
): (chunk: string) => void {
  if (!onLine) return () => undefined;
  let rest = "";
  return (chunk) => {
    const lines = chunk.split("\n");
    const last = lines.pop() ?? "";
    try {
      for (const line of lines) {
        onLine((rest + line).slice(0, LINE_KEPT));
        rest = "";
      }
      rest = (rest + last).slice(0, LINE_KEPT);
    } catch (fault) {
      onFault(fault);
    }
  };
}
