import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export const LINK_PURPOSES = ["verify", "reset", "change-email", "sign-in"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];
export type LinkRow = { account_id: string; email: string };

/** @param link.codeHash null if no code can be typed instead of the link */
export async function insertLink(
  sql: Sql,
  link: {
    hash: Buffer;
    codeHash: Buffer | null;
    accountId: string;
    purpose: LinkPurpose;
    email: string;
    validMinutes: number;
  },
): Promise<void> {
  await sql
    .insertInto("account_links")
    .values({
      token_hash: link.hash,
      code_hash: link.codeHash,
      account_id: link.accountId,
      purpose: link.purpose,
      email: link.email,
      expires_at: raw<Date>`now() + make_interval(mins => ${link.validMinutes})`,
    })
    .execute();
}

/** @returns when links were sent to this address for this account in the last 24 hours, newest first */
export async function selectSentLinks(
  sql: Sql,
  sent: { accountId: string; purpose: LinkPurpose; email: string },
): Promise<Date[]> {
  const rows = await sql
    .selectFrom("account_links")
    .select("sent_at")
    .where("account_id", "=", sent.accountId)
    .where("purpose", "=", sent.purpose)
    .where("email", "=", sent.email)
    .where("sent_at", ">", raw<Date>`now() - interval '24 hours'`)
    .orderBy("sent_at", "desc")
    .limit(50)
    .execute();
  return rows.map((row) => row.sent_at);
}

/** Does not consume the link. @returns null if it was used, has expired or never existed */
export async function selectUsableLink(sql: Sql, hash: Buffer, purpose: LinkPurpose): Promise<LinkRow | null> {
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

/** Of two concurrent calls, only one gets the link. @returns null if it was used, has expired or never existed */
export async function consumeLink(sql: Sql, hash: Buffer, purpose: LinkPurpose): Promise<LinkRow | null> {
  const { rows } = await raw<LinkRow>`
    update account_links set used_at = now()
    where token_hash = ${hash} and purpose = ${purpose} and used_at is null and expires_at > now()
    returning account_id, email`.execute(sql);
  return rows[0] ?? null;
}

export type PendingLink = {
  token_hash: Buffer;
  email: string;
  sent_at: Date;
  code_hash: Buffer | null;
  code_attempts: number;
};

/** The only usable link of an account with this purpose: a new one expires the earlier ones. */
export async function selectPendingLink(
  sql: Sql,
  accountId: string,
  purpose: LinkPurpose,
  isLocked = false,
): Promise<PendingLink | null> {
  const row = await sql
    .selectFrom("account_links")
    .select(["token_hash", "email", "sent_at", "code_hash", "code_attempts"])
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", raw<Date>`now()`)
    .orderBy("sent_at", "desc")
    .limit(1)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

export async function countCodeAttempt(sql: Sql, hash: Buffer): Promise<void> {
  await raw`update account_links set code_attempts = code_attempts + 1 where token_hash = ${hash}`.execute(sql);
}

export async function expireLinks(sql: Sql, accountId: string, purpose: LinkPurpose): Promise<void> {
  await sql
    .updateTable("account_links")
    .set({ expires_at: raw<Date>`now()` })
    .where("account_id", "=", accountId)
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", raw<Date>`now()`)
    .execute();
}

/** Kept for a day after they expire, because the sending limits count them. */
export async function deleteOldLinks(sql: Sql): Promise<void> {
  await raw`delete from account_links where expires_at < now() - interval '1 day'`.execute(sql);
}

export async function deleteLinks(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("account_links").where("account_id", "=", accountId).execute();
}
