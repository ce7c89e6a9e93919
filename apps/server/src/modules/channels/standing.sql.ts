import type { Sql } from "#platform/db/database.ts";

export type StandingRow = { owner_id: string; hidden_at: Date | null; hidden_for: string[]; erased_at: Date | null };

export async function selectStanding(sql: Sql, id: string): Promise<StandingRow | null> {
  const row = await sql
    .selectFrom("channels as c")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .select(["c.owner_id", "c.hidden_at", "c.hidden_for", "a.erased_at"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

/** @returns why somebody's channel is hidden, and their picture; null when it is not, or there is none */
export async function selectHiding(
  sql: Sql,
  ownerId: string,
): Promise<{ hidden_for: string[]; profile_key: string | null } | null> {
  const row = await sql
    .selectFrom("channels")
    .select(["hidden_for", "profile_key"])
    .where("owner_id", "=", ownerId)
    .where("hidden_at", "is not", null)
    .executeTakeFirst();
  return row ?? null;
}
