import { spawn, spawnSync } from "node:child_process";

export type ProgramLimits = {
  /** Seconds of CPU time over all threads. */
  cpuS: number;
  /** Bytes of address space. */
  memoryBytes: number;
  /** Largest file it may write, in bytes. */
  fileBytes: number;
};

export type ProgramRun = {
  program: string;
  args: readonly string[];
  searchPath: string;
  /** The private folder it runs in; every file it is told of is named relative to it. */
  folder: string;
  limits: ProgramLimits;
  signal: AbortSignal;
  onLine?: (line: string) => void;
  /** Keep what it prints, up to this many bytes. */
  keepBytes?: number;
};

export type ProgramEnd = { exitCode: number | null; stdout: string; stderr: string };

const STDERR_KEPT = 16 * 1024;
const TERM_GRACE_MS = 3_000;

/**
 * Runs a media program on a stranger's file: an argument array and never a shell, an empty
 * environment, limits on CPU, memory and file size, a low priority, and no network where the system
 * lets us take it away. Ends with `signal`.
 * @throws the reason of `signal`, or ENOENT when the program is not installed
 */
export function runProgram(run: ProgramRun): Promise<ProgramEnd> {
  const [program, ...args] = [...jail(run.limits), run.program, ...run.args];
  if (program === undefined) throw new RangeError("no program");
  return new Promise((resolve, reject) => {
    run.signal.throwIfAborted();
    const child = spawn(program, args, {
      cwd: run.folder,
      env: { PATH: run.searchPath, LC_ALL: "C", HOME: run.folder },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const stop = () => {
      child.kill("SIGTERM");
      setTimeout(() => child.kill("SIGKILL"), TERM_GRACE_MS).unref();
    };
    run.signal.addEventListener("abort", stop, { once: true });
    let stdout = "";
    let stderr = "";
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      if (stdout.length < (run.keepBytes ?? 0)) stdout += chunk;
      if (!run.onLine) return;
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) run.onLine(line);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      stderr = (stderr + chunk).slice(-STDERR_KEPT);
    });
    child.once("error", reject);
    child.once("close", (exitCode) => {
      run.signal.removeEventListener("abort", stop);
      if (run.signal.aborted) reject(run.signal.reason);
      else resolve({ exitCode, stdout, stderr });
    });
  });
}

let network: readonly string[] | undefined;

/** `unshare -n` gives a namespace without network; without root it needs a user namespace, which some systems forbid. */
function withoutNetwork(): readonly string[] {
  network ??=
    [["unshare", "-n"], ["unshare", "-r", "-n"]].find(
      ([program = "", ...args]) => spawnSync(program, [...args, "true"], { timeout: 5_000 }).status === 0,
    ) ?? [];
  return network;
}

let hasPrlimit: boolean | undefined;

function jail(limits: ProgramLimits): string[] {
  hasPrlimit ??= spawnSync("prlimit", ["--version"], { timeout: 5_000 }).status === 0;
  const held = hasPrlimit
    ? ["prlimit", `--cpu=${limits.cpuS}`, `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, "--core=0"]
    : [];
  return [...withoutNetwork(), ...held, "nice", "-n", "10"];
}
