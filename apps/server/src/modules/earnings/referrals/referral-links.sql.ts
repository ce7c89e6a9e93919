import type { LinkState } from "@app/contract/referrals";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type OwnLinkRow = {
  code: string;
  label: string | null;
  created_at: Date;
  withdrawn_at: Date | null;
  is_turned_off: boolean;
  opens: number;
  sign_ups: number;
  earned_cents: number;
};

/**
 * The figures of the link `l`. Triggers maintain them: the number of its people, and the sum of their entries in the
 * earner's accounts.
 */
const COLUMNS = raw`l.code, l.label, l.created_at, l.withdrawn_at, not l.is_active as is_turned_off, l.opens, l.sign_ups,
  l.earned_cents`;

/** The earner's labeled links in this state, newest first. */
export async function selectLinks(
  sql: Sql,
  of: { earnerId: string; state: LinkState },
  { limit, offset, after }: PageRange,
): Promise<(OwnLinkRow & { position: Position })[]> {
  const isAfter = after ? raw`(l.created_at, l.code) < (${after[0]}::timestamptz, ${after[1]})` : raw`true`;
  const { rows } = await raw<OwnLinkRow & { at: string }>`
    select ${COLUMNS}, l.created_at::text as at
    from referral_codes l
    where l.earner_id = ${of.earnerId} and l.label is not null
      and (l.withdrawn_at is not null) = ${of.state === "withdrawn"} and ${isAfter}
    order by l.created_at desc, l.code desc limit ${limit} offset ${offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [row.at, row.code] }));
}

/** @returns the labeled links by state */
export async function countLinks(sql: Sql, earnerId: string): Promise<Record<LinkState, number>> {
  const { rows } = await raw<Record<LinkState, number>>`
    select count(*) filter (where withdrawn_at is null) as active,
      count(*) filter (where withdrawn_at is not null) as withdrawn
    from referral_codes where earner_id = ${earnerId} and label is not null`.execute(sql);
  return rows[0] ?? { active: 0, withdrawn: 0 };
}

export async function countLinksSince(sql: Sql, earnerId: string, since: Date): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from referral_codes
    where earner_id = ${earnerId} and label is not null and created_at > ${since}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** @returns null for a missing link or somebody else's */
export async function selectOwnLink(sql: Sql, earnerId: string, code: string): Promise<OwnLinkRow | null> {
  const { rows } = await raw<OwnLinkRow>`
    select ${COLUMNS} from referral_codes l where l.code = ${code} and l.earner_id = ${earnerId}`.execute(sql);
  return rows[0] ?? null;
}

export async function hasActiveLabel(
  sql: Sql,
  earnerId: string,
  { label, exceptCode }: { label: string; exceptCode: string | null },
): Promise<boolean> {
  const { rows } = await raw`
    select from referral_codes
    where earner_id = ${earnerId} and lower(label) = lower(${label}) and withdrawn_at is null
      and code is distinct from ${exceptCode}`.execute(sql);
  return rows.length > 0;
}

/** Serializes an earner's changes, because two concurrent ones could exceed a limit together. */
export async function lockLinksOf(tx: Sql, earnerId: string): Promise<void> {
  await raw`select from accounts where id = ${earnerId} for no key update`.execute(tx);
}

export async function updateLabel(sql: Sql, code: string, label: string): Promise<void> {
  await sql.updateTable("referral_codes").set({ label }).where("code", "=", code).execute();
}

export async function markWithdrawn(sql: Sql, code: string, at: Date): Promise<void> {
  await raw`
    update referral_codes set withdrawn_at = coalesce(withdrawn_at, ${at}) where code = ${code}`.execute(sql);
}

/** In the order of the codes, so that two flushes at once never wait for each other. */
export async function addOpens(sql: Sql, opens: ReadonlyMap<string, number>): Promise<void> {
  await raw`
    with added as (
      select l.code, o.opens
      from unnest(${[...opens.keys()]}::text[], ${[...opens.values()]}::integer[]) o (code, opens)
        join referral_codes l on l.code = o.code
      order by l.code for no key update of l
    )
    update referral_codes l set opens = l.opens + added.opens from added where l.code = added.code`.execute(sql);
}

/** Labels are the earner's own words. A label stays unique and not null. */
export async function eraseLabels(sql: Sql, earnerId: string): Promise<void> {
  await raw`
    update referral_codes set label = code where earner_id = ${earnerId} and label is not null`.execute(sql);
}
