import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export const LINK_PURPOSES = ["verify", "reset", "change-email", "sign-in"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
export type LinkRow = { account_id: string; email: string };

export async function insertLink(
  sql: Sql,
  link: { hash: Buffer; accountId: string; purpose: LinkPurpose; email: string; validMinutes: number },
): Promise<void> {
  await sql
    .insertInto("account_links")
    .values({
      token_hash: link.hash,
      account_id: link.accountId,
      purpose: link.purpose,
      email: link.email,
      expires_at: raw<Date>`now() + make_interval(mins => ${link.validMinutes})`,
    })
    .execute();
}

/** When each link of the last day was sent, newest first. */
export async function selectSentLinks(sql: Sql, accountId: string, purpose: LinkPurpose): Promise<Date[]> {
  const rows = await sql
    .selectFrom("account_links")
    .select("sent_at")
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("sent_at", ">", raw<Date>`now() - interval '24 hours'`)
    .orderBy("sent_at", "desc")
    .limit(50)
    .execute();
  return rows.map((row) => row.sent_at);
}

/** @returns whose link it is, without using it up; null for one that is used, expired or made up */
export async function selectOpenLink(sql: Sql, hash: Buffer, purpose: LinkPurpose): Promise<LinkRow | null> {
  const row = await sql
    .selectFrom("account_links")
    .select(["account_id", "email"])
    .where("token_hash", "=", hash)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", raw<Date>`now()`)
    .executeTakeFirst();
  return row ?? null;
}

/** Uses a link up: of two who come at once only one gets it. @returns null for a link that is used, expired or made up */
export async function useLink(sql: Sql, hash: Buffer, purpose: LinkPurpose): Promise<LinkRow | null> {
  const { rows } = await raw<LinkRow>`
    update account_links set used_at = now()
    where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning account_id, email`.execute(sql);
  return rows[0] ?? null;
}

/** The address that a person last asked to change to, while its link is still good. */
export async function selectOpenLinkEmail(sql: Sql, accountId: string, purpose: LinkPurpose): Promise<string | null> {
  const row = await sql
    .selectFrom("account_links")
    .select("email")
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", raw<Date>`now()`)
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.email ?? null;
}

/** No link of this kind works any more. */
export async function expireLinks(sql: Sql, accountId: string, purpose: LinkPurpose): Promise<void> {
  await sql
    .updateTable("account_links")
    .set({ expires_at: raw<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .execute();
}

/** Kept for a day after their end: the limits of sending count them. */
export async function deleteOldLinks(sql: Sql): Promise<void> {
  await raw`delete from account_links where expires_at < now() - interval '1 day'`.execute(sql);
}
