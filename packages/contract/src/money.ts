const DOLLARS = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** @param cents whole cents. @returns $1,234.50 */
export function toDollars(cents: number): string {
  return DOLLARS.format(cents / 100);
}
