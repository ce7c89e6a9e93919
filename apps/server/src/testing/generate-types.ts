import { execFileSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { openDatabase } from "#platform/db/database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";

/** Writes the types of the migrated database: `npm run types`. */
const server = path.resolve(import.meta.dirname, "..");
const target = path.join(server, "platform/db/schema.gen.ts");
const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-types-"));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
try {
  const database = openDatabase(postgres.url, { connections: 2 });
  await migrate(database.pool, path.join(server, "migrations"));
  await database.close();
  const codegen = path.resolve(server, "../../../node_modules/kysely-codegen/dist/cli/bin.js");
  const options = ["--dialect", "postgres", "--url", postgres.url, "--out-file", target, "--log-level", "error"];
  // As `openDatabase` reads them: every count is below 2^53, and a date is its text.
  const mapping = JSON.stringify({ int8: "number", date: "string" });
  execFileSync(process.execPath, [codegen, ...options, "--type-mapping", mapping], { stdio: "inherit" });
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
