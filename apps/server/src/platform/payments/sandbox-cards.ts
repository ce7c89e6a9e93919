import { type CardForm, cardBrand } from "@app/contract/cards";
import type { Secrets } from "../crypto/secrets.ts";

/** What a test card does after it was added. */
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

/** Numbers that are declined when they are added, with Stripe's messages. */
const DECLINED_ON_ADD: Record<string, string> = {
  "4000000000000002": "Your card was declined.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
  "4000000000000119": "An error occurred while processing your card. Try again in a little bit.",
};

const NOT_A_TEST_CARD = "Your card was declined. This is a test: no money is taken, and only test cards work here.";

export const NO_FUNDS = "Your card has insufficient funds.";
export const DECLINED = "Your card was declined.";

/** @returns the card's behavior, or the message it is declined with */
export function classifyCard(card: CardForm): { behaviour: CardBehaviour } | { refusal: string } {
  const behaviour = TEST_CARDS[card.number];
  return behaviour ? { behaviour } : { refusal: DECLINED_ON_ADD[card.number] ?? NOT_A_TEST_CARD };
}

/** Everything we save of a card: the number and the security code are dropped here. */
export function toCardColumns(secrets: Secrets, card: CardForm) {
  return {
    brand: cardBrand(card.number),
    last4: card.number.slice(-4),
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: secrets.keyedHash("card", card.number).toString("base64url"),
  };
}

/** For a card that is only checked. The name and the date tell apart people who use the same few test numbers. */
export function toCheckedFingerprint(secrets: Secrets, { number, name, exp_month, exp_year }: CardForm): string {
  return secrets.keyedHash("card", `${number} ${exp_month}/${exp_year} ${name.toLowerCase()}`).toString("base64url");
}
