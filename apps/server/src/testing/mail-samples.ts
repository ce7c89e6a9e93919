import type { GuardianPrice } from "@app/contract/guardian";
import { renderInvitationEmail, renderTeamChangeEmail } from "#modules/channels/members/team-mails.presenter.ts";
import { renderCoachEmail } from "#modules/discovery/recruiting/page.service.ts";
import { renderStaffRoleEmail } from "#modules/identity/accounts/staff-role.service.ts";
import { renderAccountRestoredEmail, renderDeletionEmail } from "#modules/identity/deletion/deletion.service.ts";
import { renderExportReadyEmail } from "#modules/identity/exports/prepare-export.service.ts";
import {
  renderChangeEmailEmail,
  renderEmailChangedEmail,
  renderPasswordChangedEmail,
  renderResetEmail,
  renderSignInLinkEmail,
  renderVerificationEmail,
} from "#modules/identity/links/links.presenter.ts";
import { renderNewDeviceEmail } from "#modules/identity/sessions/sessions.presenter.ts";
import {
  renderRestoredEmail,
  renderSuspendedEmail,
  renderUpheldEmail,
} from "#modules/identity/suspensions/suspensions.presenter.ts";
import {
  renderNewRecoveryCodesEmail,
  renderRecoveryCodeUsedEmail,
  renderTwoFactorOffEmail,
  renderTwoFactorOnEmail,
} from "#modules/identity/two-factor/two-factor.presenter.ts";
import {
  renderPlanChangeEmail,
  renderReceiptEmail,
  renderRefundEmail,
} from "#modules/membership/billing/billing-mails.presenter.ts";
import { renderEndedEmail } from "#modules/membership/earners/earner-mails.presenter.ts";
import {
  renderConsentGivenEmail,
  renderConsentWithdrawnEmail,
  renderGuardianConsentedEmail,
  renderGuardianDeclinedEmail,
  renderGuardianEmail,
  renderGuardianWithdrewEmail,
} from "#modules/membership/earners/guardian-mails.presenter.ts";
import {
  renderDigestEmail,
  renderNotificationEmail,
  renderSummaryEmail,
} from "#modules/notifications/emails/emails.presenter.ts";
import type { EmailRow } from "#modules/notifications/emails/emails.sql.ts";
import type { EmailContent } from "#platform/mail/mail.ts";

const PUBLIC_URL = "https://fieldhouse.test";
const TOKEN = "Zm9yLXRoZS1leWVzLW9mLW9uZS1wZXJzb24tb25seS0";
/** The longest possible name, which cannot wrap. */
const to = { email: "maya@people.test", username: "maya_the_goalkeeper_of_1st.team", publicUrl: PUBLIC_URL };
const platformTimeZone = "America/New_York";
const restoredPlan = { platformTimeZone, planEndsAt: null, isDeactivated: false, hasPlanEnded: false };
const suspended = { ...to, appealUrl: `${PUBLIC_URL}/appeal#${TOKEN}` };
const url = (page: string) => `${PUBLIC_URL}/${page}/${TOKEN}`;
const coach = {
  name: "Coach <b>Hale</b>",
  email: "hale@college.test",
  organization: "State & Sons College",
  message: "We saw your tape.\n\nCan you call us before Friday?",
};
const plan = {
  ...to,
  platformTimeZone,
  plan: "Individual" as const,
  price_cents: 999,
  pending_plan: null,
  pending_price_cents: null,
  current_period_end: new Date("2031-03-04T12:00:00Z"),
  past_due_since: new Date("2031-03-04T12:00:00Z"),
  needsGuardian: false,
  deactivated_at: null,
  deletion_due_at: null,
};

const LEFT_AT = new Date("2031-02-20T12:00:00Z");

const PRICES: [GuardianPrice, ...GuardianPrice[]] = [
  { plan: "Individual", title: "Student Athlete", price_cents: 999 },
  { plan: "Team", title: "Team", price_cents: 2999 },
  { plan: "Organization", title: "Organization", price_cents: 5999 },
];

const guardian = {
  email: "parent@people.test",
  guardian: "Alex Lind",
  username: to.username,
  url: url("guardian-consent"),
};
const answered = { at: new Date("2031-03-04T12:00:00Z"), platformTimeZone };

