import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createDatabase } from "#platform/db/database.ts";
import { MIGRATIONS, migrate } from "#platform/db/migrate.ts";
import { startEmbeddedPostgres } from "#platform/postgres/embedded-postgres.ts";
import { writeTypes } from "./write-types.ts";

/** `npm run types`, after writing a migration. */
const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-types-"));
chmodSync(dataDir, 0o755);
const postgres = await startEmbeddedPostgres({ dataDir, isThrowaway: true });
try {
  const database = createDatabase(postgres.url, { connections: 2 });
  await migrate(database.pool, MIGRATIONS);
  await database.close();
  writeTypes(postgres.url, path.resolve(import.meta.dirname, "../platform/db/schema.gen.ts"));
} finally {
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
