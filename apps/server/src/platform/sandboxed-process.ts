import { spawnSync } from "node:child_process";

export type ProgramLimits = {
  /** Seconds of CPU time over all threads. */
  cpuS: number;
  /** Bytes of address space. */
  memoryBytes: number;
  /** Largest file it may write, in bytes. */
  fileBytes: number;
  /** How far it gives way to others, up to 19. */
  niceness: number;
};

const TRIED_MS = 5_000;
const known = new Map<string, boolean>();

/**
 * The words to put before a program so that it runs with no network, with limits and a low priority,
 * and dies with its parent; each as far as the system lets us. All of them replace themselves by what
 * follows, so that the process we hold is the program itself.
 */
export function sandboxCommand(limits: ProgramLimits): string[] {
  // Without root a network namespace needs a user namespace, which some systems forbid.
  const noNetwork =
    [
      ["unshare", "-n"],
      ["unshare", "-r", "-n"],
    ].find(works) ?? [];
  const dyingWithUs = [["setpriv", "--no-new-privs", "--pdeathsig", "KILL"]].find(works) ?? [];
  const held = works(["prlimit", "--core=0"])
    ? ["prlimit", `--cpu=${limits.cpuS}`, `--as=${limits.memoryBytes}`, `--fsize=${limits.fileBytes}`, "--core=0"]
    : [];
  return [...noNetwork, ...dyingWithUs, ...held, "nice", "-n", String(limits.niceness)];
}

/** Whether the system has these words and allows what they ask for; asked once. */
function works(words: readonly string[]): boolean {
  const [program = "", ...args] = words;
  const key = words.join(" ");
  const isKnown = known.get(key);
  if (isKnown !== undefined) return isKnown;
  const isWorking = spawnSync(program, [...args, "true"], { timeout: TRIED_MS, stdio: "ignore" }).status === 0;
  known.set(key, isWorking);
  return isWorking;
}
