import type { Plan, UserCard, userCard } from "@app/contract/accounts";
import { EARNER_TYPE } from "@app/contract/brand";
import type { StaffRole } from "@app/contract/console";
import { keepPrecision, latestDay, type PartialDate } from "@app/contract/dates";
import { MESSAGES } from "@app/contract/errors";
import type { EventPayloads } from "@app/contract/events";
import { type AccountId, accountId, type ChannelId, channelId } from "@app/contract/ids";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { z } from "zod";
import { newId } from "#platform/clock.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import type { EmailContent } from "#platform/mail/mail.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import {
  type AccountRow,
  insertAccount,
  selectAccount,
  selectAccountByLogin,
  selectDisownedAccount,
  updatePlanLapsed,
  updatePlanPaid,
} from "./accounts.sql.ts";
import { isOldEnough } from "./age.policy.ts";
import { emailKey, usernameKey } from "./names.policy.ts";
import { type PersonChanges, type PersonRow, selectPerson, updateEarnerStatus, updatePerson } from "./person.sql.ts";

export function findAccountByUsername(sql: Sql, username: string): Promise<AccountRow | null> {
  return selectAccountByLogin(sql, usernameKey(username));
}

/** The account of this address; without one, a sign-up that its owner disowned, so that staff can end it. */
export async function findAccountByEmail(sql: Sql, email: string): Promise<AccountRow | null> {
  const key = emailKey(email);
  return (await selectAccountByLogin(sql, key)) ?? selectDisownedAccount(sql, key);
}

export type KeptReferral = EventPayloads["account.created"]["referral"];

type Person = {
  username: string;
  email: string;
  passwordHash: string;
  fullName: string;
  /** Null for a General User. */
  plan: Plan | null;
  staffRole?: StaffRole;
  isVerified: boolean;
  isDemo: boolean;
  personal?: { gender: string | null; dateOfBirth: string | null; phone: string | null; referralCode: string | null };
  /** Of the sign-up that it replaces. */
  referral?: KeptReferral;
};

/** Creates an account and its channel, which is named after the username, in the caller's transaction. */
export async function addAccount(
  deps: Pick<Deps, "events">,
  tx: Tx,
  person: Person,
): Promise<{ accountId: AccountId; channelId: ChannelId }> {
  const ids = { accountId: newId(accountId), channelId: newId(channelId) };
  await insertAccount(tx, {
    id: ids.accountId,
    userType: person.plan === null ? "General User" : EARNER_TYPE,
    plan: person.plan,
    username: person.username,
    usernameKey: usernameKey(person.username),
    email: person.email,
    emailKey: emailKey(person.email),
    emailVerifiedAt: person.isVerified ? new Date() : null,
    passwordHash: person.passwordHash,
    fullName: person.fullName,
    staffRole: person.staffRole ?? null,
    isDemo: person.isDemo,
    ...(person.personal ?? { gender: null, dateOfBirth: null, phone: null, referralCode: null }),
  });
  const { referral = null } = person;
  await deps.events.publish(tx, "account.created", { account_id: ids.accountId, channel_id: ids.channelId, referral });
  return ids;
}

/** @returns null if the account is gone or erased */
export function findPerson(sql: Sql, accountId: string): Promise<PersonRow | null> {
  return selectPerson(sql, accountId, false);
}

/** @throws AppError `not_signed_in` if the account is gone */
export async function readPerson(sql: Sql, accountId: string): Promise<PersonRow> {
  return requireRow(await selectPerson(sql, accountId, false));
}

/** As `readPerson`, with a row lock until the end of the transaction. */
export async function lockPerson(tx: Sql, accountId: string): Promise<PersonRow> {
  return requireRow(await selectPerson(tx, accountId, true));
}

function requireRow<T>(row: T | null): T {
  if (!row) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return row;
}

/** As `sendEmail`, to the address of an account, unless its owner said that they did not sign up (decision 0048). */
export async function sendAccountEmail(
  deps: Pick<Deps, "secrets">,
  tx: Sql,
  account: Pick<PersonRow, "email_disowned_at">,
  content: EmailContent,
): Promise<void> {
  if (!account.email_disowned_at) await sendEmail(deps, tx, content);
}

