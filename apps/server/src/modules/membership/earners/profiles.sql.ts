import type { Plan } from "@app/contract/accounts";
import { sql as raw } from "kysely";
import type { EncryptedRow } from "#platform/crypto/rotate-key.ts";
import type { Sql } from "#platform/db/database.ts";

export type ProfileRow = {
  plan: string;
  first_name: string | null;
  last_name: string | null;
  group_name: string | null;
  ssn_last4: string | null;
  street: string;
  city: string;
  state: string;
  zipcode: string;
  graduation_year: number | null;
  gpa: string | null;
};

const COLUMNS = [
  ...(["plan", "first_name", "last_name", "group_name", "ssn_last4", "street", "city", "state"] as const),
  ...(["zipcode", "graduation_year", "gpa"] as const),
] as const;

export async function selectProfile(sql: Sql, accountId: string): Promise<ProfileRow | null> {
  const row = await sql
    .selectFrom("earner_profiles")
    .select(COLUMNS)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row ?? null;
}

export async function selectIsPaidByCheck(sql: Sql, accountId: string): Promise<boolean> {
  const row = await sql
    .selectFrom("payout_methods")
    .select("kind")
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return row?.kind === "check";
}

/** A profile without the SSN, which is saved by `updateSsn`. */
export type ProfileText = Omit<ProfileRow, "plan" | "ssn_last4"> & { plan: Plan };

export async function upsertProfile(sql: Sql, accountId: string, profile: ProfileText): Promise<void> {
  await sql
    .insertInto("earner_profiles")
    .values({ account_id: accountId, ...profile })
    .onConflict((conflict) => conflict.column("account_id").doUpdateSet({ ...profile, updated_at: raw<Date>`now()` }))
    .execute();
}

export async function updateSsn(
  sql: Sql,
  accountId: string,
  ssn: { encrypted: Buffer; hash: Buffer; last4: string },
): Promise<void> {
  await sql
    .updateTable("earner_profiles")
    .set({ encrypted_ssn: ssn.encrypted, ssn_hash: ssn.hash, ssn_last4: ssn.last4 })
    .where("account_id", "=", accountId)
    .execute();
}

/** Records for staff which accounts share an SSN. */
export async function insertDuplicates(sql: Sql, accountId: string, ssnHashes: readonly Buffer[]): Promise<void> {
  await raw`
    insert into ssn_duplicates (account_id, other_account_id)
    select ${accountId}, account_id from earner_profiles
    where ssn_hash = any(${ssnHashes}::bytea[]) and account_id <> ${accountId} order by account_id limit 100
    on conflict do nothing`.execute(sql);
}

export type ContactRow = {
  role: string;
  first_name: string;
  last_name: string;
  email: string;
  phone: string | null;
  street: string;
  city: string;
  state: string;
  zipcode: string;
};

export function selectContacts(sql: Sql, accountId: string): Promise<ContactRow[]> {
  return sql
    .selectFrom("earner_contacts")
    .select(["role", "first_name", "last_name", "email", "phone", "street", "city", "state", "zipcode"])
    .where("account_id", "=", accountId)
    .limit(2)
    .execute();
}

export async function replaceContacts(sql: Sql, accountId: string, contacts: readonly ContactRow[]): Promise<void> {
  await sql.deleteFrom("earner_contacts").where("account_id", "=", accountId).execute();
  if (contacts.length === 0) return;
  await sql
    .insertInto("earner_contacts")
    .values(contacts.map((contact) => ({ account_id: accountId, ...contact })))
    .execute();
}

export async function replaceCategories(sql: Sql, accountId: string, ids: readonly number[]): Promise<void> {
  await sql.deleteFrom("earner_categories").where("account_id", "=", accountId).execute();
  const rows = [...new Set(ids)].map((id) => ({ account_id: accountId, category_id: id }));
  if (rows.length > 0) await sql.insertInto("earner_categories").values(rows).execute();
}

/** All categories, and those that a channel may be listed in. */
export async function selectCategoryIds(sql: Sql): Promise<{ all: Set<number>; listed: Set<number> }> {
  const rows = await sql.selectFrom("categories").select(["id", "is_listed"]).limit(1_000).execute();
  return {
    all: new Set(rows.map((row) => row.id)),
    listed: new Set(rows.filter((row) => row.is_listed).map((row) => row.id)),
  };
}

