import { type CardBrand, cardBrand } from "@app/contract/cards";

const BRAND_NAMES: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  discover: "Discover",
  unknown: "",
};

const NUMBER_MAX_DIGITS = 19;
const AMEX_DIGITS = 15;

/** @returns the number in the groups in which it stands on the card */
export function toNumberText(typed: string): string {
  const digits = typed.replace(/\D/g, "").slice(0, NUMBER_MAX_DIGITS);
  if (cardBrand(digits) !== "amex") return digits.replace(/(\d{4})(?=\d)/g, "$1 ");
  const amex = digits.slice(0, AMEX_DIGITS);
  return [amex.slice(0, 4), amex.slice(4, 10), amex.slice(10)].filter(Boolean).join(" ");
}

/** @returns the name of the card's brand, empty until its number tells */
export function brandName(number: string): string {
  return BRAND_NAMES[cardBrand(number.replace(/\D/g, ""))];
}

/**
 * `1234` → `12 / 34`; `5` can only be May. What the browser fills in, `12/2034`, is shortened.
 * @param before what stood there: taking the slash away takes its digit as well
 */
export function toExpiryText(typed: string, before: string): string {
  const filled = /^(\d{1,2})\s*[/-]\s*(?:20)?(\d{2})$/.exec(typed.trim());
  if (filled) return `${filled[1]?.padStart(2, "0")} / ${filled[2]}`;
  let digits = typed.replace(/\D/g, "");
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  const isShorter = typed.length < before.length;
  if (isShorter && digits.length <= 2) return before.endsWith("/ ") ? digits.slice(0, 1) : digits;
  return digits.length >= 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

/** @returns month and year, 0 where nothing is typed */
export function readExpiry(text: string): { exp_month: number; exp_year: number } {
  const [month = "", year = ""] = text.split("/").map((part) => part.trim());
  return { exp_month: Number(month), exp_year: year.length === 2 ? 2000 + Number(year) : Number(year) };
}

/** @returns a kept card's brand as people write it */
export function brandTitle(brand: string): string {
  const known = Object.entries(BRAND_NAMES).find(([name]) => name === brand)?.[1];
  return known || "Card";
}