/** For a page whose signed-in person has just changed. */
export async function readUserCard(
  deps: Pick<Deps, "config">,
  sql: Sql,
  accountId: string,
): Promise<z.input<typeof userCard>> {
  const account = requireRow(await selectAccount(sql, accountId));
  return toUserCard(account, (key) => publicMediaUrl(deps.config, key));
}

/** @returns the date of birth at the precision at which it is known */
export function birthDateOf(person: Pick<PersonRow, "date_of_birth" | "birth_precision">): PartialDate | null {
  return person.birth_precision === "month" ? (person.date_of_birth?.slice(0, 7) ?? null) : person.date_of_birth;
}

/**
 * Merges a date of birth that is entered again. It may add the day, and must not contradict the date of the sign-up.
 * @returns null if nothing changes
 * @throws AppError `invalid_input` on `date_of_birth` if it contradicts, or the person is too young
 */
export function mergeBirthDate(
  person: Pick<PersonRow, "date_of_birth" | "birth_precision">,
  given: PartialDate,
  now: Date,
): NonNullable<PersonChanges["birth"]> | null {
  const held = birthDateOf(person);
  if (held !== null && held.slice(0, given.length) !== given && !given.startsWith(held))
    throw fieldError("date_of_birth", "Date of birth must match the one you signed up with.");
  const kept = keepPrecision(held, given);
  if (kept === held) return null;
  if (!isOldEnough(latestDay(kept), now)) throw fieldError("date_of_birth", SIGN_UP_MESSAGES.tooYoung);
  const isDay = kept.length === 10;
  return { date: isDay ? kept : `${kept}-01`, precision: isDay ? "day" : "month" };
}

/** Only what a person may change themselves. */
export function changePerson(tx: Sql, accountId: string, changes: PersonChanges): Promise<void> {
  return updatePerson(tx, accountId, changes);
}

/** Makes the account an earner on `plan`, and reactivates it if it was deactivated. */
export function activateAccount(tx: Sql, accountId: string, plan: Plan): Promise<void> {
  return updateEarnerStatus(tx, accountId, { userType: EARNER_TYPE, plan, isDeactivated: false });
}

/** Turns an earner into a General User. Their earner profile is hidden until they pay again. */
export function deactivateAccount(tx: Sql, accountId: string): Promise<void> {
  return updateEarnerStatus(tx, accountId, { userType: "General User", plan: null, isDeactivated: true });
}

/** Does not make anybody an earner: that takes a completed profile, too. */
export function setPlanPaid(tx: Sql, accountId: string, plan: Plan): Promise<void> {
  return updatePlanPaid(tx, accountId, plan);
}

/** Published items stay; the earner cannot upload new ones. */
export function setPlanLapsed(tx: Sql, accountId: string, at: Date): Promise<void> {
  return updatePlanLapsed(tx, accountId, at);
}

type MediaUrl = (key: string) => string;

export function toUserCard(row: AccountRow, toPublicUrl: MediaUrl): z.input<typeof userCard> {
  const isEarner = row.plan !== null;
  return {
    id: row.id,
    type: row.user_type as UserCard["type"],
    plan: row.plan as UserCard["plan"],
    username: row.username,
    email: row.email,
    full_name: row.full_name,
    profile_url: row.profile_key ? toPublicUrl(row.profile_key) : null,
    is_staff: row.staff_role !== null,
    must_enable_two_factor: row.staff_role !== null && !row.has_two_factor,
    has_blocks: row.has_blocks,
    teams: row.teams.filter((team) => !team.is_hidden).map(({ id, name, role }) => ({ id, name, role })),
    hidden_teams: row.teams.filter((team) => team.is_hidden).map(({ id, name }) => ({ id, name })),
    channel: { id: row.channel_id, name: row.channel_name },
    can: {
      upload: isEarner && row.plan_lapsed_at === null,
      refer: isEarner,
      administer: row.staff_role !== null && row.has_two_factor,
    },
  };
}