const notifications = { publicUrl: PUBLIC_URL, recipient: to, tokenOf: () => TOKEN };
const commented: EmailRow = {
  id: "0190a1b2-0000-7000-8000-000000000001",
  kind: "comment",
  cause: "comment:0190a1b2-0000-7000-8000-000000000002",
  detail: null,
  is_read: false,
  updated_at: new Date("2031-03-04T12:00:00Z"),
  content_id: "0190a1b2-0000-7000-8000-000000000002",
  content_type: "video",
  content_title: "State & Sons: cup final, second half, with the save at the very end of the match",
  content_state: "ready",
  comment_id: "0190a1b2-0000-7000-8000-000000000003",
  comment_body: "What a save!\nI watched it ten times.",
  actor_username: "leo",
  actor_name: "Leo <b>Hale</b>",
  actor_channel_id: "0190a1b2-0000-7000-8000-000000000004",
  actor_profile_key: null,
  actors: 5,
  quotes: [
    { name: "Ana Silva", body: `Look at 1:23. ${"So good! ".repeat(50)}` },
    { name: "Leo <b>Hale</b>", body: "What a save!\nI watched it ten times." },
  ],
};
const aboutItem = { ...commented, comment_id: null, comment_body: null, quotes: [] };
const failed: EmailRow = { ...aboutItem, kind: "processing", cause: "processing:1", content_state: "failed" };
const decided: EmailRow = {
  ...aboutItem,
  kind: "moderation",
  cause: "content_hidden:1",
  detail: "It shows a minor without their guardian's consent.",
};
const followed: EmailRow = { ...aboutItem, kind: "follow", cause: "follow:1", content_id: null, content_type: null };

