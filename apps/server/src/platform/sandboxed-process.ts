import { spawnSync } from "node:child_process";

export type ProgramLimits = {
  /** Seconds of CPU time over all threads. */
  cpuS: number;
  /** Bytes of address space. */
  memoryBytes: number;
  /** Maximum size of a file that it writes. */
  fileBytes: number;
  /** Up to 19, the lowest priority. */
  niceness: number;
};

const PROBE_TIMEOUT_MS = 5_000;
const supported = new Map<string, boolean>();

/**
 * The command to prefix to a program so that it runs without network, with limits and low priority, and dies with its
 * parent, as far as the system supports it. Each part execs the next one, so the spawned process becomes the program
 * itself.
 */
export function sandboxCommand(limits: ProgramLimits): string[] {
  // Without root, a network namespace requires a user namespace, which some systems forbid.
  const noNetwork =
    [
      ["unshare", "-n"],
      ["unshare", "-r", "-n"],
    ].find(isSupported) ?? [];
  const killWithParent = [["setpriv", "--no-new-privs", "--pdeathsig", "KILL"]].find(isSupported) ?? [];
  const resourceLimits = isSupported(["prlimit", "--core=0"])
    ? ["prlimit", `--cpu=${limits.cpuS}`, `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, "--core=0"]
    : [];
  return [...noNetwork, ...killWithParent, ...resourceLimits, "nice", "-n", String(limits.niceness)];
}

/** Whether the system has this command and permits it. Cached. */
function isSupported(command: readonly string[]): boolean {
  const [program = "", ...args] = command;
  const key = command.join(" ");
  const known = supported.get(key);
  if (known !== undefined) return known;
  const succeeded = spawnSync(program, [...args, "true"], { timeout: PROBE_TIMEOUT_MS, stdio: "ignore" }).status === 0;
  supported.set(key, succeeded);
  return succeeded;
}
