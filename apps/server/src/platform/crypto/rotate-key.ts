import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";

type Keys = Pick<Deps, "secrets">;

export type EncryptedRow = { id: string; encrypted: Buffer };

/** A column of encrypted values, in a table with at most one row per person. */
export type EncryptedColumn = {
  /** `table.column` */
  name: string;
  purposeOf(id: string): string;
  /** The rows after `after`, by id. */
  select(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]>;
  /** Updates only a row that still holds `before`: a concurrent change already uses the current key. */
  replace(sql: Sql, row: { id: string; before: Buffer; encrypted: Buffer; text: string }, keys: Keys): Promise<void>;
};

/** @property lost how many could not be decrypted because their key is no longer configured */
export type Rotated = { name: string; rewritten: number; lost: number };

const BATCH_SIZE = 500;
const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

/** Re-encrypts values of older keys with the current key. Safe to interrupt and repeat while the product runs. */
export async function rotateColumn(deps: Pick<Deps, "sql" | "secrets">, column: EncryptedColumn): Promise<Rotated> {
  const result: Rotated = { name: column.name, rewritten: 0, lost: 0 };
  let after = LOWEST_ID;
  for (;;) {
    const rows = await column.select(deps.sql, after, BATCH_SIZE);
    for (const row of rows) {
      after = row.id;
      if (deps.secrets.isCurrent(row.encrypted)) continue;
      const text = decryptOrNull(deps, column.purposeOf(row.id), row.encrypted);
      if (text === null) {
        result.lost++;
        continue;
      }
      const encrypted = deps.secrets.encrypt(column.purposeOf(row.id), text);
      await column.replace(deps.sql, { id: row.id, before: row.encrypted, encrypted, text }, deps);
      result.rewritten++;
    }
    if (rows.length < BATCH_SIZE) return result;
  }
}

/** @returns whether a configured key decrypts the column's first value, or there is none */
export async function canReadFirst(deps: Pick<Deps, "sql" | "secrets">, column: EncryptedColumn): Promise<boolean> {
  const [row] = await column.select(deps.sql, LOWEST_ID, 1);
  return row === undefined || decryptOrNull(deps, column.purposeOf(row.id), row.encrypted) !== null;
}

function decryptOrNull(deps: Keys, purpose: string, encrypted: Buffer): string | null {
  try {
    return deps.secrets.decrypt(purpose, encrypted);
  } catch {
    return null;
  }
}
