import { randomOf } from "@app/demo-media/drawing/random";
import { EARNERS } from "./people.ts";

/** A person who joined with an earner's link. */
export type DemoNewcomer = {
  username: string;
  fullName: string;
  /** Username of the earner. */
  referrer: string;
  hoursAgo: number;
  /** `joined` has not verified the email yet; `reviewed` waits for staff; `reversed` was taken back by staff; `ineligible` never
   * earned anything. */
  fate: "earned" | "joined" | "reviewed" | "reversed" | "ineligible";
  /** The label of the link they joined with; null for the first link. */
  link: string | null;
};

/** The labeled links of the earner with the most referrals, and how often each was opened. */
export const DEMO_LINKS = [
  { label: "Instagram bio", opens: 212, isWithdrawn: false },
  { label: "Flyer in the gym", opens: 48, isWithdrawn: false },
  { label: "Team group chat", opens: 31, isWithdrawn: false },
  { label: "Poster, summer camp", opens: 17, isWithdrawn: true },
] as const;
/** Opens of their first link. */
export const DEMO_FIRST_LINK_OPENS = 64;

const FIRST_NAMES = [
  ...["Abel", "Brisa", "Colm", "Dina", "Esra", "Fritz", "Greta", "Hugo", "Ines", "Jonas", "Kenji", "Lotte", "Mateo"],
  ...["Nadia", "Otis", "Paloma", "Quentin", "Rosa", "Stig", "Tamsin", "Uma", "Viggo", "Wanda", "Xenia", "Yusuf"],
];
const LAST_NAMES = [
  ...["Abara", "Bexley", "Corso", "Dunmore", "Ekholt", "Fontaine", "Grady", "Haldane", "Ibsen", "Jurado", "Kessler"],
  ...["Lindqvist", "Moravec", "Nakata", "Ostrow", "Pellegrin", "Quade", "Rourke", "Sandoz"],
];

/** Number of referrals by the earner's rank. */
const COUNTS = [24, 19, 16, 13, 10, 8, 7, 5, 4, 3, 2, 1];
const OLDEST_H = 2_600;

/** Over the past fifteen weeks, a third of them within the last three days. */
export function newcomersOf(): DemoNewcomer[] {
  const random = randomOf(77_301);
  const newcomers = EARNERS.flatMap((earner, rank) =>
    Array.from({ length: COUNTS[rank] ?? 0 }, (_, index) => ({
      referrer: earner.username,
      hoursAgo: Math.round((0.4 + OLDEST_H * random.next() ** 3) * 10) / 10,
      fate: toFate(index),
      link: rank === 0 ? (DEMO_LINKS[index % (DEMO_LINKS.length + 1)]?.label ?? null) : null,
    })),
  );
  // The list lengths are coprime, so no two people have the same name.
  return newcomers.map((newcomer, at) => {
    const first = FIRST_NAMES[at % FIRST_NAMES.length] ?? "";
    const last = LAST_NAMES[at % LAST_NAMES.length] ?? "";
    return { ...newcomer, username: `${first}.${last}`.toLowerCase(), fullName: `${first} ${last}` };
  });
}

function toFate(index: number): DemoNewcomer["fate"] {
  if (index % 8 === 5) return "joined";
  if (index % 12 === 9) return "reviewed";
  if (index % 20 === 18) return "ineligible";
  return index % 16 === 14 ? "reversed" : "earned";
}
