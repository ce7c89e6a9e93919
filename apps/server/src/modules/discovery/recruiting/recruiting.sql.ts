import { HIGHLIGHTS_MAX } from "@app/contract/recruiting";
import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

type Choices = {
  is_on: boolean;
  shows_gpa: boolean;
  shows_graduation: boolean;
  shows_colleges: boolean;
  shows_measurables: boolean;
  shows_location: boolean;
  highlight_ids: string[];
};

type Changes = { [Name in keyof Choices]?: Choices[Name] | undefined };

export type LinkRow = Choices & { account_id: string; encrypted_token: Buffer; opened_count: number };

const COLUMNS = [
  "account_id",
  "is_on",
  "encrypted_token",
  "shows_gpa",
  "shows_graduation",
  "shows_colleges",
  "shows_measurables",
  "shows_location",
  "highlight_ids",
  "opened_count",
] as const;

export async function selectLink(sql: Sql, accountId: string): Promise<LinkRow | null> {
  const query = sql.selectFrom("recruiting_links").select(COLUMNS).where("account_id", "=", accountId);
  return (await query.executeTakeFirst()) ?? null;
}

/** Makes concurrent changes of the same page wait. @returns its highlights; empty if there is no page */
export async function lockHighlights(sql: Sql, accountId: string): Promise<string[]> {
  const row = await sql
    .selectFrom("recruiting_links")
    .select("highlight_ids")
    .where("account_id", "=", accountId)
    .forUpdate()
    .executeTakeFirst();
  return row?.highlight_ids ?? [];
}

export type Token = { hash: Buffer; encrypted: Buffer };

/** Creates the link with `token`. An existing link keeps its token and every setting that is not changed. */
export async function upsertLink(sql: Sql, accountId: string, changes: Changes, token: Token): Promise<void> {
  const hasChanges = Object.values(changes).some((change) => change !== undefined);
  await sql
    .insertInto("recruiting_links")
    .values({ account_id: accountId, ...changes, token_hash: token.hash, encrypted_token: token.encrypted })
    .onConflict((conflict) => {
      const known = conflict.column("account_id");
      return hasChanges ? known.doUpdateSet(changes) : known.doNothing();
    })
    .execute();
}

/** Appends a highlight to an existing page, up to the limit and without duplicates. */
export async function appendHighlight(sql: Sql, accountId: string, contentId: string): Promise<void> {
  await raw`
    update recruiting_links set highlight_ids = highlight_ids || ${contentId}::uuid
    where account_id = ${accountId} and cardinality(highlight_ids) < ${HIGHLIGHTS_MAX}
      and ${contentId}::uuid <> all(highlight_ids)`.execute(sql);
}

