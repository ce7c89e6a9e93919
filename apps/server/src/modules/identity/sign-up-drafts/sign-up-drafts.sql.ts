import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type DraftRow = { id: string; encrypted_draft: Buffer; saved_at: Date };

export async function selectDraft(sql: Sql, tokenHash: Buffer): Promise<DraftRow | null> {
  const row = await sql
    .selectFrom("sign_up_drafts")
    .select(["id", "encrypted_draft", "saved_at"])
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", raw<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

export async function insertDraft(
  sql: Sql,
  draft: { id: string; tokenHash: Buffer; encrypted: Buffer; days: number },
): Promise<void> {
  await sql
    .insertInto("sign_up_drafts")
    .values({
      id: draft.id,
      token_hash: draft.tokenHash,
      encrypted_draft: draft.encrypted,
      expires_at: raw<Date>`now() + make_interval(days => ${draft.days})`,
    })
    .execute();
}

/** @returns how many wrong addresses have been entered */
export async function countWrongAttempt(sql: Sql, id: string): Promise<number> {
  const row = await sql
    .updateTable("sign_up_drafts")
    .set((set) => ({ wrong_attempts: set("wrong_attempts", "+", 1) }))
    .where("id", "=", id)
    .returning("wrong_attempts")
    .executeTakeFirst();
  return row?.wrong_attempts ?? 0;
}

/** Changes nothing if the draft has been deleted. */
export async function updateDraft(sql: Sql, draft: { id: string; encrypted: Buffer; days: number }): Promise<void> {
  await sql
    .updateTable("sign_up_drafts")
    .set({
      encrypted_draft: draft.encrypted,
      saved_at: raw<Date>`now()`,
      expires_at: raw<Date>`now() + make_interval(days => ${draft.days})`,
    })
    .where("id", "=", draft.id)
    .execute();
}

export async function deleteDraft(sql: Sql, tokenHash: Buffer): Promise<void> {
  await sql.deleteFrom("sign_up_drafts").where("token_hash", "=", tokenHash).execute();
}

export async function deleteExpiredDrafts(sql: Sql): Promise<void> {
  await sql.deleteFrom("sign_up_drafts").where("expires_at", "<", raw<Date>`now()`).execute();
}

export function selectEncryptedDrafts(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("sign_up_drafts")
    .select(["id", "encrypted_draft as encrypted"])
    .where("id", ">", after)
    .orderBy("id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedDraft(
  sql: Sql,
  row: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("sign_up_drafts")
    .set({ encrypted_draft: row.encrypted })
    .where("id", "=", row.id)
    .where("encrypted_draft", "=", row.before)
    .execute();
}
