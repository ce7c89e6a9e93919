import { toOrder, toPlanChange } from "./billing.ts";
import { toBasics, toOrganization, toSport, toTeam } from "./earner-forms.ts";
import { STATEMENT } from "./guardian.ts";
import {
  ANY_ID,
  anyName,
  CARDS,
  EARNERS,
  EARNERS_OWN,
  LINK,
  type MatrixLine,
  MEMBERS,
  NO_RECRUITING_PAGE,
  NOBODY,
  OPEN,
  PAYING,
  REGISTRANTS,
  UNPAID,
  USELESS_LINK,
} from "./matrix-words.ts";
import { toSignUp } from "./people.ts";

/** Earners, plans and money. */
export const EARNING_LINES: Record<string, MatrixLine> = {
  "measurables.ofChannel": {
    of: "channel",
    ...NOBODY,
    general: "200 200 200 200",
    earner: "200 200 200 200",
    staff: "200 200 200 200",
  },
  "measurables.save": {
    of: null,
    ...EARNERS,
    body: () => ({ height_in: 74, weight_lb: null, position: null, marks: [] }),
  },
  "recruiting.link": { of: null, ...EARNERS },
  "recruiting.save": {
    of: null,
    ...EARNERS,
    body: () => ({
      is_on: true,
      shows_gpa: false,
      shows_graduation: true,
      shows_colleges: true,
      shows_measurables: true,
      shows_location: false,
      highlights: [],
    }),
  },
  // The recruiting page was never switched on.
  "recruiting.renew": { of: null, ...EARNERS, earner: "409" },
  "recruiting.page": { of: null, ...NO_RECRUITING_PAGE },
  "recruiting.contact": {
    of: null,
    ...NO_RECRUITING_PAGE,
    body: () => ({ name: "Coach", email: "coach@college.test", organization: "State", message: "Hello" }),
  },
  "billing.plans": { of: null, ...OPEN },
  "billing.summary": { of: null, ...REGISTRANTS },
  "billing.createSetupIntent": { of: null, ...REGISTRANTS },
  // No account here has started one.
  "billing.createPaymentMethod": {
    of: null,
    ...REGISTRANTS,
    body: () => ({ setup_intent_id: "seti_none" }),
    general: "422",
    earner: "422",
    staff: "422",
  },
  "billing.authenticate": {
    of: null,
    ...REGISTRANTS,
    body: () => ({ challenge_id: "challenge_none", outcome: "complete" }),
    general: "404",
    earner: "404",
    staff: "404",
  },
  // Without a profile there is nothing to pay for, and the earner here has no card.
  "billing.createSubscription": {
    of: null,
    ...REGISTRANTS,
    body: () => ({ ...toOrder("Individual", ANY_ID), idempotency_key: ANY_ID }),
    general: "409",
    earner: "422",
    staff: "409",
  },
  "billing.confirmSubscription": { of: null, ...UNPAID },
  "billing.paymentMethods": { of: null, ...REGISTRANTS },
  "billing.setDefault": { of: "payment method", ...CARDS },
  "billing.removePaymentMethod": { of: "payment method", ...CARDS },
  "billing.cancel": { of: null, ...UNPAID },
  "billing.resume": { of: null, ...UNPAID },
  "billing.changePlan": { of: null, ...UNPAID, body: () => toPlanChange("Team") },
  "billing.invoices": { of: null, ...REGISTRANTS },
  "billing.invoice": { of: "invoice", ...CARDS, general: "- - 404 404", staff: "- - 404 404" },
  "earners.register": {
    of: null,
    ...OPEN,
    body: () => ({ ...toSignUp(anyName()), user_type: "Fieldhouse" }),
  },
  // Decided by the sign-up cookie, which no request here sends.
  "earners.abort": { of: null, ...USELESS_LINK },
  // No account here has paid.
  "earners.endWithRefund": { of: null, ...REGISTRANTS, general: "409", earner: "409", staff: "409" },
  "earners.registration": { of: null, ...REGISTRANTS },
  "earners.continue": { of: null, ...USELESS_LINK, body: () => ({ email: "nobody@people.test" }) },
  "earners.leave": { of: null, ...OPEN },
  "earners.saveFormDraft": { of: null, ...REGISTRANTS, body: () => ({ plan: "Team", form: "team" }) },
  "earners.individualBasics": { of: "username", ...REGISTRANTS, body: (username) => toBasics(username) },
  // No account here has submitted step 1.
  "earners.individualSport": {
    of: null,
    ...REGISTRANTS,
    body: (_, categoryId) => toSport(categoryId),
    general: "409",
    earner: "409",
    staff: "409",
  },
  "earners.team": {
    of: "username",
    ...PAYING,
    body: (username, categoryId) => toTeam(username, categoryId),
  },
  "earners.organization": {
    of: "username",
    ...PAYING,
    body: (username, categoryId) => toOrganization(username, categoryId),
  },
  "earners.collegeLogo": { of: null, ...REGISTRANTS },
  "earners.readCompletion": { of: null, ...PAYING },
  "earners.readUpgradeCompletion": { of: null, ...PAYING, visitor: "401" },
  // No account here has confirmed its password.
  "earners.deactivate": { of: null, ...EARNERS, earner: "403" },
  // No account here is deactivated.
  "earners.restore": { of: null, ...MEMBERS, general: "409", staff: "409" },
  "guardian.state": { of: null, ...REGISTRANTS },
  "guardian.ask": {
    of: null,
    ...REGISTRANTS,
    body: () => ({ guardian_email: "guardian@people.test", guardian_name: "Ana" }),
    // No account here is under 18.
    general: "409",
    earner: "409",
    staff: "409",
  },
  "guardian.request": { of: null, ...USELESS_LINK },
  "guardian.beginCardCheck": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "guardian.authenticate": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, challenge_id: "challenge_none", outcome: "complete" }),
  },
  "guardian.consent": {
    of: null,
    ...USELESS_LINK,
    body: () => ({ token: LINK, ...STATEMENT, consent_text: "I consent.", setup_intent_id: "seti_none" }),
  },
  "guardian.decline": { of: null, ...USELESS_LINK, body: () => ({ token: LINK }) },
  "earnings.summary": { of: null, ...EARNERS },
  "earnings.chart": { of: null, ...EARNERS },
  "referrals.referrer": { of: null, ...OPEN },
  "referrals.kept": { of: null, ...OPEN },
  "referrals.link": { of: null, ...EARNERS },
  "referrals.details": { of: null, ...EARNERS },
  "referrals.allDetails": { of: null, ...EARNERS },
  "referrals.links": { of: null, ...EARNERS },
  "referrals.addLink": { of: null, ...EARNERS, body: () => ({ label: anyName() }) },
  "referrals.renameLink": { of: "referral link", ...EARNERS_OWN, body: () => ({ label: anyName() }) },
  "referrals.withdrawLink": { of: "referral link", ...EARNERS_OWN },
};
