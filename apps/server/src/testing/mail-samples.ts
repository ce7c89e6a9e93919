import type { GuardianPrice } from "@app/contract/guardian";
import { coachMail } from "#modules/discovery/recruiting/coach-mail.view.ts";
import { accountKeptMail } from "#modules/identity/accounts/ending-mails.view.ts";
import {
  changeEmailMail,
  emailChangedMail,
  passwordChangedMail,
  resetMail,
  signInLinkMail,
  verificationMail,
} from "#modules/identity/accounts/link-mails.view.ts";
import { newDeviceMail } from "#modules/identity/accounts/new-device-mail.view.ts";
import { deletionMail } from "#modules/identity/deletion/deletion-mails.view.ts";
import { exportReadyMail } from "#modules/identity/exports/export-mail.view.ts";
import {
  newRecoveryCodesMail,
  recoveryCodeUsedMail,
  twoFactorOffMail,
  twoFactorOnMail,
} from "#modules/identity/two-factor/two-factor-mails.view.ts";
import { receiptMail, refundMail, toTurnMail } from "#modules/membership/billing/billing-mails.view.ts";
import { endedMail } from "#modules/membership/earners/ended-mail.view.ts";
import { guardianMail } from "#modules/membership/earners/guardian-mail.view.ts";
import type { MailDraft } from "#platform/mail/mail.ts";

const PUBLIC_URL = "https://fieldhouse.test";
const TOKEN = "Zm9yLXRoZS1leWVzLW9mLW9uZS1wZXJzb24tb25seS0";
/** The longest name there can be, and a word that cannot be broken. */
const to = { email: "maya@people.test", username: "maya_the_goalkeeper_of_1st.team", publicUrl: PUBLIC_URL };
const url = (page: string) => `${PUBLIC_URL}/${page}/${TOKEN}`;
const coach = {
  name: "Coach <b>Hale</b>",
  email: "hale@college.test",
  organization: "State & Sons College",
  message: "We saw your tape.\n\nCan you call us before Friday?",
};
const plan = {
  ...to,
  plan: "Individual" as const,
  price_cents: 999,
  current_period_end: new Date("2031-03-04T12:00:00Z"),
  past_due_since: new Date("2031-03-04T12:00:00Z"),
};

const PRICES: [GuardianPrice, ...GuardianPrice[]] = [
  { plan: "Individual", title: "Student Athlete", price_cents: 999 },
  { plan: "Team", title: "Team", price_cents: 2999 },
  { plan: "Organization", title: "Organization", price_cents: 5999 },
];

/** Every mail that the product sends, as somebody would get it. */
export const MAIL_SAMPLES: Record<string, MailDraft> = {
  verification: verificationMail({ ...to, url: url("email-verification"), code: "12345678" }),
  reset: resetMail({ ...to, url: url("reset-password") }),
  "sign-in-link": signInLinkMail({ ...to, url: url("sign-in-link") }),
  "change-email": changeEmailMail({ ...to, url: url("change-email-verification") }),
  "email-changed": emailChangedMail(to),
  "password-changed": passwordChangedMail(to),
  "new-device": newDeviceMail({
    to: to.email,
    username: to.username,
    device: "Firefox on Android",
    addressPrefix: "203.0.113.0/24",
    at: new Date("2031-03-04T12:00:00Z"),
    publicUrl: PUBLIC_URL,
  }),
  "account-kept": accountKeptMail({ ...to, planEndsAt: null }),
  "account-kept-plan-ends": accountKeptMail({ ...to, planEndsAt: new Date("2031-03-04T12:00:00Z") }),
  "sign-up-ended": endedMail({ ...to, refundedCents: 2999, card: { last4: "4242" }, isErased: true }),
  "sign-up-ended-unpaid": endedMail({ ...to, refundedCents: 0, card: null, isErased: true }),
  "plan-ended-with-refund": endedMail({ ...to, refundedCents: 999, card: { last4: "4242" }, isErased: false }),
  refund: refundMail({
    ...to,
    plan: "Individual",
    rowId: "0190a1b2-0000-7000-8000-000000000000",
    number: "FH-2031-000123",
    totalCents: 999,
    card: { brand: "visa", last4: "4242" },
  }),
  deletion: deletionMail({ ...to, dueAt: new Date("2031-03-04T12:00:00Z") }),
  "export-ready": exportReadyMail(to),
  "two-factor-on": twoFactorOnMail(to),
  "two-factor-off": twoFactorOffMail(to),
  "new-recovery-codes": newRecoveryCodesMail(to),
  "recovery-code-used": recoveryCodeUsedMail(to, 1),
  guardian: guardianMail({
    email: "parent@people.test",
    guardian: "Alex Lind",
    username: to.username,
    prices: [PRICES[0]],
    url: url("guardian-consent"),
  }),
  "guardian-before-a-plan": guardianMail({
    email: "parent@people.test",
    guardian: "Alex Lind",
    username: to.username,
    prices: PRICES,
    url: url("guardian-consent"),
  }),
  receipt: receiptMail({
    ...to,
    plan: "Individual",
    rowId: "0190a1b2-0000-7000-8000-000000000000",
    number: "FH-2031-000123",
    totalCents: 999,
    card: { brand: "visa", last4: "4242" },
    periodStart: new Date("2031-02-04T12:00:00Z"),
    periodEnd: new Date("2031-03-04T12:00:00Z"),
  }),
  "payment-failed": toTurnMail("payment failed", plan),
  "ended-unpaid": toTurnMail("ended unpaid", plan),
  "ended-as-wished": toTurnMail("ended as wished", plan),
  canceled: toTurnMail("canceled", plan),
  resumed: toTurnMail("resumed", plan),
  "coach-to-athlete": coachMail({ to: to.email, athlete: "Maya Lind", isGuardian: false }, coach),
  "coach-to-guardian": coachMail({ to: "parent@people.test", athlete: "Maya Lind", isGuardian: true }, coach),
};
