import { execFileSync } from "node:child_process";
import path from "node:path";

const CODEGEN = path.resolve(import.meta.dirname, "../../../../node_modules/kysely-codegen/dist/cli/bin.js");

/** Writes the types of a migrated database to `target`, as `openDatabase` reads them: bigint as number, a date as its text. */
export function writeTypes(databaseUrl: string, target: string): void {
  const options = ["--dialect", "postgres", "--url", databaseUrl, "--out-file", target, "--log-level", "error"];
  // The tables of graphile-worker are its own.
  options.push("--include-pattern", "public.*");
  const mapping = JSON.stringify({ int8: "number", date: "string" });
  execFileSync(process.execPath, [CODEGEN, ...options, "--type-mapping", mapping], { stdio: "inherit" });
}
