import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** Leaves an earner the code they have. @returns null when they have one, or somebody else has this one */
export async function insertCode(sql: Sql, code: string, earnerId: string): Promise<string | null> {
  const row = await sql
    .insertInto("referral_codes")
    .values({ code, earner_id: earnerId })
    .onConflict((conflict) => conflict.doNothing())
    .returning("code")
    .executeTakeFirst();
  return row?.code ?? null;
}

export async function selectCodeOf(sql: Sql, earnerId: string): Promise<string | null> {
  const row = await sql
    .selectFrom("referral_codes")
    .select("code")
    .where("earner_id", "=", earnerId)
    .executeTakeFirst();
  return row?.code ?? null;
}

export type LinkRow = {
  earner_id: string;
  channel_id: string;
  username: string;
  channel_name: string;
  profile_key: string | null;
};

/** Whose link this is, while it earns anything: not of an earner who is deactivated, lapsed, hidden or leaving. */
export async function selectActiveLink(sql: Sql, code: string): Promise<LinkRow | null> {
  const { rows } = await raw<LinkRow>`
    select l.earner_id, c.id as channel_id, a.username, c.name as channel_name, c.profile_key
    from referral_codes l
    join accounts a on a.id = l.earner_id
    join channels c on c.owner_id = a.id
    where l.code = ${code} and l.is_active and c.hidden_at is null
      and a.plan is not null and a.plan_lapsed_at is null and a.deactivated_at is null
      and a.deletion_due_at is null and a.erased_at is null`.execute(sql);
  return rows[0] ?? null;
}
