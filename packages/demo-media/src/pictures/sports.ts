import { baseball, basketball, football, rugby, soccer, softball, volleyball, waterPolo } from "./ball-motifs.ts";
import { archery, climbing, crossCountry, fencing, skiing, track } from "./field-motifs.ts";
import type { Motif } from "./motif.ts";
import { badminton, fieldHockey, golf, iceHockey, lacrosse, tableTennis, tennis } from "./racquet-motifs.ts";
import { boxing, gymnastics, weightlifting, wrestling } from "./strength-motifs.ts";
import { cycling, diving, rowing, sailing, swimming } from "./water-motifs.ts";

/** Background colors, as [light, dark]. */
const WOOD = ["#8A5632", "#3A2214"] as const;
const GRASS = ["#23714A", "#0E3423"] as const;
const WATER = ["#1683AE", "#0A3149"] as const;
const RED_CLAY = ["#B5532F", "#4A1B0E"] as const;
const ICE = ["#4A87AE", "#16344C"] as const;
const HALL = ["#34485C", "#121A23"] as const;
const DUSK = ["#2B4A8A", "#101B38"] as const;

/** Every sport of the demo world by its category's slug, with its motif and background. */
export const SPORTS = {
  basketball: { motif: basketball, ground: WOOD },
  football: { motif: football, ground: GRASS },
  soccer: { motif: soccer, ground: ["#2F8A4E", "#103D24"] },
  volleyball: { motif: volleyball, ground: ["#B0683A", "#43230F"] },
  "track-and-field": { motif: track, ground: ["#7E3320", "#2A100A"] },
  swimming: { motif: swimming, ground: WATER },
  baseball: { motif: baseball, ground: ["#2C6B45", "#123322"] },
  softball: { motif: softball, ground: ["#4A6B2C", "#1B2B10"] },
  tennis: { motif: tennis, ground: RED_CLAY },
  gymnastics: { motif: gymnastics, ground: DUSK },
  wrestling: { motif: wrestling, ground: HALL },
  "cross-country": { motif: crossCountry, ground: ["#3A7FA8", "#14364D"] },
  lacrosse: { motif: lacrosse, ground: ["#1F6B5E", "#0B302A"] },
  "ice-hockey": { motif: iceHockey, ground: ICE },
  "field-hockey": { motif: fieldHockey, ground: ["#2B6FA6", "#0F2E4A"] },
  rowing: { motif: rowing, ground: ["#11607A", "#08252F"] },
  golf: { motif: golf, ground: ["#3E8FBF", "#174B63"] },
  climbing: { motif: climbing, ground: ["#5A6B7C", "#1A232C"] },
  cycling: { motif: cycling, ground: ["#5B3A8A", "#1E1236"] },
  skiing: { motif: skiing, ground: ["#2A4F86", "#0C1A33"] },
  "water-polo": { motif: waterPolo, ground: ["#0F8FA8", "#083846"] },
  diving: { motif: diving, ground: ["#2F7FC4", "#0D2C4D"] },
  sailing: { motif: sailing, ground: ["#5AA7D6", "#1B4F78"] },
  rugby: { motif: rugby, ground: ["#356B2C", "#142E10"] },
  badminton: { motif: badminton, ground: ["#1E7A68", "#0A332B"] },
  "table-tennis": { motif: tableTennis, ground: ["#1F5FA0", "#0C2545"] },
  fencing: { motif: fencing, ground: ["#4B2F56", "#1A0F20"] },
  boxing: { motif: boxing, ground: ["#3A3F4A", "#12151B"] },
  archery: { motif: archery, ground: ["#5E7A3A", "#212E12"] },
  weightlifting: { motif: weightlifting, ground: ["#4A4038", "#171310"] },
} satisfies Record<string, { motif: Motif; ground: readonly [light: string, dark: string] }>;

export type Sport = keyof typeof SPORTS;
