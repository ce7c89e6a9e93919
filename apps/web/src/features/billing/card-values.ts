import { BILLING_MESSAGES } from "@app/contract/billing";
import { type CardBrand, cardBrand, cardFields } from "@app/contract/cards";
import { z } from "zod";

const BRAND_NAMES: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  unknown: "",
};

const NUMBER_MAX_DIGITS = 19;

const AMEX_DIGITS = 15;

const typed = z.object({
  number: z.string(),
  expiry: z.string(),
  cvc: z.string(),
  name: z.string(),
  zip: z.string(),
  consent: z.boolean(),
});
export type CardValues = z.input<typeof typed>;

/** The contract's rules, with month and year in one field, plus the consent. */
export const cardForm = typed.transform(({ consent, expiry, ...values }, context) => {
  if (!consent) context.addIssue({ code: "custom", path: ["consent"], message: BILLING_MESSAGES.notConsented });
  const card = cardFields.safeParse({ ...values, ...parseExpiry(expiry) });
  const isExpiryEmpty = expiry.trim() === "";
  if (isExpiryEmpty)
    context.addIssue({ code: "custom", path: ["expiry"], message: "Expiration date is a required field" });
  for (const { path, message } of card.error?.issues ?? []) {
    const field = toCardField(String(path[0]));
    if (field !== "expiry" || !isExpiryEmpty) context.addIssue({ code: "custom", path: [field], message });
  }
  return card.data ?? z.NEVER;
});

export const EMPTY_CARD: CardValues = { number: "", expiry: "", cvc: "", name: "", zip: "", consent: false };

/** @returns the form field for a fault from the server; `card` as a whole maps to its number */
export function toCardField(name: string): keyof CardValues {
  const field = name.replace(/^card\./, "");
  if (field.startsWith("exp")) return "expiry";
  return typed.keyof().safeParse(field).data ?? "number";
}

/** @returns the number grouped as on the card */
export function formatCardNumber(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, NUMBER_MAX_DIGITS);
  if (cardBrand(digits) !== "amex") return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
  const amex = digits.slice(0, AMEX_DIGITS);
  return [amex.slice(0, 4), amex.slice(4, 10), amex.slice(10)].filter(Boolean).join(" ");
}

/** @returns the brand's name, empty until the number reveals it */
export function brandName(number: string): string {
  return BRAND_NAMES[cardBrand(number.replace(/\D/g, ""))];
}

/**
 * `1234` → `12 / 34`, `5` → `05 / `, and the browser's autofill `12/2034` → `12 / 34`.
 * @param before the previous text: deleting the slash also deletes the digit before it
 */
export function formatExpiry(typed: string, before: string): string {
  const filled = /^(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})$/.exec(typed.trim());
  if (filled) return `${filled[1]?.padStart(2, "0")} / ${filled[2]}`;
  let digits = typed.replace(/\D/g, "");
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  const isShorter = typed.length < before.length;
  if (isShorter && digits.length <= 2) return before.endsWith("/ ") ? digits.slice(0, 1) : digits;
  return digits.length >= 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** @returns month and year, 0 if missing */
export function parseExpiry(text: string): { exp_month: number; exp_year: number } {
  const [month = "", year = ""] = text.split("/").map((part) => part.trim());
  return { exp_month: Number(month), exp_year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** @returns the display name of a saved card's brand */
export function brandTitle(brand: string): string {
  const known = Object.entries(BRAND_NAMES).find(([name]) => name === brand)?.[1];
  return known || "Card";
}
