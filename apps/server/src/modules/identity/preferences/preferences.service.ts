import {
  type DeliverySettings,
  type EmailFrequency,
  FIXED_EMAILS,
  NOTIFICATION_KINDS,
  type NotificationKind,
  type NotificationSetting,
  notificationKind,
  PREFERENCE_MESSAGES,
  type PrivacyView,
  type preferenceRoutes,
} from "@app/contract/preferences";
import type { z } from "zod";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError, notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import {
  type DeliveryRow,
  isTimeZone,
  type PrivacyChanges,
  type PrivacyRow,
  type SettingChanges,
  selectDelivery,
  selectPrivacy,
  selectQuietUntil,
  selectSettings,
  selectUnindexed,
  writeDelivery,
  writePrivacy,
  writeSettings,
} from "./preferences.sql.ts";
import { resolvePrivacy } from "./privacy.policy.ts";

/** What a profile shows of a person. */
type Privacy = {
  isMinor: boolean;
  isHiddenFromLists: boolean;
  showsGpa: boolean;
  showsLocation: boolean;
  showsFollowers: boolean;
  isIndexed: boolean;
};

type ReadDeps = Pick<Deps, "sql" | "pool" | "now">;

type Pool = Deps["pool"];

const HIDDEN: Privacy = {
  isMinor: false,
  isHiddenFromLists: true,
  showsGpa: false,
  showsLocation: false,
  showsFollowers: false,
  isIndexed: false,
};

/** All kinds in the order of the contract, including those that were never changed. */
export async function listNotificationSettings(
  deps: Pick<Deps, "sql">,
  member: Member,
): Promise<NotificationSetting[]> {
  const rows = new Map((await selectSettings(deps.sql, member.accountId)).map((row) => [row.kind, row]));
  return NOTIFICATION_KINDS.flatMap((kind) => {
    const row = rows.get(kind);
    if (!row) return [];
    const { bell, email, push } = row;
    return [{ kind, bell, email, push, is_email_fixed: FIXED_EMAILS.includes(kind) }];
  });
}

/** @throws AppError `invalid_input` on `email`, for an email that is always sent at once */
export async function setNotification(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  { kind, ...changes }: { kind: NotificationKind } & SettingChanges,
): Promise<NotificationSetting[]> {
  if ((changes.email ?? "at_once") !== "at_once" && FIXED_EMAILS.includes(kind))
    throw fieldError("email", PREFERENCE_MESSAGES.fixedEmail);
  await inTransaction(deps.sql, async (tx) => {
    const before = (await selectSettings(tx, member.accountId)).find((row) => row.kind === kind);
    await writeSettings(tx, member.accountId, [kind], changes);
    if (!before || !changes.email || changes.email === before.email) return;
    const changed = { account_id: member.accountId, kind, from: before.email };
    await deps.events.publish(tx, "email_frequency.changed", changed);
  });
  return listNotificationSettings(deps, member);
}

/** @returns the kinds of emails that can be switched off, and how often they come; null: the account is erased */
export async function listEmails(
  sql: Sql,
  accountId: string,
): Promise<{ kind: NotificationKind; email: EmailFrequency }[] | null> {
  const rows = await selectSettings(sql, accountId);
  if (rows.length === 0) return null;
  return rows.flatMap(({ kind, email }) => {
    const known = notificationKind.safeParse(kind).data;
    return known && !FIXED_EMAILS.includes(known) ? [{ kind: known, email }] : [];
  });
}

/** For the links in emails, which need no session. */
export function switchEmailsOff(sql: Sql, accountId: string, kinds: readonly NotificationKind[]): Promise<void> {
  const switchable = kinds.filter((kind) => !FIXED_EMAILS.includes(kind));
  return writeSettings(sql, accountId, switchable, { email: "off" });
}

/** @throws AppError `not_found` */
export async function showPrivacy(deps: ReadDeps, member: Member): Promise<PrivacyView> {
  const [row] = await selectPrivacy(deps.pool, [member.accountId]);
  if (!row) throw notFound();
  return resolvePrivacy(row, deps.now());
}

export async function setPrivacy(deps: ReadDeps, member: Member, changes: PrivacyChanges): Promise<PrivacyView> {
  await writePrivacy(deps.sql, member.accountId, changes);
  return showPrivacy(deps, member);
}

/** Resolves the settings with the age of the person. An unknown account shows nothing. */
export async function readPrivacy(pool: Pool, accountId: string, now: Date): Promise<Privacy> {
  const [row] = await selectPrivacy(pool, [accountId]);
  return row ? toPrivacy(row, now) : HIDDEN;
}

function toPrivacy(row: PrivacyRow, now: Date): Privacy {
  const resolved = resolvePrivacy(row, now);
  return {
    isMinor: resolved.is_minor,
    isHiddenFromLists: resolved.is_hidden_from_lists,
    showsGpa: resolved.shows_gpa.value,
    showsLocation: resolved.shows_location.value,
    showsFollowers: resolved.shows_followers.value,
    isIndexed: resolved.is_indexed.value,
  };
}

/** @returns those of the given channels that no page for search engines may name */
export async function findUnindexedChannels(
  deps: Pick<Deps, "pool">,
  channelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (channelIds.length === 0) return new Set();
  return new Set(await selectUnindexed(deps.pool, channelIds));
}

type DeliveryChanges = z.output<(typeof preferenceRoutes)["setDeliveries"]["body"]>;

export async function showDeliveries(deps: Pick<Deps, "sql">, member: Member): Promise<DeliverySettings> {
  const { quiet_from, quiet_to, ...row } = await selectDelivery(deps.sql, member.accountId);
  const isQuiet = quiet_from !== null && quiet_to !== null;
  return { ...row, quiet_hours: isQuiet ? { from: toTime(quiet_from), to: toTime(quiet_to) } : null };
}

/** @throws AppError `invalid_input` an unknown time zone, or quiet hours that end when they begin */
export async function setDeliveries(
  deps: Pick<Deps, "sql" | "events">,
  member: Member,
  { quiet_hours, ...changes }: DeliveryChanges,
): Promise<DeliverySettings> {
  if (quiet_hours && quiet_hours.from === quiet_hours.to)
    throw fieldError("quiet_hours", PREFERENCE_MESSAGES.emptyQuietHours);
  if (changes.time_zone !== undefined && !(await isTimeZone(deps.sql, changes.time_zone)))
    throw fieldError("time_zone", PREFERENCE_MESSAGES.unknownTimeZone);
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  await inTransaction(deps.sql, async (tx) => {
    await writeDelivery(tx, member.accountId, { ...given, ...toMinutes(quiet_hours) });
    await deps.events.publish(tx, "delivery_settings.changed", { account_id: member.accountId });
  });
  return showDeliveries(deps, member);
}

function toMinutes(quiet: DeliveryChanges["quiet_hours"]): Partial<DeliveryRow> {
  if (quiet === undefined) return {};
  return { quiet_from: quiet && toMinute(quiet.from), quiet_to: quiet && toMinute(quiet.to) };
}

function toMinute(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function toTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/**
 * The rule of quiet hours: emails and pushes to these people wait until then, and are sent only if what they are about is
 * still unread. The bell never waits.
 * @returns account id → the end of their quiet hours, for those who are in them now
 */
export async function findQuietUntil(
  deps: Pick<Deps, "config" | "now">,
  sql: Sql,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, Date>> {
  const at = { moment: deps.now(), timeZone: deps.config.platformTimeZone };
  const rows = await selectQuietUntil(sql, accountIds, at);
  return new Map(rows.map(({ account_id, until }) => [account_id, until]));
}
