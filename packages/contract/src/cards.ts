import { z } from "zod";
import { toLine } from "./plain-text.ts";
import { unlessMissing } from "./validation.ts";

export const CARD_MESSAGES = {
  numberRequired: "Card number is a required field",
  numberInvalid: "Your card number is invalid.",
  monthInvalid: "Your card's expiration month is invalid.",
  yearInvalid: "Your card's expiration year is invalid.",
  expired: "Your card's expiration date is in the past.",
  cvcRequired: "Security code is a required field",
  cvcInvalid: "Your card's security code is invalid.",
  nameRequired: "Name on card is a required field",
  zipRequired: "Billing ZIP is a required field",
  zipInvalid: "ZIP must be exactly 5 digits",
  stripeOnly: "Card details go to Stripe only, never to us.",
} as const;

const BRANDS = [
  { brand: "visa", begins: /^4/, digits: 16, cvcDigits: 3 },
  { brand: "mastercard", begins: /^(5[1-5]|2[2-7])/, digits: 16, cvcDigits: 3 },
  { brand: "amex", begins: /^3[47]/, digits: 15, cvcDigits: 4 },
  { brand: "discover", begins: /^6(011|4[4-9]|5)/, digits: 16, cvcDigits: 3 },
] as const;

export type CardBrand = (typeof BRANDS)[number]["brand"] | "unknown";

/** @param digits as far as it is typed */
export function cardBrand(digits: string): CardBrand {
  return BRANDS.find(({ begins }) => begins.test(digits))?.brand ?? "unknown";
}

/** Luhn, and the length of its brand. */
export function isCardNumber(digits: string): boolean {
  const { digits: length = null } = BRANDS.find(({ begins }) => begins.test(digits)) ?? {};
  return /^\d{12,19}$/.test(digits) && (length === null || digits.length === length) && luhnSum(digits) % 10 === 0;
}

function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** A card is good to the last moment of its month. */
export function isExpired(month: number, year: number, now: Date): boolean {
  return year * 12 + month < now.getUTCFullYear() * 12 + now.getUTCMonth() + 1;
}

const FURTHEST_YEARS = 50;

/** The card form of the sandbox. With Stripe these fields are Stripe's own, and never come to us. */
export const cardFields = z
  .strictObject({
    number: z
      .string()
      .max(40, CARD_MESSAGES.numberInvalid)
      .transform((text) => text.replace(/[\s-]/g, ""))
      .pipe(
        z
          .string()
          .min(1, { error: CARD_MESSAGES.numberRequired, abort: true })
          .refine(isCardNumber, CARD_MESSAGES.numberInvalid),
      ),
    exp_month: z
      .int(unlessMissing(CARD_MESSAGES.monthInvalid))
      .min(1, CARD_MESSAGES.monthInvalid)
      .max(12, CARD_MESSAGES.monthInvalid),
    exp_year: z
      .int(unlessMissing(CARD_MESSAGES.yearInvalid))
      .min(2000, CARD_MESSAGES.yearInvalid)
      .refine((year) => year <= new Date().getUTCFullYear() + FURTHEST_YEARS, CARD_MESSAGES.yearInvalid),
    cvc: z
      .string()
      .trim()
      .min(1, { error: CARD_MESSAGES.cvcRequired, abort: true })
      .regex(/^\d{3,4}$/, CARD_MESSAGES.cvcInvalid),
    name: z
      .string()
      .overwrite(toLine)
      .min(1, CARD_MESSAGES.nameRequired)
      .max(100, "Name on card must be at most 100 characters"),
    zip: z
      .string()
      .trim()
      .min(1, { error: CARD_MESSAGES.zipRequired, abort: true })
      .regex(/^\d{5}$/, CARD_MESSAGES.zipInvalid),
  })
  .superRefine((card, context) => {
    const cvcDigits = BRANDS.find(({ brand }) => brand === cardBrand(card.number))?.cvcDigits ?? card.cvc.length;
    if (/^\d{3,4}$/.test(card.cvc) && card.cvc.length !== cvcDigits)
      context.addIssue({ code: "custom", path: ["cvc"], message: CARD_MESSAGES.cvcInvalid });
    if (isExpired(card.exp_month, card.exp_year, new Date()))
      context.addIssue({ code: "custom", path: ["exp_month"], message: CARD_MESSAGES.expired });
  });
export type CardForm = z.infer<typeof cardFields>;
