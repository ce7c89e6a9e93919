/** @param inches whole inches. @returns 6′ 2″ */
export function heightInWords(inches: number): string {
  return `${Math.floor(inches / 12)}′ ${inches % 12}″`;
}
