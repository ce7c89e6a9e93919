import { BRAND } from "@app/contract/brand";
import { GUARDIAN_LINK_DAYS, type GuardianPrice, toCostSentence } from "@app/contract/guardian";
import { momentInWords } from "#platform/days.ts";
import type { EmailContent } from "#platform/mail/mail.ts";

type Request = { email: string; guardian: string; username: string; prices: readonly GuardianPrice[]; url: string };

export function renderGuardianEmail({ email, guardian, username, prices, url }: Request): EmailContent {
  return {
    to: email,
    subject: `${username} asks for your consent on ${BRAND.name}`,
    heading: "Your consent is needed",
    paragraphs: [
      `Hello ${guardian}, ${username} is under 18, would like an earner account on ${BRAND.name}, and gave this address for a parent or guardian.`,
      `An earner account can earn money, and its plan is paid every month until it is canceled. ${toCostSentence(prices)}`,
      "To consent, you enter your name and your relationship, and confirm with a credit or debit card that you are an adult. We neither charge nor save the card.",
      `You have ${GUARDIAN_LINK_DAYS} days to answer, and can change a no to a yes until then. Keep this email: the same link lets you withdraw your consent at any time.`,
    ],
    button: { label: "Read and decide", url },
    reason:
      "You are receiving this because someone named you as their parent or guardian. If you are not, please decline.",
  };
}

type Confirmation = Pick<Request, "email" | "guardian" | "username" | "url"> & { at: Date; platformTimeZone: string };

/** @param confirmed with the prices that were agreed to */
export function renderConsentGivenEmail(confirmed: Confirmation & Pick<Request, "prices">): EmailContent {
  const { email, guardian, username, url, at, platformTimeZone, prices } = confirmed;
  return {
    to: email,
    subject: `You have consented to ${username}'s account on ${BRAND.name}`,
    heading: "You have given your consent",
    paragraphs: [
      `Hello ${guardian}, on ${momentInWords(at, platformTimeZone)} you consented to an earner account on ${BRAND.name} for ${username}.`,
      `You stated that you are 18 or older and a parent or legal guardian of ${username}. With your consent, ${username} can save a card, pay for a plan, earn money, and give a Social Security number, which is encrypted.`,
      `A plan is paid every month until it is canceled. ${toCostSentence(prices)} Your own card was neither charged nor saved.`,
      "Keep this email: its link lets you withdraw your consent at any time. If you did not give this consent, please withdraw it now.",
    ],
    button: { label: "Read or withdraw your consent", url },
    reason: "You are receiving this because someone consented with the link that we emailed to this address.",
  };
}

/** @param confirmed `isNeeded`: the account is still under 18. `isLate`: the link can no longer be used to consent */
export function renderConsentWithdrawnEmail(
  confirmed: Confirmation & { isNeeded: boolean; isLate: boolean },
): EmailContent {
  const { email, guardian, username, url, at, platformTimeZone, isNeeded, isLate } = confirmed;
  const again = isLate
    ? `If you change your mind, ${username} can have another email sent to you.`
    : `If you change your mind, you can consent again with the same link, within ${GUARDIAN_LINK_DAYS} days of our first email.`;
  return {
    to: email,
    subject: `You have withdrawn your consent to ${username}'s account on ${BRAND.name}`,
    heading: "You have withdrawn your consent",
    paragraphs: [
      `Hello ${guardian}, on ${momentInWords(at, platformTimeZone)} you withdrew your consent to the earner account of ${username} on ${BRAND.name}.`,
      ...(isNeeded
        ? [
            `If ${username} has a plan, it ends after the month already paid for, and their saved cards are removed. Until a parent or guardian consents, they cannot pay for a plan or be paid out.`,
            again,
          ]
        : [`${username} is now 18 or older and no longer needs your consent, so nothing changes for them.`]),
    ],
    button: isNeeded && !isLate ? { label: "Change your answer", url } : null,
    reason:
      "You are receiving this because someone withdrew the consent with the link that we emailed to this address.",
  };
}

/** What the account does after the answer. Without a verified email that is only possible in the browser of the sign-up. */
export type NextStep = "earner" | "unverified earner" | "registrant" | "unverified registrant";

