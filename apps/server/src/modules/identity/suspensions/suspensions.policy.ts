import { BRAND } from "@app/contract/brand";
import { PEOPLE_MESSAGES } from "@app/contract/people";
import type { Member } from "#platform/viewer.ts";

const MOMENT = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

/** What a suspended person reads when they sign in. */
export function toSuspensionMessage({ reason, until }: { reason: string; until: Date | null }): string {
  const what = until
    ? `Your account is suspended until ${MOMENT.format(until)} UTC.`
    : "Your account was closed by our staff.";
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `${what} Reason: ${sentence} If you think this is a mistake, write to ${BRAND.supportEmail}.`;
}

/** @returns why this member of the staff cannot suspend, ban or sign out that person; null: they can */
export function whyNotSuspend(staff: Pick<Member, "accountId">, person: { id: string; staff_role: string | null }) {
  if (person.id === staff.accountId) return PEOPLE_MESSAGES.isSelf;
  return person.staff_role === null ? null : PEOPLE_MESSAGES.isStaff;
}
