import { execFileSync } from "node:child_process";
import path from "node:path";

const CODEGEN = path.resolve(import.meta.dirname, "../../../../node_modules/kysely-codegen/dist/cli/bin.js");

/** Writes a migrated database's types to `target`, as `createDatabase` parses them: bigint as number, date as text. */
export function writeTypes(databaseUrl: string, target: string): void {
  const options = ["--dialect", "postgres", "--url", databaseUrl, "--out-file", target, "--log-level", "error"];
  // graphile-worker owns its tables.
  options.push("--include-pattern", "public.*");
  const mapping = JSON.stringify({ int8: "number", date: "string" });
  execFileSync(process.execPath, [CODEGEN, ...options, "--type-mapping", mapping], { stdio: "inherit" });
}
