import type { ReferralStage } from "@app/contract/referrals";

type Person = { earner: number; stage: ReferralStage; isFlagged: boolean; payout: number | null };
type Payout = { earner: number; cents: number; state: "in_transit" | "paid" | "failed" };
export type Balances = { pending: number; available: number; in_transit: number; paid: number };

/** What the ledger must agree with, in memory. Each operation returns whether it is allowed. */
export class LedgerModel {
  readonly people: Person[] = [];
  readonly payouts: Payout[] = [];

  credit(who: number): boolean {
    return this.#move(who, ["joined"], "pending");
  }
  release(who: number): boolean {
    return !this.people[who]?.isFlagged && this.#move(who, ["pending"], "available");
  }
  clear(who: number): boolean {
    const person = this.people[who];
    if (!person?.isFlagged || person.stage !== "pending") return false;
    person.isFlagged = false;
    return true;
  }
  reverse(who: number): boolean {
    if (this.people[who]?.payout !== null) return false;
    return this.#move(who, ["joined"], "ineligible") || this.#move(who, ["pending", "available"], "reversed");
  }
  pay(earner: number, minimum: number): number | null {
    const payable = this.people.filter(
      (one) => one.earner === earner && one.stage === "available" && one.payout === null,
    );
    if (payable.length * 1_000 < minimum) return null;
    const payout = this.payouts.push({ earner, cents: payable.length * 1_000, state: "in_transit" }) - 1;
    for (const person of payable) person.payout = payout;
    return payout;
  }
  settle(payout: number, state: "paid" | "failed"): boolean {
    const row = this.payouts[payout];
    if (!row || row.state === "failed" || row.state === state) return false;
    row.state = state;
    for (const person of this.people.filter((one) => one.payout === payout)) {
      person.stage = state === "paid" ? "paid" : "available";
      if (state === "failed") person.payout = null;
    }
    return true;
  }
  balances(earner: number): Balances {
    const sum = (stage: ReferralStage) =>
      1_000 * this.people.filter((one) => one.earner === earner && one.stage === stage).length;
    const inTransit = this.payouts.filter((one) => one.earner === earner && one.state === "in_transit");
    const in_transit = inTransit.reduce((cents, one) => cents + one.cents, 0);
    return { pending: sum("pending"), available: sum("available") - in_transit, in_transit, paid: sum("paid") };
  }

  #move(who: number, from: ReferralStage[], to: ReferralStage): boolean {
    const person = this.people[who];
    if (!person || !from.includes(person.stage)) return false;
    person.stage = to;
    return true;
  }
}
