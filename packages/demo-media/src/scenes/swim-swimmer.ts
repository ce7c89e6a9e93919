import type { Ctx } from "@app/drawing/layer";
import { faded, TEXT } from "@app/drawing/palette";
import { randomOf } from "../drawing/random.ts";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";

const SKIN = "#E7B58F";

type Swimmer = { x: number; y: number; lanePx: number; tS: number; seed: number; cap: string; isDone: boolean };

/** A front crawl swimmer from above, swimming to the right; `x` is the head. */
export function drawSwimmer(ctx: Ctx, swimmer: Swimmer): void {
  const m = swimmer.lanePx * 0.62;
  const stroke = swimmer.isDone ? 0 : swimmer.tS * 6.6 + (swimmer.seed % 7);
  ctx.save();
  ctx.translate(swimmer.x, swimmer.y);
  if (!swimmer.isDone) drawWake(ctx, m, swimmer);
  fillEllipse(ctx, { x: -m * 0.9, y: m * 0.12 }, [m * 1.2, m * 0.28], "#04202F60");
  ctx.lineCap = "round";
  for (const side of [-1, 1] as const) drawLeg(ctx, m, side, swimmer.isDone ? 0 : Math.sin(stroke * 3 + side));
  const roll = Math.sin(stroke) * 0.05 * m;
  fillEllipse(ctx, { x: -m * 0.72, y: roll }, [m * 0.62, m * 0.2], SKIN);
  fillEllipse(ctx, { x: -m * 1.02, y: roll }, [m * 0.36, m * 0.185], "#16202A");
  for (const side of [-1, 1] as const) drawArm(ctx, swimmer, { m, side, angle: stroke + (side === 1 ? 0 : Math.PI) });
  fillDisc(ctx, { x: 0, y: 0 }, m * 0.19, swimmer.cap);
  fillEllipse(ctx, { x: m * 0.04, y: -m * 0.05 }, [m * 0.09, m * 0.05], faded(TEXT, 0.55));
  ctx.restore();
}

/** Over the water while the angle is in its first half, a shadow under it in the second. */
function drawArm(ctx: Ctx, swimmer: Swimmer, arm: { m: number; side: -1 | 1; angle: number }): void {
  const { m, side, angle } = arm;
  const isOver = swimmer.isDone ? side === 1 : Math.sin(angle) > 0;
  const reach = swimmer.isDone ? (side === 1 ? 1 : -0.2) : -Math.cos(angle);
  const hand = {
    x: -m * 0.3 + reach * m * 0.85,
    y: side * m * (isOver && !swimmer.isDone ? 0.26 + 0.3 * Math.sin(angle) : 0.2),
  };
  ctx.strokeStyle = isOver ? SKIN : faded("#BFE3EE", 0.35);
  ctx.lineWidth = m * 0.13;
  ctx.beginPath();
  ctx.moveTo(-m * 0.3, side * m * 0.17);
  ctx.quadraticCurveTo(-m * 0.3 + reach * m * 0.35, side * m * (isOver ? 0.5 : 0.3), hand.x, hand.y);
  ctx.stroke();
  if (!swimmer.isDone && Math.cos(angle) < -0.82) drawSplash(ctx, swimmer, { m, angle, hand });
}

/** Where the hand enters the water. */
function drawSplash(
  ctx: Ctx,
  swimmer: Swimmer,
  { m, angle, hand }: { m: number; angle: number; hand: { x: number; y: number } },
): void {
  const random = randomOf(swimmer.seed * 31 + Math.floor(angle / Math.PI));
  for (let drop = 0; drop < 7; drop++) {
    const far = random.between(0.05, 0.34) * m * (0.4 - Math.cos(angle));
    const turn = random.between(-1.4, 1.4);
    fillDisc(
      ctx,
      { x: hand.x + Math.cos(turn) * far, y: hand.y + Math.sin(turn) * far },
      m * random.between(0.02, 0.055),
      faded(TEXT, 0.85),
    );
  }
}

function drawLeg(ctx: Ctx, m: number, side: -1 | 1, kick: number): void {
  ctx.strokeStyle = kick * side > 0 ? SKIN : "#C99C7B";
  ctx.lineWidth = m * 0.13;
  ctx.beginPath();
  ctx.moveTo(-m * 1.2, side * m * 0.08);
  ctx.lineTo(-m * 1.86, side * m * (0.1 + 0.05 * kick));
  ctx.stroke();
}

/** Foam behind the feet. It spreads and fades, and stays in place in the water. */
function drawWake(ctx: Ctx, m: number, swimmer: Swimmer): void {
  const wake = ctx.createLinearGradient(-m * 6.5, 0, m * 0.4, 0);
  wake.addColorStop(0, faded("#D8F6FF", 0));
  wake.addColorStop(0.7, faded("#D8F6FF", 0.16));
  wake.addColorStop(1, faded("#FFFFFF", 0.34));
  ctx.fillStyle = wake;
  ctx.beginPath();
  ctx.moveTo(m * 0.34, 0);
  ctx.quadraticCurveTo(-m * 0.4, -m * 0.46, -m * 6.5, -m * 0.6);
  ctx.lineTo(-m * 6.5, m * 0.6);
  ctx.quadraticCurveTo(-m * 0.4, m * 0.46, m * 0.34, 0);
  ctx.fill();
  const gap = m * 0.24;
  const first = Math.ceil((swimmer.x - m * 4.6) / gap);
  for (let at = first; at * gap < swimmer.x - m * 1.6; at++) {
    const random = randomOf(swimmer.seed * 977 + at);
    const behind = at * gap - swimmer.x;
    const age = (-behind - m * 1.6) / (m * 3);
    for (let drop = 0; drop < 3; drop++) {
      const y = random.between(-1, 1) * m * (0.14 + 0.25 * age);
      fillDisc(
        ctx,
        { x: behind + random.between(0, gap), y },
        m * random.between(0.03, 0.11) * (1.1 - age * 0.5),
        faded("#F2FCFF", 0.7 * (1 - age)),
      );
    }
  }
}
