import { exactly } from "./counts.ts";

/**
 * Written out: the browser's own words for money cost a page 30 ms, before it has shown any.
 * @param cents whole cents. @returns $1,234.50
 */
export function toDollars(cents: number): string {
  const amount = Math.abs(cents);
  return `${cents < 0 ? "-" : ""}$${exactly(Math.floor(amount / 100))}.${String(amount % 100).padStart(2, "0")}`;
}