/** Every email that the product sends. */
export const MAIL_SAMPLES: Record<string, EmailContent> = {
  verification: renderVerificationEmail({ ...to, url: url("email-verification"), code: "12345678" }),
  reset: renderResetEmail({ ...to, url: url("reset-password") }),
  "sign-in-link": renderSignInLinkEmail({ ...to, url: url("sign-in-link") }),
  "change-email": renderChangeEmailEmail({ ...to, url: url("change-email-verification") }),
  "email-changed": renderEmailChangedEmail(to),
  "password-changed": renderPasswordChangedEmail(to),
  "new-device": renderNewDeviceEmail({
    to: to.email,
    username: to.username,
    device: "Firefox on Android",
    addressPrefix: "203.0.113.0/24",
    at: new Date("2031-03-04T12:00:00Z"),
    publicUrl: PUBLIC_URL,
  }),
  suspended: renderSuspendedEmail(suspended, {
    reason: "Insults in comments",
    until: new Date("2031-03-04T12:00:00Z"),
    isShownAgain: false,
    removed: null,
  }),
  "suspended-removed": renderSuspendedEmail(suspended, {
    reason: "Insults in comments",
    until: new Date("2031-03-04T12:00:00Z"),
    isShownAgain: false,
    removed: "comment",
  }),
  "suspended-channel-removed": renderSuspendedEmail(suspended, {
    reason: "A copy of another team's channel",
    until: new Date("2031-03-04T12:00:00Z"),
    isShownAgain: false,
    removed: "channel",
  }),
  banned: renderSuspendedEmail(suspended, {
    reason: "Threats against another team",
    until: null,
    isShownAgain: false,
    removed: null,
  }),
  "ban-shortened": renderSuspendedEmail(suspended, {
    reason: "Threats against another team",
    until: new Date("2031-03-04T12:00:00Z"),
    isShownAgain: true,
    removed: null,
  }),
  "suspension-upheld": renderUpheldEmail(
    to,
    { reason: "Insults", until: new Date("2031-03-04T12:00:00Z") },
    "Still true",
  ),
  restored: renderRestoredEmail(to),
  "account-kept": renderAccountRestoredEmail({ ...to, ...restoredPlan, isVisible: true }),
  "account-kept-hidden": renderAccountRestoredEmail({ ...to, ...restoredPlan, isVisible: false }),
  "account-kept-plan-ends": renderAccountRestoredEmail({
    ...to,
    ...restoredPlan,
    planEndsAt: new Date("2031-03-04T12:00:00Z"),
    isVisible: true,
  }),
  "account-kept-plan-ended": renderAccountRestoredEmail({
    ...to,
    ...restoredPlan,
    hasPlanEnded: true,
    isVisible: true,
  }),
  "sign-up-ended": renderEndedEmail({ ...to, refundedCents: 2999, card: { last4: "4242" }, isErased: true }),
  "sign-up-ended-unpaid": renderEndedEmail({ ...to, refundedCents: 0, card: null, isErased: true }),
  "plan-ended-with-refund": renderEndedEmail({ ...to, refundedCents: 999, card: { last4: "4242" }, isErased: false }),
  refund: renderRefundEmail({
    isUnbegun: true,
    ...to,
    plan: "Individual",
    rowId: "0190a1b2-0000-7000-8000-000000000000",
    number: "FH-2031-000123",
    totalCents: 999,
    card: { brand: "visa", last4: "4242" },
  }),
  deletion: renderDeletionEmail({
    ...to,
    platformTimeZone,
    dueAt: new Date("2031-03-04T12:00:00Z"),
    unpaid: { pending_cents: 1000, available_cents: 2000, in_transit_cents: 0 },
    hasPlan: true,
  }),
  "deletion-by-operator": renderDeletionEmail({
    ...to,
    platformTimeZone,
    dueAt: new Date("2031-03-04T12:00:00Z"),
    unpaid: { pending_cents: 0, available_cents: 0, in_transit_cents: 0 },
    hasPlan: false,
    isByOperator: true,
  }),
  "staff-role": renderStaffRoleEmail({ ...to, role: "moderator" }),
  "staff-role-ended": renderStaffRoleEmail({ ...to, role: null }),
  "export-ready": renderExportReadyEmail({ ...to, isLeaving: false }),
  "export-ready-leaving": renderExportReadyEmail({ ...to, isLeaving: true }),
  "two-factor-on": renderTwoFactorOnEmail(to),
  "two-factor-off": renderTwoFactorOffEmail(to),
  "new-recovery-codes": renderNewRecoveryCodesEmail(to),
  "recovery-code-used": renderRecoveryCodeUsedEmail(to, 1),
  guardian: renderGuardianEmail({ ...guardian, prices: [PRICES[0]] }),
  "guardian-before-a-plan": renderGuardianEmail({ ...guardian, prices: PRICES }),
  "consent-given": renderConsentGivenEmail({ ...guardian, ...answered, prices: [PRICES[0]] }),
  "consent-withdrawn": renderConsentWithdrawnEmail({ ...guardian, ...answered, isNeeded: true, isLate: false }),
  "consent-withdrawn-late": renderConsentWithdrawnEmail({ ...guardian, ...answered, isNeeded: true, isLate: true }),
  "consent-withdrawn-of-age": renderConsentWithdrawnEmail({ ...guardian, ...answered, isNeeded: false, isLate: true }),
  "guardian-consented": renderGuardianConsentedEmail({ ...to, nextStep: "unverified registrant" }),
  "guardian-declined": renderGuardianDeclinedEmail({ ...to, nextStep: "unverified registrant", isNeeded: true }),
  "guardian-withdrew": renderGuardianWithdrewEmail({ ...to, nextStep: "earner", isNeeded: true, isLate: false }),
  "guardian-withdrew-of-age": renderGuardianWithdrewEmail({ ...to, nextStep: "earner", isNeeded: false, isLate: true }),
  receipt: renderReceiptEmail({
    ...to,
    platformTimeZone,
    plan: "Individual",
    rowId: "0190a1b2-0000-7000-8000-000000000000",
    number: "FH-2031-000123",
    totalCents: 999,
    card: { brand: "visa", last4: "4242" },
    periodStart: new Date("2031-02-04T12:00:00Z"),
    periodEnd: new Date("2031-03-04T12:00:00Z"),
  }),
  "payment-failed": renderPlanChangeEmail("payment failed", plan),
  "ended-unpaid": renderPlanChangeEmail("ended unpaid", plan),
  "ended-as-wished": renderPlanChangeEmail("ended as wished", plan),
  "ended-deactivated": renderPlanChangeEmail("ended as wished", { ...plan, deactivated_at: LEFT_AT }),
  canceled: renderPlanChangeEmail("canceled", plan),
  "canceled-deactivated": renderPlanChangeEmail("canceled", { ...plan, deactivated_at: LEFT_AT }),
  "canceled-deleting": renderPlanChangeEmail("canceled", { ...plan, deletion_due_at: LEFT_AT }),
  resumed: renderPlanChangeEmail("resumed", plan),
  "resumed-into-another": renderPlanChangeEmail("resumed", {
    ...plan,
    pending_plan: "Team",
    pending_price_cents: 2999,
  }),
  "notification-comments": renderNotificationEmail(notifications, commented),
  "notification-failed": renderNotificationEmail(notifications, failed),
  "notification-followers": renderNotificationEmail(notifications, followed),
  "notification-decision": renderNotificationEmail(notifications, decided),
  "notification-summary": renderSummaryEmail(notifications, [commented, followed, failed, followed]),
  "notification-digest": renderDigestEmail(notifications, {
    rows: [commented, followed, ...Array.from({ length: 20 }, () => failed)],
    isWeekly: true,
  }),
  "team-invitation": renderInvitationEmail({
    email: "coach@people.test",
    channel: "Harbor Rowing Club",
    invitedBy: to.username,
    role: "manager",
    url: url("team-invitation"),
  }),
  "team-role-changed": renderTeamChangeEmail({ ...to, channel: "Harbor Rowing Club", role: "uploader" }),
  "team-removed": renderTeamChangeEmail({ ...to, channel: "Harbor Rowing Club", role: null }),
  "coach-to-athlete": renderCoachEmail({ to: to.email, athlete: "Maya Lind", isGuardian: false }, coach),
  "coach-to-guardian": renderCoachEmail({ to: "parent@people.test", athlete: "Maya Lind", isGuardian: true }, coach),
};
