/** @returns the rows of a list of colleges as they are sent: by the id of the logo, without its address */
export function toEntries<Row extends { college_logo_url: string | null }>(
  rows: readonly Row[],
): Omit<Row, "college_logo_url">[] {
  return rows.map(({ college_logo_url: _, ...entry }) => entry);
}
