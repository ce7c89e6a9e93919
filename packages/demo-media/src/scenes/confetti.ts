import type { Ctx } from "@app/drawing/layer";
import { randomOf } from "../drawing/random.ts";

type Fall = {
  widthPx: number;
  heightPx: number;
  sinceS: number;
  seed: number;
  sizePx: number;
  colours: readonly string[];
};

/** Paper that shoots up from both lower corners, then flutters down. */
export function drawConfetti(ctx: Ctx, fall: Fall): void {
  const random = randomOf(fall.seed + 77);
  const t = fall.sinceS;
  for (let piece = 0; piece < 150; piece++) {
    const side = piece % 2 ? 1 : -1;
    const [speedX, speedY] = [random.between(0.05, 0.62), random.between(0.85, 1.75)];
    const [spin, phase, sway] = [random.between(2, 9), random.between(0, 7), random.between(0.01, 0.035)];
    ctx.fillStyle = random.pick(fall.colours);
    const slow = 1 - Math.exp(-2.2 * t);
    const x =
      fall.widthPx * (side === 1 ? -0.02 : 1.02) +
      side * fall.widthPx * (speedX * slow + sway * Math.sin(t * 3 + phase));
    const y =
      fall.heightPx * (1.02 - speedY * slow * 0.72 + 0.16 * Math.max(0, t - 0.35) * (1 + 0.3 * Math.sin(phase)));
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(phase + t * spin * 0.4);
    ctx.scale(1, Math.cos(t * spin + phase));
    ctx.fillRect(-fall.sizePx / 2, -fall.sizePx / 3, fall.sizePx, fall.sizePx * 0.66);
    ctx.restore();
  }
}
