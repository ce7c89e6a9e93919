import { DELETION_DAYS, EXPORT_DAYS } from "@app/contract/account-security";
import { GRACE_DAYS } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { GUARDIAN_LINK_DAYS } from "@app/contract/guardian";
import { REFERRAL_COOKIE_DAYS, REFERRAL_PENDING_DAYS, REFERRAL_REWARD_CENTS } from "@app/contract/referrals";
import { SIGN_UP_SESSION_DAYS, VERIFICATION_HOURS } from "@app/contract/sign-up";
import { SIGN_UP_DRAFT_DAYS } from "@app/contract/sign-up-drafts";
import { APPEAL_LINK_DAYS } from "@app/contract/suspension-appeals";
import { expect, test } from "vitest";
import { LEGAL_TEXTS, type LegalPath } from "./legal-texts.ts";

const IN_WORDS: Record<number, string> = { 7: "seven" };
const inWords = (count: number) => IN_WORDS[count] ?? String(count);

test.each<[LegalPath, string, string]>([
  ["/terms", "Plans and prices", `for ${inWords(GRACE_DAYS)} days to pay it`],
  ["/terms", "Earning through referrals", `${toDollars(REFERRAL_REWARD_CENTS)} for each new person`],
  ["/terms", "Earning through referrals", `held for ${inWords(REFERRAL_PENDING_DAYS)} days`],
  ["/terms", "Leaving", `${inWords(DELETION_DAYS)} days to change your mind`],
  ["/terms", "Leaving", "Earnings that have not been paid to you by then are lost"],
  ["/privacy", "In your browser", `for ${inWords(REFERRAL_COOKIE_DAYS)} days whose link you opened`],
  ["/privacy", "What we store", `encrypted, for ${inWords(SIGN_UP_DRAFT_DAYS)} days, without the password`],
  ["/privacy", "In your browser", `sign-up form again for ${inWords(SIGN_UP_DRAFT_DAYS)} days`],
  ["/privacy", "In your browser", `finish signing up in this browser for ${inWords(SIGN_UP_SESSION_DAYS)} days`],
  ["/privacy", "How long we store it", `expire after ${inWords(VERIFICATION_HOURS)} hours at the latest`],
  ["/privacy", "How long we store it", `appeal a suspension (${inWords(APPEAL_LINK_DAYS)} days)`],
  ["/privacy", "How long we store it", `ask a guardian for consent (${inWords(GUARDIAN_LINK_DAYS)} days)`],
  ["/privacy", "How long we store it", `For ${inWords(DELETION_DAYS)} days signing in brings it back`],
  ["/privacy", "Your rights", `there for ${inWords(EXPORT_DAYS)} days`],
])("%s says under %s what the product does: %s", (path, heading, words) => {
  const part = LEGAL_TEXTS[path].parts.find((one) => one.heading === heading);
  expect(part?.sentences.join(" ")).toContain(words);
});
