import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { CLAY, faded, GOLD, INK, LIME, mixed, TEXT } from "@app/drawing/palette";
import { drawVignette } from "../drawing/arena.ts";
import { arc, between, decay, easeInOut, easeOut, type Point, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";
import { fillDisc, glowOf, strokeLine } from "../drawing/shapes.ts";
import { drawWall, HEIGHT_M, holdsOf } from "./climb-wall.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

/** Two climbers on twin routes, the camera going up with them, until one slaps the pad. */
export const climb: Scene = (shot) => {
  const u = unitPx(shot);
  const random = randomOf(shot.seed);
  const area = actionArea(shot);
  const m = shot.widthPx / (isUpright(shot) ? 5.4 : 8.6);
  const laneM = isUpright(shot) ? 1.25 : 1.7;
  const topS = shot.lengthS * 0.74;
  const holds = holdsOf(shot.seed);
  const wall = drawWall({ widthPx: shot.widthPx, m, laneM, seed: shot.seed, holds });
  const shade = layer(shot.widthPx, shot.heightPx, (ctx) => drawVignette(ctx, shot.widthPx, shot.heightPx, 0.85));
  const [lime, white] = [glowOf(LIME), glowOf(TEXT)];
  const winner = random.int(0, 1);
  const lanes = [LIME, CLAY].map((shirt, at) => ({
    shirt,
    x: at === 0 ? -laneM : laneM,
    finishS: at === winner ? topS : topS + 0.5 + random.next() * 0.3,
    seed: shot.seed + at * 17,
    skin: at === 0 ? "#C98F68" : "#8A5537",
  }));
  type Lane = (typeof lanes)[number];

  /** The number of holds climbed, slightly jerky like real climbing. */
  function progressAt(lane: Lane, tS: number): number {
    const share = span(tS, 0.5, lane.finishS);
    const uneven = share + wander(lane.seed, share * 7) * 0.018 * Math.sin(share * Math.PI);
    return Math.max(0, uneven) * (holds.length - 3);
  }
  function gripAt(lane: Lane, tS: number): Grip {
    const held = climberAt(holds, progressAt(lane, tS));
    const drop = tS > lane.finishS + 1.2 ? (tS - lane.finishS - 1.2) ** 2 * 1.4 : 0;
    return drop > 0
      ? {
          ...held,
          hip: { ...held.hip, y: held.hip.y - drop },
          chest: { ...held.chest, y: held.chest.y - drop },
          isHanging: true,
        }
      : held;
  }
  const cameraAt = (tS: number): number =>
    Math.max(1.9, ...lanes.map((lane) => climberAt(holds, progressAt(lane, tS)).hip.y)) + 0.25;

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
    },
    moving(ctx, tS) {
      const cameraY = cameraAt(tS);
      const baseY = Math.round(area.height * 0.52 + cameraY * m);
      const toScreen = (lane: Lane, at: { x: number; y: number }): { x: number; y: number } => ({
        x: shot.widthPx / 2 + (lane.x + at.x) * m,
        y: baseY - at.y * m,
      });
      ctx.drawImage(wall.picture, 0, baseY - wall.groundPx);
      for (const lane of lanes) {
        const now = gripAt(lane, tS);
        drawRope(ctx, lane, toScreen(lane, now.hip), baseY);
        drawPad(ctx, lane, tS, toScreen(lane, { x: 0, y: HEIGHT_M }));
        const body = toScreen(lane, now.chest);
        white(ctx, body, m * 1.5, 0.14);
        drawClimber(ctx, now, { at: (point) => toScreen(lane, point), m, shirt: lane.shirt, skin: lane.skin, tS });
        drawChalk(ctx, lane, tS, toScreen);
        drawHeight(ctx, lane, now, toScreen(lane, { x: lane.x < 0 ? -1.25 : 1.25, y: now.chest.y }));
      }
      ctx.drawImage(shade, 0, 0);
    },
    board(tS) {
      const heights = lanes.map((lane) => reachOf(gripAt(lane, tS)));
      const gap = Math.abs((heights[0] ?? 0) - (heights[1] ?? 0));
      const lead = (heights[0] ?? 0) >= (heights[1] ?? 0) ? "Left" : "Right";
      const note =
        tS >= topS
          ? `${winner === 0 ? "Left" : "Right"} lane tops out first`
          : `Final · ${lead.toLowerCase()} lane ahead by ${gap.toFixed(1)} m`;
      return { clock: clockText(Math.min(Math.max(0, tS - 0.5), topS - 0.5), 2), note };
    },
    sounds: [
      { kind: "beep", atS: 0.5, loudness: 0.6 },
      ...holds.slice(3).map((_, hold) => ({
        kind: "tick" as const,
        atS: 0.5 + ((topS - 0.5) * hold) / (holds.length - 3),
        loudness: 0.35,
      })),
      { kind: "horn", atS: topS, loudness: 0.4 },
      { kind: "cheer", atS: topS - 0.2 },
    ],
  });

  function drawRope(ctx: Ctx, lane: Lane, hip: { x: number; y: number }, baseY: number): void {
    const anchorY = baseY - (HEIGHT_M + 6) * m;
    ctx.strokeStyle = faded(TEXT, 0.75);
    ctx.lineWidth = 3 * u;
    ctx.beginPath();
    ctx.moveTo(shot.widthPx / 2 + lane.x * m, anchorY);
    ctx.quadraticCurveTo(shot.widthPx / 2 + lane.x * m + 0.02 * m, (anchorY + hip.y) / 2, hip.x, hip.y);
    ctx.stroke();
  }

  function drawPad(ctx: Ctx, lane: Lane, tS: number, at: { x: number; y: number }): void {
    const isHit = tS >= lane.finishS;
    lime(ctx, at, m * 1.7, isHit ? 0.35 + 0.65 * decay(tS, lane.finishS, 1.3) : 0);
    ctx.fillStyle = isHit ? LIME : "#39444F";
    ctx.beginPath();
    ctx.roundRect(at.x - 0.42 * m, at.y - 0.2 * m, 0.84 * m, 0.4 * m, 0.06 * m);
    ctx.fill();
    ctx.fillStyle = isHit ? INK : TEXT;
    ctx.font = condensed(0.26 * m);
    ctx.textAlign = "center";
    ctx.fillText(isHit ? (lane.finishS - 0.5).toFixed(2) : "TOP", at.x, at.y + 0.09 * m);
  }

  /** A puff of chalk wherever a hand has just landed. */
  function drawChalk(
    ctx: Ctx,
    lane: Lane,
    tS: number,
    toScreen: (lane: Lane, at: { x: number; y: number }) => { x: number; y: number },
  ): void {
    const hold = Math.floor(progressAt(lane, tS)) + 1;
    const at = holds[hold];
    const age = progressAt(lane, tS) % 1;
    if (!at || tS > lane.finishS || tS < 0.6) return;
    const dust = randomOf(lane.seed + hold);
    const spot = toScreen(lane, at);
    for (let speck = 0; speck < 9; speck++) {
      const turn = dust.next() * Math.PI * 2;
      const far = easeOut(age) * dust.between(0.05, 0.32) * m;
      fillDisc(
        ctx,
        { x: spot.x + Math.cos(turn) * far, y: spot.y + Math.sin(turn) * far + age * age * 0.12 * m },
        dust.between(0.012, 0.045) * m * (1 + age),
        faded(TEXT, 0.4 * (1 - age)),
      );
    }
  }

  function drawHeight(ctx: Ctx, lane: Lane, grip: Grip, at: { x: number; y: number }): void {
    if (isUpright(shot)) return;
    ctx.font = condensed(0.34 * m);
    ctx.fillStyle = lane.shirt;
    ctx.textAlign = lane.x < 0 ? "right" : "left";
    ctx.fillText(`${reachOf(grip).toFixed(1)} M`, at.x, at.y);
  }
};

function reachOf(grip: Grip): number {
  return Math.max(grip.hands[0].y, grip.hands[1].y);
}

/** Meters on the wall, y up. */
type Grip = {
  hands: readonly [Point, Point];
  feet: readonly [Point, Point];
  hip: Point;
  chest: Point;
  isHanging: boolean;
};

/** Hands take the holds in turn, feet follow three holds behind. `progress` counts holds. */
function climberAt(holds: readonly Point[], progress: number): Grip {
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

function drawClimber(ctx: Ctx, grip: Grip, stage: Stage): void {
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
