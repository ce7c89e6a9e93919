import { toDollars } from "@app/contract/formats";
import type { ReferralDetail, ReferralStage, ReferralTerms, ReferralTrigger } from "@app/contract/referrals";
import { calendarDay } from "#lib/dates.ts";

export const STAGE_LABELS: Record<ReferralStage, string> = {
  joined: "Joined",
  pending: "Pending",
  available: "Available",
  paid: "Paid",
  ineligible: "Ineligible",
  reversed: "Reversed",
};

/** What earns the reward. */
const TRIGGERS: Record<ReferralTrigger, { they: string; notYet: string; done: string }> = {
  verified: {
    they: "verify their email address",
    notYet: "They have not verified their email address yet.",
    done: "They verified their email address.",
  },
  first_payment: {
    they: "pay for a plan",
    notYet: "They have not paid for a plan yet.",
    done: "They paid for a plan.",
  },
};

/** How rewards work, in one sentence. */
export function termsSentence({ reward_cents, trigger }: ReferralTerms): string {
  return `You earn ${toDollars(reward_cents)} for each new person who signs up with one of your links, once they ${TRIGGERS[trigger].they}.`;
}

/** Why a referral is where it is, and what comes next. */
export function stageSentence(
  person: Pick<ReferralDetail, "stage" | "reason" | "unlocks_on" | "paid_on" | "trigger">,
): string {
  const { stage, reason, unlocks_on, paid_on, trigger } = person;
  if (reason !== null) return reason;
  switch (stage) {
    case "joined":
      return TRIGGERS[trigger].notYet;
    case "pending":
      return unlocks_on === null
        ? TRIGGERS[trigger].done
        : `${TRIGGERS[trigger].done} Available on ${calendarDay(unlocks_on)}.`;
    case "available":
      return "Ready for your next payout.";
    case "paid":
      return paid_on === null ? "Paid out to you." : `Paid out to you on ${calendarDay(paid_on)}.`;
    case "ineligible":
    case "reversed":
      return "This referral earns nothing.";
  }
}
