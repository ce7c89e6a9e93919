import { type Ctx, layer } from "@app/drawing/layer";
import { randomOf } from "../drawing/random.ts";

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
