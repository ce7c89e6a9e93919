import { spawnSync } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { FieldhouseStartError } from "./start-error.ts";

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
