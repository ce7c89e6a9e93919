import { earliestToday } from "@app/contract/dates";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type ConsentRow = {
  id: string;
  account_id: string;
  guardian_name: string;
  guardian_email: string;
  is_accepted: boolean | null;
  adult_proved_at: Date | null;
  withdrawn_at: Date | null;
  /** The link has expired for consenting; withdrawing stays possible. */
  is_late: boolean;
};

function consents(sql: Sql) {
  return sql
    .selectFrom("guardian_consents")
    .select(["id", "account_id", "guardian_name", "guardian_email", "is_accepted", "adult_proved_at", "withdrawn_at"])
    .select(raw<boolean>`expires_at < now()`.as("is_late"));
}

/** The account has no later request. */
const IS_NEWEST = raw<boolean>`not exists (
  select from guardian_consents n where n.account_id = guardian_consents.account_id and n.id > guardian_consents.id)`;

/** Only the newest request counts. */
export async function selectNewestConsent(sql: Sql, accountId: string): Promise<ConsentRow | null> {
  const row = await consents(sql).where("account_id", "=", accountId).orderBy("id", "desc").limit(1).executeTakeFirst();
  return row ?? null;
}

/** A request, what the guardian stated, and when. */
export type ConsentRecordRow = ConsentRow & {
  stated_name: string | null;
  relation: string | null;
  asked_at: Date;
  expires_at: Date;
  answered_at: Date | null;
};

/** The newest request. */
export async function selectConsentRecord(sql: Sql, accountId: string): Promise<ConsentRecordRow | null> {
  const row = await consents(sql)
    .select(["stated_name", "relation", "asked_at", "expires_at", "answered_at"])
    .where("account_id", "=", accountId)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** A link is valid until a later request replaces it. */
export async function selectConsentByToken(sql: Sql, tokenHash: Buffer, isLocked: boolean): Promise<ConsentRow | null> {
  const row = await consents(sql)
    .where("token_hash", "=", tokenHash)
    .where(IS_NEWEST)
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

export async function insertConsent(
  sql: Sql,
  request: { id: string; accountId: string; tokenHash: Buffer; name: string; email: string; days: number },
): Promise<void> {
  await sql
    .insertInto("guardian_consents")
    .values({
      id: request.id,
      account_id: request.accountId,
      token_hash: request.tokenHash,
      guardian_name: request.name,
      guardian_email: request.email,
      expires_at: raw<Date>`now() + make_interval(days => ${request.days})`,
    })
    .execute();
}

export type Statement = {
  name: string;
  relation: string;
  consentText: string;
  /** At the payment provider. */
  cardCheckId: string;
  cardFingerprint: string;
};

export async function acceptConsent(sql: Sql, id: string, statement: Statement): Promise<void> {
  await sql
    .updateTable("guardian_consents")
    .set({
      is_accepted: true,
      answered_at: raw<Date>`now()`,
      withdrawn_at: null,
      stated_name: statement.name,
      relation: statement.relation,
      consent_text: statement.consentText,
      adult_proved_at: raw<Date>`now()`,
      card_check_id: statement.cardCheckId,
      card_fingerprint: statement.cardFingerprint,
    })
    .where("id", "=", id)
    .execute();
}

export async function declineConsent(sql: Sql, id: string): Promise<void> {
  await sql
    .updateTable("guardian_consents")
    .set({ is_accepted: false, answered_at: raw<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function withdrawConsent(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("guardian_consents").set({ withdrawn_at: raw<Date>`now()` }).where("id", "=", id).execute();
}

export type AddressFacts = {
  canonical: string;
  /** The minor's own mailbox, or one that got a link for their account. */
  is_own: boolean;
  /** Belongs to another account under 18. */
  is_minors: boolean;
  /** How many other accounts under 18 have a pending request to it or its consent. */
  named_by: number;
};

/** Facts about an address as a guardian's of this account, compared by canonical mailbox. */
export async function selectAddressFacts(sql: Sql, accountId: string, email: string, now: Date): Promise<AddressFacts> {
  const { rows } = await raw<AddressFacts>`
    with address as (select canonical_email(${email}) as mailbox)
    select mailbox as canonical,
      exists (select from accounts where id = ${accountId} and canonical_email(email_key) = mailbox)
        or exists (select from account_links where account_id = ${accountId} and canonical_email(email) = mailbox) as is_own,
      exists (
        select from accounts where canonical_email(email_key) = mailbox and id <> ${accountId}
          and erased_at is null and ${isMinorAt(now)}
      ) as is_minors,
      (
        select count(*) from guardian_consents join accounts on accounts.id = guardian_consents.account_id
        where canonical_email(guardian_email) = mailbox and account_id <> ${accountId} and ${isMinorAt(now)}
          and ${IS_NEWEST} and (${IS_CONSENTED} or (is_accepted is not false and withdrawn_at is null and expires_at > now()))
      ) as named_by
    from address`.execute(sql);
  const [row] = rows;
  if (!row) throw new Error("the query returned no row");
  return row;
}

/** For how many other accounts under 18 a guardian consented with this card. */
export async function countMinorsOfCard(
  sql: Sql,
  { accountId, fingerprint, now }: { accountId: string; fingerprint: string; now: Date },
): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*) from guardian_consents join accounts on accounts.id = guardian_consents.account_id
    where card_fingerprint = ${fingerprint} and card_fingerprint <> '' and account_id <> ${accountId}
      and ${isMinorAt(now)} and ${IS_NEWEST} and ${IS_CONSENTED}`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** @returns those of the accounts that belong to people under 18 without a guardian's consent */
export async function selectUnconsented(sql: Sql, accountIds: readonly string[], now: Date): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from accounts
    where id = any(${accountIds}::uuid[]) and ${isMinorAt(now)} and not exists (
      select from guardian_consents where account_id = accounts.id and ${IS_NEWEST} and ${IS_CONSENTED})`.execute(sql);
  return rows.map((row) => row.id);
}

const IS_CONSENTED = raw`(is_accepted and adult_proved_at is not null and withdrawn_at is null)`;

function isMinorAt(now: Date) {
  return raw`is_minor(accounts.date_of_birth, accounts.birth_precision, ${earliestToday(now)}::date)`;
}
