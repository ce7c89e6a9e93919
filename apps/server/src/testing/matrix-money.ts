import { type MatrixLine, MEMBERS, STAFF } from "./matrix-words.ts";

/** For a missing resource; the tests of payouts and reviews cover existing ones. */
const STAFF_OF_MISSING = {
  visitor: "- - - 404",
  general: "- - - 404",
  earner: "- - - 404",
  staff: "- - - 404",
  removed: "- - - 401",
} as const;

export const W9 = {
  name: "Maya Lee",
  business_name: null,
  tax_class: "individual",
  tin_type: "ssn",
  tin: "123456789",
  street: "1 Main St",
  city: "Troy",
  state: "NY",
  zipcode: "12180",
  is_certified: true,
} as const;

/** Payouts, taxes and the review of referrals. */
export const MONEY_LINES: Record<string, MatrixLine> = {
  "statements.read": { of: null, ...MEMBERS },
  "payouts.overview": { of: null, ...MEMBERS },
  "payouts.list": { of: null, ...MEMBERS },
  // No account here has confirmed its password.
  "payouts.saveMethod": {
    of: null,
    ...MEMBERS,
    general: "403",
    earner: "403",
    staff: "403",
    body: () => ({ method: "check" }),
  },
  // The sandbox sends no money.
  "payouts.openStripe": { of: null, ...MEMBERS, general: "422", earner: "422", staff: "422" },
  "tax.giveForm": { of: null, ...MEMBERS, body: () => ({ ...W9 }) },
  "payoutBatches.list": { of: null, ...STAFF },
  "payoutBatches.make": { of: null, ...STAFF },
  "payoutBatches.payouts": { of: "payout batch", ...STAFF_OF_MISSING },
  "payoutBatches.export": { of: "payout batch", ...STAFF_OF_MISSING },
  "payoutBatches.exportWaiting": { of: null, ...STAFF },
  "payoutBatches.markPaid": { of: "payout batch", ...STAFF_OF_MISSING, body: () => ({ paid_on: "2026-01-01" }) },
  "payoutBatches.send": { of: "payout batch", ...STAFF_OF_MISSING },
  "payoutBatches.void": { of: "payout batch", ...STAFF_OF_MISSING, body: () => ({ reason: "A mistake" }) },
  "payoutBatches.markOnePaid": { of: "payout", ...STAFF_OF_MISSING, body: () => ({ paid_on: "2026-01-01" }) },
  "payoutBatches.markOneFailed": { of: "payout", ...STAFF_OF_MISSING, body: () => ({ reason: "Came back" }) },
  "tax.years": { of: null, ...STAFF },
  "tax.saveYear": { of: null, ...STAFF, body: () => ({ threshold_cents: 60_000, form: "1099-MISC", box: "3" }) },
  "tax.exportYear": { of: null, ...STAFF },
  "referralReview.list": { of: null, ...STAFF },
  "referralReview.release": { of: "referral", ...STAFF_OF_MISSING },
  "referralReview.reverse": { of: "referral", ...STAFF_OF_MISSING, body: () => ({ reason: "No person" }) },
  // Nobody here is an earner of this name.
  "referralReview.addMissed": {
    of: null,
    ...STAFF,
    staff: "422",
    body: () => ({ earner: "nobody_here", referred: "nobody_there", reason: "They forgot the link" }),
  },
};
