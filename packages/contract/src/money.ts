/**
 * Written out: the browser's own words for money cost a page 30 ms, before it has shown any.
 * @param cents whole cents. @returns $1,234.50
 */
export function toDollars(cents: number): string {
  const amount = Math.abs(cents);
  const dollars = String(Math.floor(amount / 100)).replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${cents < 0 ? "-" : ""}$${dollars}.${String(amount % 100).padStart(2, "0")}`;
}
