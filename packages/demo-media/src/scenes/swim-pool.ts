import type { Ctx } from "@app/drawing/layer";
import { CLAY, LIME, TEXT } from "@app/drawing/palette";

type Pool = { from: number; to: number; edge: number; across: number; lanes: number; lengthPx: number; fullPx: number };

/** Water, lane lines and ropes, as if the pool lay along x. */
export function drawPool(ctx: Ctx, pool: Pool, u: number): void {
  const lanePx = pool.across / pool.lanes;
  ctx.fillStyle = "#1A2733";
  ctx.fillRect(0, 0, pool.lengthPx, pool.fullPx);
  const water = ctx.createLinearGradient(pool.from, 0, pool.to, 0);
  water.addColorStop(0, "#0A3F60");
  water.addColorStop(0.55, "#0F6C94");
  water.addColorStop(1, "#1587AC");
  ctx.fillStyle = water;
  ctx.fillRect(pool.from, pool.edge, pool.to - pool.from, pool.across);
  ctx.fillStyle = "#06243A9C";
  for (let lane = 0; lane < pool.lanes; lane++) {
    const y = pool.edge + lanePx * (lane + 0.5);
    ctx.fillRect(pool.from, y - lanePx * 0.07, pool.to - pool.from - lanePx * 1.1, lanePx * 0.14);
    ctx.fillRect(pool.to - lanePx * 1.24, y - lanePx * 0.22, lanePx * 0.14, lanePx * 0.44);
  }
  for (let rope = 1; rope < pool.lanes; rope++) drawRope(ctx, pool, pool.edge + lanePx * rope, u);
  ctx.fillStyle = "#0B1117";
  ctx.fillRect(pool.to, 0, pool.lengthPx - pool.to, pool.fullPx);
  ctx.fillStyle = "#26303B";
  ctx.fillRect(pool.to, 0, 6 * u, pool.fullPx);
  for (let lane = 0; lane < pool.lanes; lane++) {
    ctx.fillStyle = "#E8EDF0";
    ctx.fillRect(pool.to - 5 * u, pool.edge + lanePx * (lane + 0.14), 6 * u, lanePx * 0.72);
    ctx.fillStyle = "#1B2631";
    ctx.beginPath();
    ctx.roundRect(pool.to + 10 * u, pool.edge + lanePx * (lane + 0.16), 56 * u, lanePx * 0.68, 6 * u);
    ctx.fill();
  }
}

function drawRope(ctx: Ctx, pool: Pool, y: number, u: number): void {
  const bead = 15 * u;
  for (let x = pool.from; x < pool.to; x += bead) {
    const isNearEnd = x > pool.to - (pool.to - pool.from) * 0.2;
    const isLight = Math.floor((x - pool.from) / bead) % 2 === 0;
    ctx.fillStyle = "#03192A70";
    ctx.beginPath();
    ctx.roundRect(x + 1, y + 2 * u, bead - 2, 7 * u, 3 * u);
    ctx.fill();
    ctx.fillStyle = isNearEnd ? CLAY : isLight ? TEXT : LIME;
    ctx.beginPath();
    ctx.roundRect(x + 1, y - 3.5 * u, bead - 2, 7 * u, 3 * u);
    ctx.fill();
  }
}
