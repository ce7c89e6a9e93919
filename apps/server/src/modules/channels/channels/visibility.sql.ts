import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

export type ChannelVisibilityRow = {
  owner_id: string;
  hidden_at: Date | null;
  hidden_for: string[];
  erased_at: Date | null;
};

export async function selectChannelVisibility(sql: Sql, id: string): Promise<ChannelVisibilityRow | null> {
  const row = await sql
    .selectFrom("channels as c")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .select(["c.owner_id", "c.hidden_at", "c.hidden_for", "a.erased_at"])
    .where("c.id", "=", id)
    .executeTakeFirst();
  return row ?? null;
}

export type PictureOwner = { hidden_at: Date | null; hidden_for: string[]; profile_key: string | null };

/** What decides who may fetch the pictures of these accounts. Planned once a connection. */
export async function selectPictureOwners(
  pool: Deps["pool"],
  accountIds: readonly string[],
): Promise<Map<string, PictureOwner>> {
  const { rows } = await pool.query<PictureOwner & { owner_id: string }>({
    name: "picture-owners",
    text: "select owner_id, hidden_at, hidden_for, profile_key from channels where owner_id = any($1::uuid[])",
    values: [accountIds],
  });
  return new Map(rows.map((row) => [row.owner_id, row]));
}
