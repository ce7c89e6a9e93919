import { type DeliverySettings, PREFERENCE_MESSAGES, type preferenceRoutes } from "@app/contract/preferences";
import type { z } from "zod";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { fieldError } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { type DeliveryRow, isTimeZone, selectDelivery, selectQuietUntil, writeDelivery } from "./deliveries.sql.ts";

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
