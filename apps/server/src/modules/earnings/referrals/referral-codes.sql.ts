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

/** What a referral depends on, of the earner whose link it is. */
export type ReferrerStatus = {
  /** A plan that has not lapsed. */
  has_plan: boolean;
  is_deactivated: boolean;
  /** In the 30 days before the account is erased, or erased. */
  is_leaving: boolean;
  /** The channel, for whatever reason. */
  is_hidden: boolean;
  is_link_active: boolean;
};

/** The facts that `referral-eligibility.policy.ts` decides on, of an account `e`, its channel `c` and its link `l`. */
export const REFERRER_STATUS = raw`
  e.plan is not null and e.plan_lapsed_at is null as has_plan,
  e.deactivated_at is not null as is_deactivated,
  e.deletion_due_at is not null or e.erased_at is not null as is_leaving,
  c.hidden_at is not null as is_hidden,
  l.is_active is not false as is_link_active`;

export type LinkRow = ReferrerStatus & {
  earner_id: string;
  channel_id: string;
  username: string;
  channel_name: string;
  profile_key: string | null;
};

export async function selectLink(sql: Sql, code: string): Promise<LinkRow | null> {
  const { rows } = await raw<LinkRow>`
    select l.earner_id, c.id as channel_id, e.username, c.name as channel_name, c.profile_key, ${REFERRER_STATUS}
    from referral_codes l
    join accounts e on e.id = l.earner_id
    join channels c on c.owner_id = e.id
    where l.code = ${code}`.execute(sql);
  return rows[0] ?? null;
}
