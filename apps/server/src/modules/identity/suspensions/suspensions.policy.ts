import { PEOPLE_MESSAGES } from "@app/contract/people";
import type { Member } from "#platform/viewer.ts";

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
