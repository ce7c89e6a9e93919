import type { Sql } from "#platform/db/database.ts";

/** The profile takes its contacts, categories, offers and visits with it; the files are somebody else's business. */
export async function deletePersonalRows(sql: Sql, accountId: string): Promise<void> {
  await sql.deleteFrom("earner_profiles").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("college_logos").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("guardian_consents").where("account_id", "=", accountId).execute();
  await sql.deleteFrom("registrations").where("account_id", "=", accountId).execute();
  await sql
    .deleteFrom("ssn_duplicates")
    .where((where) => where.or([where("account_id", "=", accountId), where("other_account_id", "=", accountId)]))
    .execute();
}
