import type { Sql } from "../db/database.ts";
import type { Deps } from "../deps.ts";

export type SealedRow = { id: string; sealed: Buffer };

/** A column of sealed values, of a table with at most one row for each person. */
export type SealedColumn = {
  /** `table.column` */
  name: string;
  purposeOf(id: string): string;
  /** The rows after the person `after`, in the order of their ids. */
  select(sql: Sql, after: string, limit: number): Promise<SealedRow[]>;
  /** Writes where the row still holds `before`: whoever changed it meanwhile sealed it with the key of now. */
  replace(sql: Sql, row: { id: string; before: Buffer; sealed: Buffer; text: string }): Promise<void>;
};

/** @property lost how many could not be opened: their key is not named any more */
export type Resealed = { name: string; rewritten: number; lost: number };

const AT_ONCE = 500;
const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

/** Seals what an older key sealed with the key of now. Safe to stop, and to run again, beside a running product. */
export async function resealColumn(deps: Pick<Deps, "sql" | "secrets">, column: SealedColumn): Promise<Resealed> {
  const done: Resealed = { name: column.name, rewritten: 0, lost: 0 };
  let after = BEFORE_ALL;
  for (;;) {
    const rows = await column.select(deps.sql, after, AT_ONCE);
    for (const row of rows) {
      after = row.id;
      if (deps.secrets.isCurrent(row.sealed)) continue;
      const text = openOrNull(deps, column.purposeOf(row.id), row.sealed);
      if (text === null) {
        done.lost++;
        continue;
      }
      const sealed = deps.secrets.encrypt(column.purposeOf(row.id), text);
      await column.replace(deps.sql, { id: row.id, before: row.sealed, sealed, text });
      done.rewritten++;
    }
    if (rows.length < AT_ONCE) return done;
  }
}

function openOrNull(deps: Pick<Deps, "secrets">, purpose: string, sealed: Buffer): string | null {
  try {
    return deps.secrets.decrypt(purpose, sealed);
  } catch {
    return null;
  }
}
