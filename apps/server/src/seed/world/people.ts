import type { Plan } from "@app/contract/accounts";
import { randomOf } from "@app/demo-media/drawing/random";
import type { Sport } from "@app/demo-media/pictures/sports";

export type DemoEarner = {
  username: string;
  fullName: string;
  channelName: string;
  plan: Plan;
  bio: string;
  sport: Sport;
  /** For the avatar or crest, and the cover. */
  seed: number;
};

export type DemoFan = { username: string; fullName: string; seed: number };

/** All people and clubs are invented. */
export const EARNERS: readonly DemoEarner[] = [
  {
    username: "marisol.vega",
    fullName: "Marisol Vega",
    channelName: "Marisol Vega",
    plan: "Individual",
    bio: "Point guard, class of 2027. A shot chart per game.",
    sport: "basketball",
    seed: 11,
  },
  {
    username: "nils.aaberg",
    fullName: "Nils Aaberg",
    channelName: "Edge Angle",
    plan: "Individual",
    bio: "Slalom and giant slalom, edges and all.",
    sport: "skiing",
    seed: 23,
  },
  {
    username: "tessa.okoro",
    fullName: "Tessa Okoro",
    channelName: "Tessa Runs",
    plan: "Individual",
    bio: "Second leg, always. 4 × 100 and 200 meters.",
    sport: "track-and-field",
    seed: 35,
  },
  {
    username: "juni_park",
    fullName: "Juni Park",
    channelName: "Juni on Beam",
    plan: "Individual",
    bio: "Beam routines, frame by frame.",
    sport: "gymnastics",
    seed: 47,
  },
  {
    username: "harbor.aquatics",
    fullName: "Harbor Aquatics Club",
    channelName: "Harbor Aquatics Club",
    plan: "Organization",
    bio: "Swimming, water polo and diving since 1958.",
    sport: "swimming",
    seed: 59,
  },
  {
    username: "northgate.hornets",
    fullName: "Northgate Hornets",
    channelName: "Northgate Hornets",
    plan: "Team",
    bio: "Friday nights at the Yard.",
    sport: "football",
    seed: 61,
  },
  {
    username: "millbrook.rowing",
    fullName: "Millbrook Rowing Association",
    channelName: "Millbrook Rowing",
    plan: "Organization",
    bio: "Eights, fours and far too many pairs.",
    sport: "rowing",
    seed: 73,
  },
  {
    username: "eastfield.fc",
    fullName: "Eastfield FC",
    channelName: "Eastfield FC",
    plan: "Team",
    bio: "We pass. Match breakdowns by the coach.",
    sport: "soccer",
    seed: 85,
  },
  {
    username: "sol.castellane",
    fullName: "Sol Castellane",
    channelName: "Baseline Notes",
    plan: "Individual",
    bio: "Clay by choice. Long points, from the roof.",
    sport: "tennis",
    seed: 97,
  },
  {
    username: "petra_kowal",
    fullName: "Petra Kowal",
    channelName: "Crux Diary",
    plan: "Individual",
    bio: "Lead and speed. Notes from the wall.",
    sport: "climbing",
    seed: 109,
  },
  {
    username: "lakeside.volley",
    fullName: "Lakeside Volley",
    channelName: "Lakeside Volley",
    plan: "Team",
    bio: "Pass, set, kill, and do it again.",
    sport: "volleyball",
    seed: 121,
  },
  {
    username: "arjun.belmar",
    fullName: "Arjun Belmar",
    channelName: "Last Ten Seconds",
    plan: "Individual",
    bio: "Shooting guard. Only about how games end.",
    sport: "basketball",
    seed: 133,
  },
];

export const FANS: readonly DemoFan[] = [
  { username: "casey.rowe", fullName: "Casey Rowe", seed: 201 },
  { username: "imogen_tate", fullName: "Imogen Tate", seed: 203 },
  { username: "bruno.falk", fullName: "Bruno Falk", seed: 205 },
  { username: "yara.haddam", fullName: "Yara Haddam", seed: 207 },
  { username: "coach_dellis", fullName: "Rob Dellis", seed: 209 },
  { username: "mina.sorel", fullName: "Mina Sorel", seed: 211 },
  { username: "theo.quist", fullName: "Theo Quist", seed: 213 },
  { username: "ada_lumley", fullName: "Ada Lumley", seed: 215 },
];

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
