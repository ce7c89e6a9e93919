import { readdirSync, readFileSync } from "node:fs";

/** Linux counts CPU time in hundredths of a second, whatever the kernel was built with (`man 5 proc`, USER_HZ). */
const TICKS_PER_S = 100;

type Stat = { parent: number; ownTicks: number; waitedTicks: number };

/** @returns null if there is no such process */
function readStat(pid: number): Stat | null {
  const text = readOf(pid, "stat");
  if (text === null) return null;
  // The second field is a name in parentheses, and may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const at = (index: number) => Number(fields[index] ?? 0);
  return { parent: at(1), ownTicks: at(11) + at(12), waitedTicks: at(13) + at(14) };
}

/** CPU seconds of one process and all its threads, without its children. */
export function cpuOf(pid: number): number {
  return (readStat(pid)?.ownTicks ?? 0) / TICKS_PER_S;
}

/** CPU seconds of a process's children that have exited. */
export function waitedCpuOf(pid: number): number {
  return (readStat(pid)?.waitedTicks ?? 0) / TICKS_PER_S;
}

/** CPU seconds of a process and all its descendants, including those that exited and were waited for. */
export function cpuOfTree(pid: number): number {
  const ticks = treeOf(pid).map((one) => {
    const stat = readStat(one);
    return stat ? stat.ownTicks + stat.waitedTicks : 0;
  });
  return ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_S;
}

/** A process and its living descendants. */
function treeOf(pid: number): number[] {
  const parents = allPids().map((one) => ({ pid: one, parent: readStat(one)?.parent }));
  const tree = [pid];
  for (const parent of tree) tree.push(...parents.filter((one) => one.parent === parent).map((one) => one.pid));
  return tree;
}

/** @returns the direct child whose command line contains `word`, or null */
export function findChild(pid: number, word: string): number | null {
  const isIt = (one: number) => readStat(one)?.parent === pid && (readOf(one, "cmdline") ?? "").includes(word);
  return allPids().find(isIt) ?? null;
}

/** Resident memory of one process in MB (10⁶ bytes). */
export function residentMb(pid: number): number {
  return kilobytes(readOf(pid, "status"), "VmRSS") * 0.001_024;
}

/** Memory of a process and its descendants in MB, counting shared pages once. */
export function proportionalMb(pid: number): number {
  const each = treeOf(pid).map((one) => kilobytes(readOf(one, "smaps_rollup"), "Pss"));
  return each.reduce((sum, one) => sum + one, 0) * 0.001_024;
}

function kilobytes(text: string | null, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(text ?? "")?.[1] ?? 0);
}

function allPids(): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function readOf(pid: number, name: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "utf8");
  } catch {
    return null;
  }
}
