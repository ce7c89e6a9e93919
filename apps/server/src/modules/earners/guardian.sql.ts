import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type ConsentRow = {
  id: string;
  account_id: string;
  guardian_name: string;
  guardian_email: string;
  is_accepted: boolean | null;
  withdrawn_at: Date | null;
  is_expired: boolean;
};

function consents(sql: Sql) {
  return sql
    .selectFrom("guardian_consents")
    .select(["id", "account_id", "guardian_name", "guardian_email", "is_accepted", "withdrawn_at"])
    .select(raw<boolean>`answered_at is null and expires_at < now()`.as("is_expired"));
}

/** The newest one counts: whoever is asked anew has to answer anew. */
export async function selectNewestConsent(sql: Sql, accountId: string): Promise<ConsentRow | null> {
  const row = await consents(sql).where("account_id", "=", accountId).orderBy("id", "desc").limit(1).executeTakeFirst();
  return row ?? null;
}

/** A link counts while nobody was asked after it. */
export async function selectConsentByToken(sql: Sql, tokenHash: Buffer, isLocked: boolean): Promise<ConsentRow | null> {
  const row = await consents(sql)
    .where("token_hash", "=", tokenHash)
    .where(
      raw<boolean>`not exists (select from guardian_consents n
        where n.account_id = guardian_consents.account_id and n.id > guardian_consents.id)`,
    )
    .$if(isLocked, (query) => query.forUpdate())
    .executeTakeFirst();
  return row ?? null;
}

export async function insertConsent(
  sql: Sql,
  asked: { id: string; accountId: string; tokenHash: Buffer; name: string; email: string; days: number },
): Promise<void> {
  await sql
    .insertInto("guardian_consents")
    .values({
      id: asked.id,
      account_id: asked.accountId,
      token_hash: asked.tokenHash,
      guardian_name: asked.name,
      guardian_email: asked.email,
      expires_at: raw<Date>`now() + make_interval(days => ${asked.days})`,
    })
    .execute();
}

export async function answerConsent(sql: Sql, id: string, isAccepted: boolean): Promise<void> {
  await sql
    .updateTable("guardian_consents")
    .set({ is_accepted: isAccepted, answered_at: raw<Date>`now()` })
    .where("id", "=", id)
    .execute();
}

export async function withdrawConsent(sql: Sql, id: string): Promise<void> {
  await sql.updateTable("guardian_consents").set({ withdrawn_at: raw<Date>`now()` }).where("id", "=", id).execute();
}
