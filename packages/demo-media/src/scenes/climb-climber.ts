import type { Ctx } from "@app/drawing/layer";
import { GOLD, INK, mixed } from "@app/drawing/palette";
import { arc, between, easeInOut, type Point } from "../drawing/motion.ts";
import { fillDisc, strokeLine } from "../drawing/shapes.ts";

/** Metres on the wall, y up. */
export type Grip = {
  hands: readonly [Point, Point];
  feet: readonly [Point, Point];
  hip: Point;
  chest: Point;
  isHanging: boolean;
};

/** Hands take the holds in turn, feet follow three holds behind. `progress` counts holds. */
export function climberAt(holds: readonly Point[], progress: number): Grip {
  const step = Math.floor(progress);
  const share = easeInOut(progress - step);
  const holdAt = (index: number): Point => {
    if (index >= 0) return holds[Math.min(index, holds.length - 1)] ?? { x: 0, y: 0 };
    return { x: index % 2 === 0 ? -0.2 : 0.2, y: 0.05 };
  };
  const moving = (from: number, out: number): Point => {
    const at = between(holdAt(from), holdAt(from + 2), share);
    return { x: at.x + arc(share) * out, y: at.y };
  };
  const isLeft = step % 2 === 0;
  const [still, reaching] = [holdAt(step + 2), moving(step + 1, isLeft ? -0.12 : 0.12)];
  const [planted, stepping] = [holdAt(step - 1), moving(step - 2, isLeft ? 0.1 : -0.1)];
  const hands: [Point, Point] = sided(still, reaching);
  const feet: [Point, Point] = sided(planted, stepping);
  const high = (hands[0].y + hands[1].y) / 2;
  const low = (feet[0].y + feet[1].y) / 2;
  const middle = (hands[0].x + hands[1].x + feet[0].x + feet[1].x) / 4;
  const hip = { x: middle * 0.8 + (isLeft ? -1 : 1) * 0.05 * arc(share), y: low + (high - low) * 0.34 };
  const chest = { x: (hip.x + (hands[0].x + hands[1].x) / 2) / 2, y: hip.y + 0.5 };
  return { hands, feet, hip, chest, isHanging: false };
}

function sided(a: Point, b: Point): [Point, Point] {
  return a.x <= b.x ? [a, b] : [b, a];
}

type Stage = { at(point: Point): Point; m: number; shirt: string; skin: string; tS: number };

export function drawClimber(ctx: Ctx, grip: Grip, stage: Stage): void {
  const { m } = stage;
  const feet = grip.isHanging ? hang(grip.hip, -0.85, stage.tS) : grip.feet;
  const hands = grip.isHanging ? hang(grip.chest, 0.5, stage.tS) : grip.hands;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  const dark = mixed(INK, stage.skin, 0.75);
  for (const [side, way] of [
    [0, -1],
    [1, 1],
  ] as const) {
    const from = { x: grip.hip.x + way * 0.11, y: grip.hip.y - 0.04 };
    const knee = jointBetween(from, feet[side], { upper: 0.46, lower: 0.46 }, way);
    const path = [from, knee, feet[side]].map(stage.at);
    strokeLine(ctx, path, 0.15 * m, dark);
    strokeLine(ctx, [from, between(from, knee, 0.75)].map(stage.at), 0.19 * m, INK);
    const toe = stage.at({ x: feet[side].x + way * 0.05, y: feet[side].y - 0.02 });
    fillDisc(ctx, toe, 0.085 * m, stage.shirt);
  }
  const [hip, chest] = [stage.at(grip.hip), stage.at(grip.chest)];
  strokeLine(ctx, [stage.at({ x: grip.hip.x, y: grip.hip.y - 0.02 }), hip], 0.32 * m, INK);
  strokeLine(ctx, [hip, chest], 0.33 * m, stage.shirt);
  strokeLine(
    ctx,
    [
      stage.at({ x: grip.hip.x - 0.16, y: grip.hip.y + 0.08 }),
      stage.at({ x: grip.hip.x + 0.16, y: grip.hip.y + 0.08 }),
    ],
    0.06 * m,
    INK,
  );
  const bag = stage.at({ x: grip.hip.x, y: grip.hip.y - 0.02 });
  fillDisc(ctx, bag, 0.085 * m, GOLD);
  for (const [side, way] of [
    [0, -1],
    [1, 1],
  ] as const) {
    const shoulder = { x: grip.chest.x + way * 0.17, y: grip.chest.y + 0.04 };
    const elbow = jointBetween(shoulder, hands[side], { upper: 0.33, lower: 0.34 }, way === -1 ? -1 : 1);
    strokeLine(ctx, [shoulder, elbow].map(stage.at), 0.125 * m, stage.skin);
    strokeLine(ctx, [elbow, hands[side]].map(stage.at), 0.1 * m, stage.skin);
    const hand = stage.at(hands[side]);
    fillDisc(ctx, hand, 0.075 * m, mixed(stage.skin, "#FFFFFF", 0.35));
  }
  const head = stage.at({ x: grip.chest.x, y: grip.chest.y + 0.3 });
  fillDisc(ctx, head, 0.135 * m, "#2A1C14");
  fillDisc(ctx, { x: head.x, y: head.y - 0.14 * m }, 0.06 * m, "#2A1C14");
}

/** Hanging in the harness after the finish: arms up, legs dangling. */
function hang(from: Point, lengthM: number, tS: number): [Point, Point] {
  const sway = Math.sin(tS * 5) * 0.08;
  return [
    { x: from.x - 0.32 + sway, y: from.y + lengthM },
    { x: from.x + 0.32 + sway, y: from.y + lengthM },
  ];
}

/** The elbow or knee between two ends of a limb; `side` 1 or -1 is the side to which it bends. */
function jointBetween(from: Point, to: Point, lengths: { upper: number; lower: number }, side: 1 | -1): Point {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const far = Math.max(0.001, Math.hypot(dx, dy));
  const reach = Math.min(far, lengths.upper + lengths.lower - 0.0001);
  const near = (lengths.upper ** 2 - lengths.lower ** 2 + reach ** 2) / (2 * reach);
  const out = Math.sqrt(Math.max(0, lengths.upper ** 2 - near ** 2)) * side;
  return { x: from.x + (dx * near - dy * out) / far, y: from.y + (dy * near + dx * out) / far };
}
