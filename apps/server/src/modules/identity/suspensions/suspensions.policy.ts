import { PEOPLE_MESSAGES } from "@app/contract/people";
import type { Member } from "#platform/viewer.ts";

const DAY_MS = 24 * 60 * 60_000;
const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** What a suspended person reads when they sign in. */
export function toSuspensionMessage({ reason, until }: { reason: string; until: Date | null }): string {
  const what = until ? `Your account is suspended until ${toMoment(until)}.` : "Your account was closed by our team.";
  return `${what} Reason: ${toSentence(reason)} If you think this is a mistake, you can appeal.`;
}

export function toMoment(at: Date): string {
  return `${MOMENT.format(at)} UTC`;
}

export function toSentence(reason: string): string {
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

/** @returns why this member of the staff cannot suspend, ban or sign out that person; null: they can */
export function whyNotSuspend(staff: Pick<Member, "accountId">, person: { id: string; staff_role: string | null }) {
  if (person.id === staff.accountId) return PEOPLE_MESSAGES.isSelf;
  return person.staff_role === null ? null : PEOPLE_MESSAGES.isStaff;
}

/** @returns why a suspension that begins now would lift a ban or shorten what is there; null: it would not */
export function whyNotExtend(current: { until: Date | null } | null, days: number, now: Date): string | null {
  if (current === null) return null;
  if (current.until === null) return PEOPLE_MESSAGES.isBanned;
  return current.until.getTime() > now.getTime() + days * DAY_MS ? PEOPLE_MESSAGES.isSuspendedLonger : null;
}
