import { BRAND } from "@app/contract/brand";
import type { CaseSubject } from "@app/contract/reports";
import type { EmailContent } from "#platform/mail/mail.ts";
import { toMoment, toSentence, toSuspensionMessage } from "./suspensions.policy.ts";

type Addressee = { email: string; username: string };
type Shown = { reason: string; until: Date | null };

type Consequences = {
  /** A ban ended that had hidden channel and content. */
  isShownAgain: boolean;
  /** What staff removed with the same decision. */
  removed: CaseSubject | null;
};

const REASON = "You are receiving this because our team changed your account.";

export function renderSuspendedEmail(
  { email, username, appealUrl }: Addressee & { appealUrl: string },
  suspension: Shown & Consequences,
): EmailContent {
  const what = suspension.until ? "suspended" : "closed";
  return {
    to: email,
    subject: `Your ${BRAND.name} account is ${what}`,
    heading: `Your account is ${what}`,
    paragraphs: [
      `Hello ${username},`,
      toSuspensionMessage(suspension),
      `You are signed out everywhere. ${toConsequences(suspension)}`,
    ],
    button: { label: "Appeal this decision", url: appealUrl },
    reason: REASON,
  };
}

/** @param reason of the second look */
export function renderUpheldEmail({ email, username }: Addressee, { until }: Shown, reason: string): EmailContent {
  return {
    to: email,
    subject: "We looked at your account again",
    heading: "The decision stands",
    paragraphs: [
      `Hello ${username},`,
      `Someone else on our team looked at your account again. It stays ${until ? "suspended" : "closed"}. Reason: ${toSentence(reason)}`,
      ...(until ? [`You can sign in again from ${toMoment(until)}.`] : []),
    ],
    button: null,
    reason: REASON,
  };
}

export function renderRestoredEmail({ email, username, publicUrl }: Addressee & { publicUrl: string }): EmailContent {
  return {
    to: email,
    subject: `You can sign in to ${BRAND.name} again`,
    heading: "You can sign in again",
    paragraphs: [`Hello ${username}, our team restored your account.`],
    button: { label: "Sign In", url: `${publicUrl}/login` },
    reason: REASON,
  };
}

function toConsequences({ until, isShownAgain, removed }: Shown & Consequences): string {
  if (until === null) return "Your channel and everything in it are hidden, and a paid plan does not renew.";
  if (removed === "channel") return "Your channel and everything in it are hidden.";
  if (removed !== null) return "What was reported is removed; everything else stays as it is.";
  return `Your channel and what you published ${isShownAgain ? "are shown again" : "stay as they are"}.`;
}
