import type { AthleteAbout, CollegeMoment } from "@app/contract/channels";

export type TimelineEntry = CollegeMoment & { kind: "Offer" | "Visit" };

/** @returns offers and visits in one line of time, the newest first; those without a date come last */
export function toTimeline({ offers, visits }: Pick<AthleteAbout, "offers" | "visits">): TimelineEntry[] {
  const entries: TimelineEntry[] = [
    ...offers.map((moment) => ({ ...moment, kind: "Offer" as const })),
    ...visits.map((moment) => ({ ...moment, kind: "Visit" as const })),
  ];
  // A year alone, or a month, stands after the days in it.
  return entries.sort((a, b) => (b.date ?? "").localeCompare(a.date ?? ""));
}
