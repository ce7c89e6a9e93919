import type { Ctx } from "@app/drawing/layer";
import { randomOf } from "../drawing/random.ts";
import { fillDisc } from "../drawing/shapes.ts";

/** Fans from behind, in the front row, who raise their arms with the excitement. */
export function fansOf(
  seed: number,
  row: { widthPx: number; baseY: number; headPx: number },
): (ctx: Ctx, tS: number, joy: number) => void {
  const random = randomOf(seed + 5);
  const people: { x: number; sizePx: number; phase: number; arms: number }[] = [];
  for (let x = -row.headPx; x < row.widthPx + row.headPx; x += row.headPx * random.between(2.3, 3.1)) {
    people.push({
      x,
      sizePx: row.headPx * random.between(0.85, 1.12),
      phase: random.between(0, 7),
      arms: random.next(),
    });
  }
  return (ctx, tS, joy) => {
    ctx.lineCap = "round";
    for (const one of people) {
      const bounce = Math.abs(Math.sin(tS * 5.2 + one.phase)) * one.sizePx * 0.5 * joy;
      const y = row.baseY - bounce;
      ctx.fillStyle = "#04060A";
      ctx.strokeStyle = "#04060A";
      fillDisc(ctx, { x: one.x, y: y - one.sizePx * 0.3 }, one.sizePx * 0.62, "#04060A");
      ctx.beginPath();
      ctx.roundRect(
        one.x - one.sizePx * 1.15,
        y + one.sizePx * 0.5,
        one.sizePx * 2.3,
        one.sizePx * 5,
        one.sizePx * 0.8,
      );
      ctx.fill();
      if (one.arms > joy * 0.9) continue;
      ctx.lineWidth = one.sizePx * 0.44;
      for (const side of [-1, 1]) {
        const wave = Math.sin(tS * 6 + one.phase + side) * one.sizePx * 0.25;
        ctx.beginPath();
        ctx.moveTo(one.x + side * one.sizePx * 0.95, y + one.sizePx * 0.9);
        ctx.quadraticCurveTo(
          one.x + side * one.sizePx * 1.5,
          y - one.sizePx * 0.2,
          one.x + side * one.sizePx * 1.25 + wave,
          y - one.sizePx * 1.7,
        );
        ctx.stroke();
      }
    }
  };
}
