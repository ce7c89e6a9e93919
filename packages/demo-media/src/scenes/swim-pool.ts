import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, faded, LIME, TEXT } from "@app/drawing/palette";
import { randomOf } from "../drawing/random.ts";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";

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