/** @returns false if there is no link yet */
export async function replaceToken(sql: Sql, accountId: string, token: Token): Promise<boolean> {
  const { numUpdatedRows } = await sql
    .updateTable("recruiting_links")
    .set({ token_hash: token.hash, encrypted_token: token.encrypted })
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type AthleteRow = LinkRow & {
  username: string;
  email: string;
  plan: string | null;
  channel_id: string;
  /** First and last name, or the channel's name if none was entered. */
  name: string;
  channel_name: string;
  bio: string;
  profile_key: string | null;
  cover_key: string | null;
};

/** An open page of an athlete with a paid plan and a visible channel. */
export async function selectOpenPage(sql: Sql, tokenHash: Buffer): Promise<AthleteRow | null> {
  const { rows } = await raw<AthleteRow>`
    select r.account_id, r.is_on, r.encrypted_token, r.shows_gpa, r.shows_graduation, r.shows_colleges,
      r.shows_measurables, r.shows_location, r.highlight_ids, r.opened_count,
      a.username, a.email, a.plan, c.id as channel_id, c.bio, c.profile_key, c.cover_key, c.name as channel_name,
      coalesce(nullif(trim(concat_ws(' ', p.first_name, p.last_name)), ''), c.name) as name
    from recruiting_links r join accounts a on a.id = r.account_id join channels c on c.owner_id = a.id
      left join earner_profiles p on p.account_id = a.id
    where r.token_hash = ${tokenHash} and r.is_on and a.plan = 'Individual' and a.plan_lapsed_at is null
      and c.hidden_at is null`.execute(sql);
  return rows[0] ?? null;
}

export async function isChannelHidden(sql: Sql, channelId: string): Promise<boolean> {
  const query = sql.selectFrom("channels").select("id").where("id", "=", channelId).where("hidden_at", "is not", null);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function countPageView(sql: Sql, accountId: string): Promise<void> {
  await raw`update recruiting_links set opened_count = opened_count + 1 where account_id = ${accountId}`.execute(sql);
}

export type VideoRow = {
  id: string;
  title: string;
  thumbnail_key: string | null;
  is_listed: boolean;
  media_token: string;
};

/** A channel's videos that may be shown to a coach, newest first. */
const showable = (sql: Sql, channelId: string) =>
  sql
    .selectFrom("contents")
    .select(["id", "title", "thumbnail_key", "is_listed", "media_token"])
    .where("channel_id", "=", channelId)
    .where("type", "=", "video")
    .where("state", "=", "ready")
    .where("visibility", "in", ["public", "unlisted"])
    .where("deleted_at", "is", null)
    .where("hidden_at", "is", null)
    .orderBy("id", "desc");

/** The newest ones, a bounded number to choose from. */
export function selectShowable(sql: Sql, channelId: string): Promise<VideoRow[]> {
  return showable(sql, channelId).limit(200).execute();
}

export async function selectShowableAmong(sql: Sql, channelId: string, ids: readonly string[]): Promise<VideoRow[]> {
  return ids.length === 0 ? [] : showable(sql, channelId).where("id", "in", ids).execute();
}

/** Number of messages in the last 24 hours: to the athlete, from the sender, and from this sender to this athlete. */
export async function countMessages(
  sql: Sql,
  of: { accountId: string; sender: Buffer },
): Promise<{ toAthlete: number; fromSender: number; between: number }> {
  const { rows } = await raw<{ to_athlete: number; from_sender: number; between: number }>`
    select (select count(*) from recruiting_messages
        where account_id = ${of.accountId} and sent_at > now() - interval '24 hours') as to_athlete,
      (select count(*) from recruiting_messages
        where sender_hash = ${of.sender} and sent_at > now() - interval '24 hours') as from_sender,
      (select count(*) from recruiting_messages
        where sender_hash = ${of.sender} and account_id = ${of.accountId}
          and sent_at > now() - interval '24 hours') as between`.execute(sql);
  return { toAthlete: rows[0]?.to_athlete ?? 0, fromSender: rows[0]?.from_sender ?? 0, between: rows[0]?.between ?? 0 };
}

export async function insertMessage(
  sql: Sql,
  message: { id: string; accountId: string; sender: Buffer },
): Promise<void> {
  await sql
    .insertInto("recruiting_messages")
    .values({ id: message.id, account_id: message.accountId, sender_hash: message.sender })
    .execute();
}

/** Those that no limit counts any more. @returns how many */
export async function purgeOldMessages(sql: Sql): Promise<number> {
  const { numAffectedRows } = await raw`
    delete from recruiting_messages where sent_at < now() - interval '24 hours'`.execute(sql);
  return Number(numAffectedRows ?? 0n);
}

export function selectEncryptedTokens(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("recruiting_links")
    .select(["account_id as id", "encrypted_token as encrypted"])
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedToken(
  sql: Sql,
  row: { id: string; before: Buffer; encrypted: Buffer },
): Promise<void> {
  await sql
    .updateTable("recruiting_links")
    .set({ encrypted_token: row.encrypted })
    .where("account_id", "=", row.id)
    .where("encrypted_token", "=", row.before)
    .execute();
}

export async function deleteRecruiting(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("recruiting_links").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("recruiting_messages").where("account_id", "=", accountId).execute();
}
