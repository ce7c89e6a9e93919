import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import path from "node:path";

const RUNTIME = path.resolve(import.meta.dirname, "../../../../.runtime/cluster");
const SYSTEM_FOLDERS = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"];

export type Program = { path: string; env: Record<string, string> };

/**
 * Finds a program of the system, or fetches Debian's package and the libraries that the machine lacks into a folder of
 * this project: nothing is installed, no service starts, and it needs no root.
 * @throws Error on another system, with the name of what is missing
 */
export function ensureProgram(name: string, packageName: string): Program {
  const found = findProgram(name, packageName);
  if (found !== null) return found;
  fetchPackages(packageName, path.join(RUNTIME, packageName));
  const fetched = findProgram(name, packageName);
  if (fetched === null) throw new Error(`${packageName} has no program ${name}.`);
  return fetched;
}

/** @returns null: neither the system has it, nor was it fetched */
export function findProgram(name: string, packageName: string): Program | null {
  const installed = SYSTEM_FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file));
  if (installed) return { path: installed, env: {} };
  const root = path.join(RUNTIME, packageName);
  const fetched = find(root, name);
  return fetched === null ? null : { path: fetched, env: { LD_LIBRARY_PATH: libraryFolders(root).join(":") } };
}

function find(root: string, name: string): string | null {
  const files = SYSTEM_FOLDERS.map((folder) => path.join(root, folder, name));
  return files.find((file) => existsSync(file)) ?? null;
}

function libraryFolders(root: string): string[] {
  return ["lib", "usr/lib"].flatMap((folder) => {
    const below = path.join(root, folder);
    return existsSync(below) ? [below, ...readdirSync(below).map((name) => path.join(below, name))] : [];
  });
}

function fetchPackages(packageName: string, root: string): void {
  const work = path.join(RUNTIME, "packages");
  mkdirSync(work, { recursive: true });
  mkdirSync(root, { recursive: true });
  const missing = () =>
    run("apt-get", ["install", "--simulate", "--no-install-recommends", packageName], work)
      .split("\n")
      .flatMap((line) => /^Inst (\S+)/.exec(line)?.[1] ?? []);
  if (process.getuid?.() === 0 && missing().length === 0) run("apt-get", ["update", "-qq"], work);
  const names = missing();
  if (names.length === 0) throw new Error(`apt-get knows no ${packageName}. Install ${packageName}, and start again.`);
  run("apt-get", ["download", "-qq", ...names], work);
  for (const name of names) {
    const file = readdirSync(work).find((one) => one.startsWith(`${name}_`) && one.endsWith(".deb"));
    if (file) run("dpkg", ["-x", path.join(work, file), root], work);
  }
}

function run(program: string, args: string[], cwd: string): string {
  const ran = spawnSync(program, args, { cwd, encoding: "utf8", timeout: 300_000 });
  if (ran.status === 0) return ran.stdout;
  throw new Error(`${program} ${args[0]} failed: ${ran.error?.message ?? ran.stderr.trim()}`);
}
