import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { cloneDatabase } from "#testing/test-database.ts";
import { writeTypes } from "#testing/write-types.ts";

test("schema.gen.ts matches the migrated database; run `npm run types` to update it", async () => {
  const database = await cloneDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-schema-"));
  try {
    const fresh = path.join(folder, "schema.gen.ts");
    writeTypes(database.url, fresh);
    const kept = readFileSync(path.join(import.meta.dirname, "schema.gen.ts"), "utf8");
    expect(readFileSync(fresh, "utf8")).toBe(kept);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await database.drop();
  }
});