const NEXT_STEPS: Record<NextStep, { path: string; label: string; next: string; hint: string | null }> = {
  earner: {
    path: "/setting?tab=plan",
    label: "Plan and payment",
    next: "You can now save a card, pay for a plan and be paid out.",
    hint: null,
  },
  "unverified earner": {
    path: "/verify-email",
    label: "Verify your email",
    next: "Your account is set up. Verify your email address to sign in.",
    hint: "Please verify your email address first.",
  },
  registrant: {
    path: "/login?next=%2Fbilling",
    label: "Continue",
    next: "You can now pick up where you left off and pay for the plan.",
    hint: null,
  },
  "unverified registrant": {
    path: "/billing",
    label: "Continue your sign-up",
    next: "You can now pick up your sign-up where you left off and pay for the plan. Please open the link in the browser you signed up with.",
    hint: "Please open the link in the browser you signed up with.",
  },
};

type AccountMail = { email: string; username: string; nextStep: NextStep; publicUrl: string };

const ACCOUNT_REASON = "You are receiving this because you asked a parent or guardian for consent.";

export function renderGuardianConsentedEmail({ email, username, nextStep, publicUrl }: AccountMail): EmailContent {
  const { path, label, next } = NEXT_STEPS[nextStep];
  return {
    to: email,
    subject: `Your guardian has consented to your ${BRAND.name} account`,
    heading: "Your guardian has consented",
    paragraphs: [
      `Hello ${username}, your parent or guardian has consented to your earner account on ${BRAND.name}.`,
      next,
    ],
    button: { label, url: `${publicUrl}${path}` },
    reason: ACCOUNT_REASON,
  };
}

/** @param mail `isNeeded`: the account is still under 18 */
export function renderGuardianDeclinedEmail(mail: AccountMail & { isNeeded: boolean }): EmailContent {
  return {
    to: mail.email,
    subject: `Your guardian has not consented to your ${BRAND.name} account`,
    heading: "Your guardian has not consented",
    paragraphs: [
      `Hello ${mail.username}, your parent or guardian has not consented to your earner account on ${BRAND.name}.`,
      ...toAdvice(
        mail,
        `They can change their answer with the link in our email to them, for ${GUARDIAN_LINK_DAYS} days after we sent it. You can also ask again.`,
      ),
    ],
    button: toAskAgain(mail),
    reason: ACCOUNT_REASON,
  };
}

/** @param mail `isNeeded`: the account is still under 18. `isLate`: the link can no longer be used to consent */
export function renderGuardianWithdrewEmail(mail: AccountMail & { isNeeded: boolean; isLate: boolean }): EmailContent {
  const again = mail.isLate
    ? "To get their consent again, ask them once more."
    : "They can consent again with the link in our email to them, or you can ask again.";
  return {
    to: mail.email,
    subject: `Your guardian has withdrawn their consent to your ${BRAND.name} account`,
    heading: "Your guardian has withdrawn their consent",
    paragraphs: [
      `Hello ${mail.username}, your parent or guardian has withdrawn their consent to your earner account on ${BRAND.name}.`,
      ...(mail.isNeeded
        ? [
            "If you have a plan, it ends after the month already paid for, and your saved cards are removed. Until a parent or guardian consents, you cannot pay for a plan or be paid out, and your recruiting page is closed.",
          ]
        : []),
      ...toAdvice(mail, again),
    ],
    button: toAskAgain(mail),
    reason: ACCOUNT_REASON,
  };
}

function toAdvice({ nextStep, isNeeded }: { nextStep: NextStep; isNeeded: boolean }, again: string): string[] {
  if (!isNeeded)
    return ["You are now 18 or older and no longer need a guardian's consent, so nothing changes for you."];
  const { hint } = NEXT_STEPS[nextStep];
  return [hint === null ? again : `${again} ${hint}`];
}

function toAskAgain({ nextStep, publicUrl, isNeeded }: AccountMail & { isNeeded: boolean }): EmailContent["button"] {
  const { path, label } = NEXT_STEPS[nextStep];
  return { label: isNeeded && nextStep !== "unverified earner" ? "Ask again" : label, url: `${publicUrl}${path}` };
}