/** Contacts, categories, offers and visits are deleted by cascade; the files are deleted elsewhere. */
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

export function selectEncryptedSsns(sql: Sql, after: string, limit: number): Promise<EncryptedRow[]> {
  return sql
    .selectFrom("earner_profiles")
    .select("account_id as id")
    .select((row) => row.ref("encrypted_ssn").$notNull().as("encrypted"))
    .where("encrypted_ssn", "is not", null)
    .where("account_id", ">", after)
    .orderBy("account_id")
    .limit(limit)
    .execute();
}

export async function replaceEncryptedSsn(
  sql: Sql,
  row: { id: string; before: Buffer; encrypted: Buffer; hash: Buffer },
): Promise<void> {
  await sql
    .updateTable("earner_profiles")
    .set({ encrypted_ssn: row.encrypted, ssn_hash: row.hash })
    .where("account_id", "=", row.id)
    .where("encrypted_ssn", "=", row.before)
    .execute();
}

/** Replaces a merged category in profiles that chose it, without duplicates. */
export async function moveProfiles(tx: Sql, from: number, into: number): Promise<void> {
  await raw`
    insert into earner_categories (account_id, category_id)
    select account_id, ${into}::int from earner_categories where category_id = ${from}
    on conflict do nothing`.execute(tx);
  await tx.deleteFrom("earner_categories").where("category_id", "=", from).execute();
  await tx.updateTable("college_entries").set({ category_id: into }).where("category_id", "=", from).execute();
}

export type CollegeKind = "offer" | "visit";

export type CollegeRow = {
  kind: string;
  college_name: string;
  logo_id: string | null;
  category_id: number;
  happened_on: string | null;
  date_precision: string | null;
};

/** At most a hundred of each kind, in the person's order. */
export function selectColleges(sql: Sql, accountId: string): Promise<CollegeRow[]> {
  return sql
    .selectFrom("college_entries")
    .select(["kind", "college_name", "logo_id", "category_id", "happened_on", "date_precision"])
    .where("account_id", "=", accountId)
    .orderBy("kind")
    .orderBy("position")
    .limit(200)
    .execute();
}

export async function replaceColleges(
  sql: Sql,
  accountId: string,
  kind: CollegeKind,
  rows: readonly Omit<CollegeRow, "kind">[],
): Promise<void> {
  await sql.deleteFrom("college_entries").where("account_id", "=", accountId).where("kind", "=", kind).execute();
  if (rows.length === 0) return;
  await sql
    .insertInto("college_entries")
    .values(rows.map((row, position) => ({ account_id: accountId, kind, position, ...row })))
    .execute();
}

export async function insertLogo(sql: Sql, logo: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("college_logos").values({ id: logo.id, account_id: logo.accountId }).execute();
}

/** Uploads in the last day. */
export async function countNewLogos(sql: Sql, accountId: string): Promise<number> {
  const { rows } = await raw<{ count: number }>`
    select count(*)::integer as count from college_logos
    where account_id = ${accountId} and sent_at > now() - interval '1 day'`.execute(sql);
  return rows[0]?.count ?? 0;
}

/** @returns the ids that belong to this person */
export async function selectOwnLogos(sql: Sql, accountId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await sql
    .selectFrom("college_logos")
    .select("id")
    .where("account_id", "=", accountId)
    .where("id", "in", ids)
    .limit(ids.length)
    .execute();
  return rows.map((row) => row.id);
}

export type UnusedLogo = { id: string; account_id: string };

/** Logos older than eight days that no profile uses and whose owner has no registration, by id. */
export async function selectUnusedLogos(sql: Sql, after: string | null): Promise<UnusedLogo[]> {
  const { rows } = await raw<UnusedLogo>`
    select l.id, l.account_id from college_logos l
    where l.sent_at < now() - interval '8 days' and (${after}::text is null or l.id > ${after}::text)
      and not exists (select from college_entries e where e.logo_id = l.id)
      and not exists (select from registrations r where r.account_id = l.account_id)
    order by l.id limit 500`.execute(sql);
  return rows;
}

export async function deleteLogo(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("college_logos").where("id", "=", id).execute();
}
