import { BRAND } from "@app/contract/brand";
import type { EmailContent } from "#platform/mail/mail.ts";
import { toSuspensionMessage } from "./suspensions.policy.ts";

type Addressee = { email: string; username: string };

const REASON = "You are receiving this because our staff changed your account.";

export function renderSuspendedEmail(
  { email, username }: Addressee,
  suspension: { reason: string; until: Date | null },
): EmailContent {
  const what = suspension.until ? "suspended" : "closed";
  return {
    to: email,
    subject: `Your ${BRAND.name} account is ${what}`,
    heading: `Your account is ${what}`,
    paragraphs: [
      `Hello ${username}, ${toSuspensionMessage(suspension)}`,
      suspension.until
        ? "You are signed out everywhere. Your channel and what you published stay as they are."
        : "You are signed out everywhere. Your channel and everything in it are hidden, and a paid plan does not renew.",
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
    paragraphs: [`Hello ${username}, our staff restored your account.`],
    button: { label: "Sign In", url: `${publicUrl}/login` },
    reason: REASON,
  };
}
