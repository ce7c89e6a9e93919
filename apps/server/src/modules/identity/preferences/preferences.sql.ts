import type { EmailFrequency } from "@app/contract/preferences";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { isMinorSql } from "#platform/minors.sql.ts";

export type PrivacyRow = {
  account_id: string;
  /** YYYY-MM-DD, or YYYY-MM if the day is not known. */
  birth: string | null;
  is_hidden_from_lists: boolean;
  shows_gpa: boolean | null;
  shows_location: boolean | null;
  shows_followers: boolean | null;
  is_indexed: boolean | null;
  keeps_history: boolean;
};

export type PrivacyChanges = {
  is_hidden_from_lists?: boolean | undefined;
  shows_gpa?: boolean | null | undefined;
  shows_location?: boolean | null | undefined;
  shows_followers?: boolean | null | undefined;
  is_indexed?: boolean | null | undefined;
  keeps_history?: boolean | undefined;
};

type SettingRow = { kind: string; bell: boolean; email: EmailFrequency; push: boolean };

/** All kinds, including those that were never changed. In no order; empty for an erased account. */
export async function selectSettings(sql: Sql, accountId: string): Promise<SettingRow[]> {
  const { rows } = await raw<SettingRow>`
    select c.kind, c.bell, c.email, c.push
    from notification_choices c join accounts a on a.id = c.account_id and a.erased_at is null
    where c.account_id = ${accountId}`.execute(sql);
  return rows;
}

export type SettingChanges = {
  bell?: boolean | undefined;
  email?: EmailFrequency | undefined;
  push?: boolean | undefined;
};

/** Undefined settings stay as they are. */
export async function writeSettings(
  sql: Sql,
  accountId: string,
  kinds: readonly string[],
  { bell, email, push }: SettingChanges,
): Promise<void> {
  await raw`
    insert into notification_settings as s (account_id, kind, bell, email_frequency, push)
    select account_id, kind, coalesce(${bell ?? null}::boolean, bell), coalesce(${email ?? null}::text, email),
      coalesce(${push ?? null}::boolean, push)
    from notification_choices where account_id = ${accountId} and kind = any(${[...kinds]}::text[])
    on conflict (account_id, kind) do update set bell = coalesce(${bell ?? null}::boolean, s.bell),
      email_frequency = coalesce(${email ?? null}::text, s.email_frequency, excluded.email_frequency),
      push = coalesce(${push ?? null}::boolean, s.push, excluded.push)`.execute(sql);
}

export async function deletePreferences(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("notification_settings").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("privacy_settings").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("delivery_settings").where("account_id", "=", accountId).execute();
}

/** In no order, without unknown accounts. A named statement, planned once per connection. */
export async function selectPrivacy(pool: Deps["pool"], accountIds: readonly string[]): Promise<PrivacyRow[]> {
  const { rows } = await pool.query<PrivacyRow>({
    name: "privacy",
    text: `select a.id as account_id,
             left(a.date_of_birth::text, case a.birth_precision when 'month' then 7 else 10 end) as birth,
             coalesce(p.is_hidden_from_lists, false) as is_hidden_from_lists,
             p.shows_gpa, p.shows_location, p.shows_followers, p.is_indexed,
             coalesce(p.keeps_history, true) as keeps_history
           from accounts a left join privacy_settings p on p.account_id = a.id
           where a.id = any($1::uuid[])`,
    values: [accountIds],
  });
  return rows;
}

/** Undefined settings stay unchanged. */
export async function writePrivacy(sql: Sql, accountId: string, changes: PrivacyChanges): Promise<void> {
  const set = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const row = sql.insertInto("privacy_settings").values({ account_id: accountId, ...set });
  const isEmpty = Object.keys(set).length === 0;
  await row
    .onConflict((conflict) => {
      const onAccount = conflict.column("account_id");
      return isEmpty ? onAccount.doNothing() : onAccount.doUpdateSet(set);
    })
    .execute();
}

/** Channels whose owner must not be found by search engines, by their choice or because of their age. */
export async function selectUnindexed(pool: Deps["pool"], channelIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "unindexed-channels",
    text: `select c.id from channels c join accounts a on a.id = c.owner_id
             left join privacy_settings p on p.account_id = a.id
           where c.id = any($1::uuid[])
             and not coalesce(p.is_indexed, not ${isMinorSql("a")})`,
    values: [channelIds],
  });
  return rows.map((row) => row.id);
}

export type DeliveryRow = {
  time_zone: string | null;
  /** Minutes after midnight; null: no quiet hours. */
  quiet_from: number | null;
  quiet_to: number | null;
  digest_hour: number;
  digest_weekday: number;
};

/** @throws Error no such account */
export async function selectDelivery(sql: Sql, accountId: string): Promise<DeliveryRow> {
  const { rows } = await raw<DeliveryRow>`
    select time_zone, quiet_from, quiet_to, digest_hour, digest_weekday
    from delivery_choices where account_id = ${accountId}`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error("no such account");
  return row;
}

export async function writeDelivery(sql: Sql, accountId: string, changes: Partial<DeliveryRow>): Promise<void> {
  const row = sql.insertInto("delivery_settings").values({ account_id: accountId, ...changes });
  const isEmpty = Object.keys(changes).length === 0;
  await row
    .onConflict((conflict) => {
      const onAccount = conflict.column("account_id");
      return isEmpty ? onAccount.doNothing() : onAccount.doUpdateSet(changes);
    })
    .execute();
}

/** Whether PostgreSQL has this time zone, by this very name. */
export async function isTimeZone(sql: Sql, name: string): Promise<boolean> {
  const { rows } = await raw`select from pg_timezone_names where name = ${name}`.execute(sql);
  return rows.length > 0;
}

/** @returns the end of the quiet hours of those who are in theirs at `moment` */
export async function selectQuietUntil(
  sql: Sql,
  accountIds: readonly string[],
  { moment, timeZone }: { moment: Date; timeZone: string },
): Promise<{ account_id: string; until: Date }[]> {
  const { rows } = await raw<{ account_id: string; until: Date }>`
    select * from (
      select account_id,
        quiet_until(${moment}::timestamptz, coalesce(time_zone, ${timeZone}::text), quiet_from, quiet_to) as until
      from delivery_settings where account_id = any(${[...accountIds]}::uuid[]) and quiet_from is not null
    ) quiet where until is not null`.execute(sql);
  return rows;
}
