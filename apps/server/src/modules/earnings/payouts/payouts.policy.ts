import { PAYOUT_MINIMUM_CENTS, type PayoutHurdle, type PayoutMethod } from "@app/contract/payouts";
import { dayIn } from "#platform/days.ts";

export type PayeeFacts = {
  availableCents: number;
  method: PayoutMethod | null;
  /** The profile has a postal address. */
  hasAddress: boolean;
  /** Stripe can receive money for the earner. */
  canReceiveByStripe: boolean;
  isGuardianNeeded: boolean;
  hasW9: boolean;
  /** What was paid this year, and what is in transit. */
  exposureCents: number;
  /** From which amount the year's payments are reported; null if staff have not entered the year. */
  thresholdCents: number | null;
};

/** The reasons why an earner's available balance cannot be paid out; empty if it can. */
export function findHurdles(facts: PayeeFacts): PayoutHurdle[] {
  const { availableCents, thresholdCents } = facts;
  const wouldReach = thresholdCents !== null && facts.exposureCents + availableCents >= thresholdCents;
  const found: Record<PayoutHurdle, boolean> = {
    minimum: availableCents < PAYOUT_MINIMUM_CENTS,
    method: facts.method === null,
    address: facts.method === "check" && !facts.hasAddress,
    stripe: facts.method === "stripe" && !facts.canReceiveByStripe,
    guardian: facts.isGuardianNeeded,
    w9: wouldReach && !facts.hasW9,
    tax_year: thresholdCents === null,
  };
  return (Object.keys(found) as PayoutHurdle[]).filter((hurdle) => found[hurdle]);
}

/** When the daily run looks whether the month has a batch, as in its cron line. */
const RUN_AT_UTC_MS = (10 * 60 + 20) * 60_000;
const DAY_MS = 86_400_000;

/**
 * @param hasBatch whether this month has had a batch
 * @returns the platform's day, YYYY-MM-DD, of the run that can make the next batch: the next one of all, or the first of
 * the next month
 */
export function nextBatchOn(now: Date, timeZone: string, hasBatch: boolean): string {
  const run = Math.floor((now.getTime() - RUN_AT_UTC_MS) / DAY_MS + 1) * DAY_MS + RUN_AT_UTC_MS;
  if (!hasBatch) return dayIn(new Date(run), timeZone);
  const [year = 0, month = 0] = dayIn(now, timeZone).split("-").map(Number);
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
