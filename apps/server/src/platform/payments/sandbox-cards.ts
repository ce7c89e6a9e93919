import { type CardForm, cardBrand } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";

/** What a test number does. `works` and everything that begins as it does can be added. */
export type CardBehaviour = "works" | "prepaid" | "asks once" | "asks always" | "has no funds" | "fails renewals";

const TEST_CARDS: Record<string, CardBehaviour> = {
  "4242424242424242": "works",
  "5555555555554444": "works",
  "5105105105105100": "prepaid",
  "378282246310005": "works",
  "6011111111111117": "works",
  "4000002500003155": "asks once",
  "4000002760003184": "asks always",
  "4000000000009995": "has no funds",
  "4000000000000341": "fails renewals",
};

/** Numbers that are refused when they are added, with Stripe's sentences. */
const REFUSED: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};

const NO_TEST_CARD = "Your card was declined. This is a test: no money is taken, and only test cards work here.";

export const NO_FUNDS = "Your card has insufficient funds.";
export const DECLINED = "Your card was declined.";

/** @returns what to do with a card; a sentence when it is refused */
export function judgeCard(card: CardForm): { behaviour: CardBehaviour } | { refusal: string } {
  const behaviour = TEST_CARDS[card.number];
  return behaviour ? { behaviour } : { refusal: REFUSED[card.number] ?? NO_TEST_CARD };
}

/** All that is kept of a card. The number and the security code end here. */
export function toKeptCard(secrets: Secrets, card: CardForm) {
  return {
    brand: cardBrand(card.number),
    last4: card.number.slice(-4),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: secrets.keyedHash("card", card.number).toString("base64url"),
  };
}

/**
 * Of a card that is only checked. Everybody has the same few test numbers: the name and the date make one of them
 * somebody's own.
 */
export function toCheckedFingerprint(secrets: Secrets, { number, name, exp_month, exp_year }: CardForm): string {
  return secrets.keyedHash("card", `${number} ${exp_month}/${exp_year} ${name.toLowerCase()}`).toString("base64url");
}
