import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, LIME, TEXT } from "@app/drawing/palette";
import { randomOf } from "../drawing/random.ts";

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

/** Caustics on a pool's floor: one picture that slides back and forth. */
export function causticsOf(
  seed: number,
  widthPx: number,
  heightPx: number,
): (ctx: Ctx, tS: number, pool: { from: number; to: number; edge: number; across: number }) => void {
  const random = randomOf(seed);
  const reach = 90;
  const [wide, high] = [widthPx + reach * 2, heightPx + reach * 2];
  const net = layer(wide, high, (ctx) => {
    ctx.lineCap = "round";
    const cell = Math.min(widthPx, heightPx) / 13;
    for (let row = -1; row * cell * 0.8 < high + cell; row++) {
      for (let column = -1; column * cell < wide + cell; column++) {
        const [x, y] = [
          (column + (row % 2) * 0.5 + random.between(-0.25, 0.25)) * cell,
          (row * 0.8 + random.between(-0.2, 0.2)) * cell,
        ];
        ctx.strokeStyle = random.next() < 0.3 ? "#BDF3FF3A" : "#9EE9FF1C";
        ctx.lineWidth = random.between(1, 3.5) * (cell / 55);
        ctx.beginPath();
        ctx.moveTo(x - cell * 0.55, y + random.between(-6, 6));
        ctx.bezierCurveTo(
          x - cell * 0.2,
          y - cell * random.between(0.2, 0.6),
          x + cell * 0.2,
          y + cell * random.between(0.1, 0.5),
          x + cell * 0.55,
          y,
        );
        ctx.stroke();
        ctx.beginPath();
        ctx.moveTo(x, y - cell * 0.5);
        ctx.bezierCurveTo(
          x + cell * 0.4,
          y - cell * 0.2,
          x - cell * 0.3,
          y + cell * 0.2,
          x + cell * 0.1,
          y + cell * 0.5,
        );
        ctx.stroke();
      }
    }
  });
  return (ctx, tS, pool) => {
    ctx.save();
    ctx.beginPath();
    ctx.rect(pool.from, pool.edge, pool.to - pool.from, pool.across);
    ctx.clip();
    ctx.drawImage(
      net,
      Math.round(-reach + reach * Math.sin(tS * 0.45)),
      Math.round(-reach + reach * 0.6 * Math.cos(tS * 0.6)),
    );
    ctx.restore();
  };
}
