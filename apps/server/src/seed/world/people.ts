import type { Plan } from "@app/contract/accounts";
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
    bio: "Second leg, always. 4 × 100 and 200 metres.",
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
