import { randomOf } from "../drawing/random.ts";
import { RIM } from "./shot-chart-court.ts";

export type Shooting = {
  atS: number;
  x: number;
  y: number;
  cell: string;
  isMade: boolean;
  side: 1 | -1;
  liftM: number;
};

/** Places where shots are taken, metres from the basket, and how often they go in. */
const SPOTS = [
  { x: 0, back: 0.9, odds: 0.85 },
  { x: -1.6, back: 1.5, odds: 0.7 },
  { x: 1.6, back: 1.5, odds: 0.7 },
  { x: 0, back: 4.2, odds: 0.75 },
  { x: -3.4, back: 3.4, odds: 0.6 },
  { x: 3.4, back: 3.4, odds: 0.6 },
  { x: -6.9, back: 0.4, odds: 0.65 },
  { x: 6.9, back: 0.4, odds: 0.65 },
  { x: -5.4, back: 4.8, odds: 0.6 },
  { x: 5.4, back: 4.8, odds: 0.6 },
  { x: 0, back: 7.4, odds: 0.6 },
  { x: -2.6, back: 6.7, odds: 0.5 },
  { x: 2.6, back: 6.7, odds: 0.5 },
] as const;

const CELL_M = 0.95;

/** Shots start a second before the film, so that its first frame is not empty. */
export function planShots(seed: number, lengthS: number): Shooting[] {
  const random = randomOf(seed);
  const shots: Shooting[] = [];
  const favourites = [random.pick(SPOTS), random.pick(SPOTS), random.pick(SPOTS)];
  for (let atS = -4; atS < lengthS - 1.6; atS += random.between(0.34, 0.62)) {
    const spot = random.next() < 0.35 ? random.pick(favourites) : random.pick(SPOTS);
    const row = Math.round((RIM.y - spot.back + random.between(-0.5, 0.5)) / (CELL_M * 0.87));
    const column = Math.round((spot.x + random.between(-0.6, 0.6)) / CELL_M - (row % 2 ? 0.5 : 0));
    shots.push({
      atS,
      x: (column + (row % 2 ? 0.5 : 0)) * CELL_M,
      y: row * CELL_M * 0.87,
      cell: `${row}/${column}`,
      isMade: random.next() < spot.odds + 0.08,
      side: random.next() < 0.5 ? 1 : -1,
      liftM: 1.2 + spot.back * 0.12 + Math.abs(spot.x) * 0.08,
    });
  }
  return shots;
}

export function isThree(one: Shooting): boolean {
  return Math.abs(one.x) > 6.55 || Math.hypot(one.x, RIM.y - one.y) > 6.7;
}
