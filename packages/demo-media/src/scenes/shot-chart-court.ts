import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, LIME, TEXT } from "@app/drawing/palette";
import { drawPool } from "../drawing/arena.ts";
import { randomOf } from "../drawing/random.ts";
import { type Camera, fillPlaces, floorBox, type Place, strokePlaces } from "../drawing/shapes.ts";

/** Half a court: x from -7.5 to 7.5, y from the middle line at 0 to the end line at 14. */
export const RIM = { x: 0, y: 12.43, z: 3.05 } as const;
const LINES = "#F3F5F2C8";

export function drawHalfCourt(ctx: Ctx, camera: Camera, u: number): void {
  fillPlaces(ctx, camera, floorBox(-14, -4, 14, 16.2), "#15100D");
  fillPlaces(ctx, camera, floorBox(-9.2, -3, 9.2, 15.6), "#26381A");
  for (let plank = 0; plank < 50; plank++) {
    const x = -7.5 + plank * 0.3;
    fillPlaces(
      ctx,
      camera,
      floorBox(x, -3, x + 0.3, 14),
      (plank * 7) % 5 < 2 ? "#6E4A30" : (plank * 3) % 4 ? "#785236" : "#67452D",
    );
  }
  const bright = camera.see(0, 8);
  drawPool(ctx, { x: bright.x, y: bright.y, wide: bright.pxPerM * 9, high: bright.pxPerM * 6 }, 0.8);
  fillPlaces(ctx, camera, floorBox(-2.45, 8.2, 2.45, 14), "#20281A");
  fillPlaces(ctx, camera, floorBox(-2.45, 8.2, 2.45, 14), faded(LIME, 0.08));
  const line = (places: readonly Place[]): void =>
    strokePlaces(ctx, camera, places, { widthPx: 2.6 * u, color: LINES });
  line([
    [-7.5, -3, 0],
    [-7.5, 14, 0],
    [7.5, 14, 0],
    [7.5, -3, 0],
  ]);
  line([
    [-7.5, 0, 0],
    [7.5, 0, 0],
  ]);
  line([
    [-2.45, 14, 0],
    [-2.45, 8.2, 0],
    [2.45, 8.2, 0],
    [2.45, 14, 0],
  ]);
  line(bow({ x: 0, y: 8.2, radiusM: 1.8 }, [0, 360]));
  line(bow({ x: 0, y: 0, radiusM: 1.8 }, [0, 360]));
  line(bow({ x: 0, y: RIM.y, radiusM: 1.25 }, [180, 360]));
  line([[-6.6, 14, 0], ...bow({ x: 0, y: RIM.y, radiusM: 6.75 }, [192, 348]), [6.6, 14, 0]]);
}

export function drawBasket(ctx: Ctx, camera: Camera, u: number): void {
  const back = RIM.y + 0.38;
  strokePlaces(
    ctx,
    camera,
    [
      [0, 15.4, 0],
      [0, 15.4, 2.6],
      [0, back, 3.3],
    ],
    { widthPx: 9 * u, color: "#2B3642" },
  );
  const board: Place[] = [
    [-0.9, back, 2.9],
    [0.9, back, 2.9],
    [0.9, back, 3.95],
    [-0.9, back, 3.95],
  ];
  fillPlaces(ctx, camera, board, "#DDE9F02E");
  strokePlaces(ctx, camera, [...board, [-0.9, back, 2.9]], { widthPx: 3 * u, color: TEXT });
  strokePlaces(
    ctx,
    camera,
    [
      [-0.3, back, 3.05],
      [-0.3, back, 3.5],
      [0.3, back, 3.5],
      [0.3, back, 3.05],
    ],
    { widthPx: 2.4 * u, color: TEXT },
  );
  for (let string = 0; string < 9; string++) {
    const angle = (string * Math.PI * 2) / 9;
    const [x, y] = [Math.cos(angle), Math.sin(angle)];
    const knot: Place = [RIM.x + 0.13 * Math.cos(angle + 0.5), RIM.y + 0.13 * Math.sin(angle + 0.5), RIM.z - 0.45];
    strokePlaces(ctx, camera, [[RIM.x + 0.23 * x, RIM.y + 0.23 * y, RIM.z], knot], {
      widthPx: 1.3 * u,
      color: "#FFFFFFA0",
    });
  }
  camera.ring(ctx, [RIM.x, RIM.y, RIM.z], 0.24);
  ctx.lineWidth = 4 * u;
  ctx.strokeStyle = CLAY;
  ctx.stroke();
}

function bow(circle: { x: number; y: number; radiusM: number }, [from, to]: readonly [number, number]): Place[] {
  return Array.from({ length: 49 }, (_, step) => {
    const turn = ((from + ((to - from) * step) / 48) * Math.PI) / 180;
    return [circle.x + circle.radiusM * Math.cos(turn), circle.y + circle.radiusM * Math.sin(turn), 0] as const;
  });
}

export type Shooting = {
  atS: number;
  x: number;
  y: number;
  cell: string;
  isMade: boolean;
  side: 1 | -1;
  liftM: number;
};

/** Places where shots are taken, meters from the basket, and how often they go in. */
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
  const favorites = [random.pick(SPOTS), random.pick(SPOTS), random.pick(SPOTS)];
  for (let atS = -4; atS < lengthS - 1.6; atS += random.between(0.34, 0.62)) {
    const spot = random.next() < 0.35 ? random.pick(favorites) : random.pick(SPOTS);
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
