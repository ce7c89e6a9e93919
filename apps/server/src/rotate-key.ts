import { canReadFirst, type Rotated, rotateColumn } from "#platform/crypto/rotate-key.ts";
import type { Deps } from "#platform/deps.ts";
import { domains } from "./domains.ts";

const COLUMNS = domains.flatMap(({ encryptedColumns }) => encryptedColumns ?? []);

/** Re-encrypts every encrypted column, so that an old secret key can be removed. */
export async function rotateAll(deps: Pick<Deps, "sql" | "secrets">): Promise<Rotated[]> {
  const done: Rotated[] = [];
  for (const column of COLUMNS) done.push(await rotateColumn(deps, column));
  return done;
}

/**
 * Looks at one value of each column: a mistyped key can read none of them.
 * @returns the columns, as `table.column`, whose value was encrypted with a key that is not configured
 */
export async function findUnreadable(deps: Pick<Deps, "sql" | "secrets">): Promise<string[]> {
  const found = await Promise.all(
    COLUMNS.map(async (column) => ((await canReadFirst(deps, column)) ? [] : [column.name])),
  );
  return found.flat();
}
