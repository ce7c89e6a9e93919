import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, faded, GOLD, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import type { Canvas } from "@napi-rs/canvas";
import type { Point } from "../drawing/motion.ts";
import { type Random, randomOf } from "../drawing/random.ts";
import { fillDisc, fillShape } from "../drawing/shapes.ts";

export const HEIGHT_M = 12;
const ABOVE_M = 6;
const BELOW_M = 2.2;
const STEP_M = 0.56;

/** Holds of one route, meters from its middle line and from the ground, left and right in turn. */
export function holdsOf(seed: number): Point[] {
  const random = randomOf(seed + 9);
  const holds: Point[] = [];
  for (let y = 0.35; y < HEIGHT_M - STEP_M * 0.6; y += STEP_M * random.between(0.9, 1.1)) {
    holds.push({ x: (holds.length % 2 ? 1 : -1) * random.between(0.16, 0.46) + random.between(-0.12, 0.12), y });
  }
  return [...holds, { x: -0.2, y: HEIGHT_M }, { x: 0.2, y: HEIGHT_M }];
}

/** The whole wall as one tall picture; the ground is `groundPx` from its upper edge. */
export function drawWall(wall: { widthPx: number; m: number; laneM: number; seed: number; holds: readonly Point[] }): {
  picture: Canvas;
  groundPx: number;
} {
  const { m, widthPx } = wall;
  const groundPx = Math.ceil((HEIGHT_M + ABOVE_M) * m);
  const random = randomOf(wall.seed);
  const picture = layer(widthPx, groundPx + BELOW_M * m, (ctx) => {
    drawFacets(ctx, { widthPx, heightPx: groundPx, m }, random);
    for (let meter = 1; meter <= HEIGHT_M; meter++)
      drawMeter(ctx, { x: widthPx / 2, y: groundPx - meter * m, m }, meter);
    for (const lane of [-1, 1]) {
      const middle = widthPx / 2 + lane * wall.laneM * m;
      ctx.fillStyle = faded(lane < 0 ? LIME : CLAY, 0.06);
      ctx.fillRect(middle - 0.85 * m, 0, 1.7 * m, groundPx);
      for (let extra = 0; extra < 40; extra++) {
        const at = { x: middle + random.between(-1.5, 1.5) * m, y: groundPx - random.between(0.3, HEIGHT_M + 1) * m };
        drawHold(
          ctx,
          {
            ...at,
            sizePx: random.between(0.06, 0.13) * m,
            color: mixed("#1B2630", random.pick([SKY, GOLD, TEXT]), 0.3),
          },
          random,
        );
      }
      for (const hold of wall.holds.slice(0, -2)) {
        drawHold(
          ctx,
          { x: middle + hold.x * m, y: groundPx - hold.y * m, sizePx: 0.15 * m, color: lane < 0 ? LIME : CLAY },
          random,
        );
      }
    }
    const mat = ctx.createLinearGradient(0, groundPx, 0, groundPx + BELOW_M * m);
    mat.addColorStop(0, "#1F5577");
    mat.addColorStop(0.3, "#143A54");
    mat.addColorStop(1, "#0A1A26");
    ctx.fillStyle = mat;
    ctx.fillRect(0, groundPx, widthPx, BELOW_M * m);
    ctx.fillStyle = faded(TEXT, 0.3);
    ctx.fillRect(0, groundPx, widthPx, 0.03 * m);
  });
  return { picture, groundPx };
}

/** In the order in which one walks around it. */
type Quad = [Point, Point, Point, Point];

/** A quadrilateral as two triangles, cut along one of its diagonals. */
function halvesOf([a, b, c, d]: Quad, isFirst: boolean): Point[][] {
  return isFirst
    ? [
        [a, b, c],
        [a, c, d],
      ]
    : [
        [a, b, d],
        [b, c, d],
      ];
}

/** Plywood panels at different angles: an irregular grid of triangles, each with its own shade. */
function drawFacets(ctx: Ctx, wall: { widthPx: number; heightPx: number; m: number }, random: Random): void {
  ctx.fillStyle = "#1A232D";
  ctx.fillRect(0, 0, wall.widthPx, wall.heightPx);
  const cell = 1.5 * wall.m;
  const [columns, rows] = [Math.ceil(wall.widthPx / cell) + 1, Math.ceil(wall.heightPx / cell) + 1];
  const corners = Array.from({ length: rows + 1 }, (_, row) =>
    Array.from({ length: columns + 1 }, (_, column) => ({
      x: (column - 0.5 + random.between(-0.3, 0.3)) * cell,
      y: (row - 0.5 + random.between(-0.3, 0.3)) * cell,
    })),
  );
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const corner = (below: number, right: number): Point => corners[row + below]?.[column + right] ?? { x: 0, y: 0 };
      const quad: Quad = [corner(0, 0), corner(0, 1), corner(1, 1), corner(1, 0)];
      for (const face of halvesOf(quad, random.next() < 0.5)) {
        const color = mixed("#1C2732", "#3D4D5C", random.next() * 0.75);
        fillShape(ctx, face, color);
        ctx.strokeStyle = faded("#0B0E12", 0.5);
        ctx.lineWidth = 0.012 * wall.m;
        ctx.stroke();
      }
    }
  }
  for (let y = 0.2 * wall.m; y < wall.heightPx; y += 0.36 * wall.m) {
    for (let x = 0.1 * wall.m; x < wall.widthPx; x += 0.36 * wall.m)
      fillDisc(ctx, { x, y }, 0.014 * wall.m, "#0B0E1299");
  }
}

function drawHold(ctx: Ctx, hold: { x: number; y: number; sizePx: number; color: string }, random: Random): void {
  const turn = random.next() * Math.PI;
  const bumps = Array.from({ length: 7 }, () => random.between(0.7, 1.2));
  for (const [shift, color] of [
    [0.28, "#00000088"],
    [0, mixed(hold.color, "#0B0E12", 0.25)],
    [-0.12, hold.color],
  ] as const) {
    ctx.fillStyle = color;
    ctx.beginPath();
    for (let step = 0; step <= 42; step++) {
      const angle = (step / 42) * Math.PI * 2;
      const place = (step / 42) * 7;
      const [from, to] = [bumps[Math.floor(place) % 7] ?? 1, bumps[(Math.floor(place) + 1) % 7] ?? 1];
      const bend = (1 - Math.cos((place % 1) * Math.PI)) / 2;
      const radius = hold.sizePx * (from + (to - from) * bend) * (shift === -0.12 ? 0.84 : 1);
      ctx.lineTo(
        hold.x + Math.cos(angle + turn) * radius * 1.15,
        hold.y + Math.sin(angle + turn) * radius * 0.8 + shift * hold.sizePx,
      );
    }
    ctx.fill();
  }
  fillDisc(ctx, { x: hold.x, y: hold.y - 0.08 * hold.sizePx }, hold.sizePx * 0.16, "#0B0E12B0");
}

function drawMeter(ctx: Ctx, at: { x: number; y: number; m: number }, meter: number): void {
  ctx.fillStyle = faded(TEXT, meter % 5 === 0 ? 0.55 : 0.22);
  ctx.fillRect(
    at.x - (meter % 5 === 0 ? 0.34 : 0.14) * at.m,
    at.y,
    (meter % 5 === 0 ? 0.68 : 0.28) * at.m,
    0.025 * at.m,
  );
  if (meter % 5 !== 0) return;
  ctx.font = condensed(0.42 * at.m);
  ctx.textAlign = "center";
  ctx.fillText(`${meter} M`, at.x, at.y - 0.1 * at.m);
}
