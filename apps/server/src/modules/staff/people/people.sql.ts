import { PEOPLE_MAX, type PeopleFilter } from "@app/contract/people";
import { type RawBuilder, sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";
import { isSignedIn } from "#platform/signed-in.sql.ts";

/**
 * What somebody typed, as `readTerm` understood it. `digits` are of a card, or a part of a name; a `number` is a phone
 * number, or a part of a name.
 */
export type PeopleTerm =
  | { kind: "all" }
  | { kind: "id" | "phone" | "text" | "digits"; value: string }
  | { kind: "number"; value: string; phone: string };

export type PeopleMatch = { term: PeopleTerm; filter?: PeopleFilter | undefined };

export type PersonListRow = {
  id: string;
  username: string;
  full_name: string;
  email: string;
  is_verified: boolean;
  plan: string | null;
  staff_role: string | null;
  suspension_reason: string | null;
  suspended_until: Date | null;
  suspended_at: Date | null;
  created_at: Date;
  position: Position;
};

const COLUMNS = raw`a.id, a.username, a.full_name, a.email, a.email_verified_at is not null as is_verified, a.plan,
  a.staff_role, s.reason as suspension_reason, s.until as suspended_until, s.suspended_at, a.created_at,
  array[a.id::text, a.id::text] as position`;

const ACCOUNTS = raw`accounts a
  left join suspensions s on s.account_id = a.id and (s.until is null or s.until > now())`;

const FILTERS: Record<PeopleFilter, RawBuilder<boolean>> = {
  earners: raw`a.plan is not null`,
  general: raw`a.plan is null`,
  staff: raw`a.staff_role is not null`,
  suspended: raw`s.until is not null`,
  banned: raw`s.account_id is not null and s.until is null`,
  unverified: raw`a.email_verified_at is null`,
};

/** Newest first, which is the order of the ids. */
export async function selectPeople(sql: Sql, match: PeopleMatch, range: PageRange): Promise<PersonListRow[]> {
  const { rows } = await raw<PersonListRow>`
    select ${COLUMNS} from ${ACCOUNTS}
    where ${isMatch(match)} and ${range.after ? raw`a.id < ${range.after[1]}::uuid` : raw`true`}
    order by a.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

/** Counts at most `PEOPLE_MAX`. */
export async function countPeople(sql: Sql, match: PeopleMatch): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (
      select from ${ACCOUNTS} where ${isMatch(match)} limit ${PEOPLE_MAX}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

function isMatch({ term, filter }: PeopleMatch): RawBuilder<boolean> {
  const isListed = raw<boolean>`a.erased_at is null and ${filter === undefined ? raw`true` : FILTERS[filter]}`;
  return raw<boolean>`${isListed} and ${isTerm(term, isListed)}`;
}

/** Each by an index of its own. A word that half of all people have lists the newest of them only. */
function isTerm(term: PeopleTerm, isListed: RawBuilder<boolean>): RawBuilder<boolean> {
  if (term.kind === "all") return raw<boolean>`true`;
  if (term.kind === "phone") return raw<boolean>`a.phone = ${term.value}`;
  if (term.kind === "id")
    return raw<boolean>`a.id in (
      select ${term.value}::uuid union all select owner_id from channels where id = ${term.value}::uuid)`;
  const pattern = `%${term.value.toLowerCase().replace(/[\\%_]/g, "\\$&")}%`;
  const conditions = [
    raw`lower(a.username || ' ' || a.full_name || ' ' || a.email) like ${pattern}`,
    raw`a.id in (select c.owner_id from channels c where lower(c.name) like ${pattern})`,
    ...matchesBesideNames(term),
  ];
  const newest = conditions.map(
    (condition) =>
      raw`(select a.id from ${ACCOUNTS} where ${isListed} and ${condition} order by a.id desc limit ${PEOPLE_MAX})`,
  );
  return raw<boolean>`a.id in (${raw.join(newest, raw` union `)})`;
}

function matchesBesideNames(term: PeopleTerm): RawBuilder<unknown>[] {
  if (term.kind === "digits")
    return [raw`a.id in (select m.account_id from payment_methods m where m.last4 = ${term.value})`];
  if (term.kind === "number") return [raw`a.phone = ${term.phone}`];
  return [];
}

export type PersonDetailRow = PersonListRow & {
  phone: string | null;
  date_of_birth: string | null;
  birth_precision: string;
  has_two_factor: boolean;
  channel_id: string;
  channel_name: string;
  channel_hidden_at: Date | null;
  is_channel_hidden_by_staff: boolean;
  followers: number;
  deactivated_at: Date | null;
  deletion_due_at: Date | null;
  subscription_plan: string | null;
  subscription_status: string | null;
  current_period_end: Date | null;
  items: number;
  comments: number;
  referrals: number;
  referred_by: string | null;
  ssn_last4: string | null;
};

/** Of a channel `c`. */
const IS_HIDDEN_BY_STAFF = raw<boolean>`'staff' = any(c.hidden_for)`;

/** Counts at most 10,000 of each. */
export async function selectPersonDetail(sql: Sql, id: string): Promise<PersonDetailRow | null> {
  const { rows } = await raw<PersonDetailRow>`
    select ${COLUMNS}, a.phone, a.date_of_birth, a.birth_precision, a.deactivated_at, a.deletion_due_at,
      exists (select from two_factor f where f.account_id = a.id and f.enabled_at is not null) as has_two_factor,
      c.id as channel_id, c.name as channel_name, c.hidden_at as channel_hidden_at, c.subscriber_count as followers,
      ${IS_HIDDEN_BY_STAFF} as is_channel_hidden_by_staff,
      p.plan as subscription_plan, p.status as subscription_status, p.current_period_end,
      (select count(*) from (
        select from contents i where i.channel_id = c.id and i.deleted_at is null limit 10000) n) as items,
      (select count(*) from (
        select from comments m where m.author_id = a.id and m.status <> 'deleted' limit 10000) n) as comments,
      (select count(*) from (select from referrals r where r.earner_id = a.id limit 10000) n) as referrals,
      (select e.username from referrals r join accounts e on e.id = r.earner_id where r.referred_id = a.id) as referred_by,
      (select e.ssn_last4 from earner_profiles e where e.account_id = a.id) as ssn_last4
    from ${ACCOUNTS} join channels c on c.owner_id = a.id
      left join lateral (
        select plan, status, current_period_end from subscriptions where account_id = a.id order by id desc limit 1
      ) p on true
    where a.id = ${id} and a.erased_at is null`.execute(sql);
  return rows[0] ?? null;
}

/** @returns null for an account that is erased */
export async function lockChannelOf(
  tx: Tx,
  accountId: string,
): Promise<{ id: string; is_hidden_by_staff: boolean } | null> {
  const { rows } = await raw<{ id: string; is_hidden_by_staff: boolean }>`
    select c.id, ${IS_HIDDEN_BY_STAFF} as is_hidden_by_staff from channels c join accounts a on a.id = c.owner_id
    where a.id = ${accountId} and a.erased_at is null for update of c`.execute(tx);
  return rows[0] ?? null;
}

export type StaffDeviceRow = { id: string; name: string; address: string; first_seen_at: Date; last_seen_at: Date };

/** The devices that are still signed in, as the person sees them in Settings. */
export async function selectDevicesOf(sql: Sql, accountId: string): Promise<StaffDeviceRow[]> {
  return sql
    .selectFrom("devices")
    .select(["id", "name", "address_prefix as address", "first_seen_at", "last_seen_at"])
    .where("account_id", "=", accountId)
    .where("deleted_at", "is", null)
    .where(isSignedIn(raw`devices.id`))
    .orderBy("last_seen_at", "desc")
    .orderBy("id")
    .limit(50)
    .execute();
}
