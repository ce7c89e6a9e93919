/** One line of the table. */
export type Row = {
  /** `part: measurement`; the same in every run, so that two runs can be compared. */
  name: string;
  value: number;
  unit: "ms" | "s" | "MB" | "kB" | "/s" | "×" | "";
  /** The maximum; null without a budget. */
  budget: number | null;
};

export function row(name: string, value: number, unit: Row["unit"], budget: number | null = null): Row {
  return { name, value, unit, budget };
}

export function isWithin({ value, budget }: Row): boolean {
  return budget === null || value <= budget;
}
