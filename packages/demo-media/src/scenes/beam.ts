import { BRAND } from "@app/contract/brand";
import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { faded, GOLD, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawPool, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { blend, drawFigure, type Look, type Pose, standing } from "../drawing/figure.ts";
import { arc, decay, easeInOut, easeOut, lerp, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillEllipse, glowOf } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

/** In heights of the gymnast. */
const BEAM_LENGTH = 3.1;

/** An element's name, and its share of the routine. */
const MOVES = [
  { name: "Mount and salute", from: 0, to: 0.12, isLanding: false, worth: "" },
  { name: "Split leap", from: 0.12, to: 0.34, isLanding: true, worth: "C  0.3" },
  { name: "Front walkover", from: 0.34, to: 0.66, isLanding: true, worth: "D  0.4" },
  { name: "Tuck salto off", from: 0.66, to: 1, isLanding: true, worth: "E  0.5" },
];

type Key = { at: number; x: number; pose: Pose };

/** A pose with straight arms and legs, which covers most of gymnastics. */
function shape(
  torso: number,
  arms: readonly [number, number],
  thighs: readonly [number, number],
  shins = thighs,
): Pose {
  return {
    torso,
    head: torso,
    upperArms: arms,
    foreArms: arms,
    thighs,
    shins,
    feet: [shins[0] + 28, shins[1] + 28],
  };
}

const SALUTE = shape(183, [168, 200], [3, -3]);
const READY = shape(176, [60, -60], [12, -14], [-4, -22]);

const KEYS: readonly Key[] = [
  { at: 0, x: 0.3, pose: SALUTE },
  { at: 0.07, x: 0.36, pose: SALUTE },
  { at: 0.12, x: 0.55, pose: READY },
  { at: 0.17, x: 0.72, pose: shape(168, [-40, -70], [34, -30], [-20, -50]) },
  { at: 0.205, x: 0.8, pose: shape(172, [40, -20], [40, -34], [10, -44]) },
  { at: 0.255, x: 1.05, pose: shape(178, [112, -98], [94, -92], [96, -98]) },
  { at: 0.3, x: 1.28, pose: shape(172, [70, -70], [30, -44], [0, -60]) },
  { at: 0.345, x: 1.36, pose: shape(178, [150, 130], [8, -8], [0, -12]) },
  { at: 0.4, x: 1.44, pose: shape(172, [172, 168], [22, -14], [12, -20]) },
  { at: 0.45, x: 1.66, pose: shape(96, [62, 58], [4, -98]) },
  { at: 0.505, x: 1.98, pose: shape(2, [2, -2], [-112, -236], [-118, -238]) },
  { at: 0.56, x: 2.22, pose: shape(-78, [-38, -42], [-236, -338], [-244, -372]) },
  { at: 0.61, x: 2.36, pose: shape(-150, [-150, -156], [-292, -354], [-300, -372]) },
  { at: 0.655, x: 2.46, pose: shape(-184, [-178, -166], [-352, -364], [-360, -368]) },
  { at: 0.72, x: 2.56, pose: shape(-206, [-280, -300], [-318, -322], [-392, -396]) },
  { at: 0.765, x: 2.68, pose: shape(-180, [-186, -190], [-352, -358], [-368, -372]) },
  { at: 0.82, x: 2.98, pose: shape(-262, [-348, -352], [-352, -356], [-478, -482]) },
  { at: 0.88, x: 3.24, pose: shape(-442, [-560, -564], [-560, -564], [-690, -694]) },
  { at: 0.93, x: 3.44, pose: shape(-528, [-590, -596], [-668, -672], [-748, -752]) },
  { at: 1, x: 3.48, pose: shape(-537, [-542, -520], [-717, -723], [-720, -724]) },
];

/** Hips over the beam: what the pose needs to touch, plus the flight; after the dismount the floor is lower. */
const FLOOR_DROP = 0.78;
const FLIGHTS = [
  { from: 0.205, to: 0.3, height: 0.3, drop: 0 },
  { from: 0.765, to: 0.93, height: 0.55, drop: FLOOR_DROP },
];

/** The gymnast at a share of the routine: position, height of the hips above the beam, and pose. */
function routineAt(share: number): { pose: Pose; x: number; hip: number } {
  const now = Math.min(1, Math.max(0, share));
  const next = KEYS.findIndex((key) => key.at > now);
  const [from, to] = next === -1 ? [KEYS.at(-2), KEYS.at(-1)] : [KEYS[next - 1], KEYS[next]];
  if (!from || !to) throw new RangeError("A routine needs two keys.");
  const part = Math.min(1, (now - from.at) / (to.at - from.at));
  const pose = blend(from.pose, to.pose, easeInOut(part) * 0.5 + part * 0.5);
  let height = 0;
  for (const flight of FLIGHTS) {
    if (now <= flight.from) continue;
    const way = Math.min(1, (now - flight.from) / (flight.to - flight.from));
    height += arc(way) * flight.height - flight.drop * way ** 2;
  }
  return { pose, x: lerp(from.x, to.x, part), hip: standing(pose) + height };
}

const STAMP_S = 0.17;
const STAMPS = 9;

/** A beam routine in which each phase leaves a fading ghost. */
export const beam: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const area = actionArea(shot);
  const random = randomOf(shot.seed);
  const score = (13.4 + random.next() * 1.4).toFixed(3);
  // Everything is measured in heights of the gymnast, from the left end of the beam.
  const heightPx = Math.min(area.height * 0.45, shot.widthPx / (BEAM_LENGTH + 0.9));
  const left = (shot.widthPx - (BEAM_LENGTH + 0.55) * heightPx) / 2;
  const beamY = area.y + area.height * (upright ? 0.66 : 0.8);
  const floorY = beamY + heightPx * 0.78;
  const flashes = flashesOf(
    shot.seed,
    { x: 0, y: area.height * 0.1, width: shot.widthPx, height: area.height * 0.5 },
    16,
  );
  const suit = shot.seed % 2 === 1 ? LIME : SKY;
  const [glow, gold] = [glowOf(suit), glowOf(GOLD)];
  const lastMoveS = shot.lengthS * 0.8;

  function drawAt(ctx: Ctx, tS: number, look: Look): void {
    const now = routineAt(tS / lastMoveS);
    drawFigure(ctx, now.pose, { x: left + now.x * heightPx, y: beamY - now.hip * heightPx, heightPx, facing: 1 }, look);
  }

  /** Ghosts stay in place and fade, oldest first. */
  function drawTrail(ctx: Ctx, tS: number): void {
    const newest = Math.floor(Math.min(tS, lastMoveS) / STAMP_S);
    for (let stamp = newest - STAMPS; stamp <= newest; stamp++) {
      const age = (tS - stamp * STAMP_S) / (STAMPS * STAMP_S);
      if (stamp < 0 || age < 0.06 || age > 1) continue;
      const color = faded(mixed("#1C7A8C", suit, 1 - age), 0.42 * (1 - age));
      ctx.globalAlpha = 1;
      drawAt(ctx, stamp * STAMP_S, { skin: color, shirt: color, shorts: color, far: color });
    }
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { x: 0, y: 0, width: shot.widthPx, height: floorY - heightPx * 0.3 }, random, 10 * u);
      ctx.fillStyle = faded(INK, 0.45);
      ctx.fillRect(0, 0, shot.widthPx, floorY);
      const floor = ctx.createLinearGradient(0, floorY - heightPx * 0.3, 0, shot.heightPx);
      floor.addColorStop(0, "#16324A");
      floor.addColorStop(0.4, "#1B4566");
      floor.addColorStop(1, "#0D1D2C");
      ctx.fillStyle = floor;
      ctx.fillRect(0, floorY - heightPx * 0.3, shot.widthPx, shot.heightPx);
      drawPool(
        ctx,
        { x: shot.widthPx / 2, y: floorY + heightPx * 0.15, wide: shot.widthPx * 0.5, high: heightPx * 0.7 },
        0.9,
      );
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: floorY + heightPx * 0.3 }, [
        { x: 0.2, aimX: 0.36 },
        { x: 0.5, aimX: 0.5 },
        { x: 0.8, aimX: 0.64 },
      ]);
      drawBeam(ctx, { left, right: left + BEAM_LENGTH * heightPx, beamY, floorY, heightPx }, u);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.7);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      const now = routineAt(tS / lastMoveS);
      const x = left + now.x * heightPx;
      const isOff = now.x > BEAM_LENGTH + 0.05;
      fillEllipse(
        ctx,
        { x, y: isOff ? floorY + 4 * u : beamY + 5 * u },
        [heightPx * 0.26, heightPx * 0.026],
        "#00000090",
      );
      glow(ctx, { x, y: beamY - now.hip * heightPx }, heightPx * 0.85, 0.26);
      drawTrail(ctx, tS);
      drawAt(ctx, tS, { skin: "#F4C9A8", shirt: suit, shorts: suit, far: "#B98B6C" });
      drawMoveName(ctx, tS);
      const since = tS - lastMoveS - 0.35;
      if (since < 0) return;
      gold(ctx, { x: shot.widthPx / 2, y: 150 * u }, 330 * u, 0.25 + 0.5 * decay(since, 0, 1.2));
      ctx.globalAlpha = easeOut(span(since, 0, 0.4));
      ctx.textAlign = "center";
      ctx.font = condensed(150 * u);
      ctx.fillStyle = GOLD;
      ctx.fillText(score, shot.widthPx / 2, 190 * u);
      ctx.globalAlpha = 1;
    },
    board(tS) {
      const done = tS >= lastMoveS + 0.35;
      return {
        clock: done ? score : clockText(58 + tS).slice(0, -2),
        note: done ? "Stuck landing · new best of the season" : `Balance beam · ${moveAt(tS).name.toLowerCase()}`,
      };
    },
    sounds: [
      ...MOVES.filter((move) => move.isLanding).map((move) => ({
        kind: "thud" as const,
        atS: move.to * lastMoveS,
        loudness: 0.5,
      })),
      { kind: "cheer", atS: lastMoveS },
      { kind: "beep", atS: lastMoveS + 0.35, loudness: 0.3 },
    ],
  });

  function moveAt(tS: number): (typeof MOVES)[number] {
    return MOVES.find((move) => tS / lastMoveS < move.to) ?? LAST_MOVE;
  }

  function drawMoveName(ctx: Ctx, tS: number): void {
    const move = moveAt(tS);
    const since = tS - move.from * lastMoveS;
    if (tS > lastMoveS || !move.worth) return;
    ctx.globalAlpha = span(since, 0, 0.25);
    ctx.textAlign = "center";
    ctx.font = condensed(46 * u, 600);
    ctx.fillStyle = TEXT;
    ctx.fillText(move.name, shot.widthPx / 2, 122 * u);
    ctx.font = condensed(40 * u, 700);
    ctx.fillStyle = LIME;
    ctx.fillText(move.worth, shot.widthPx / 2, 168 * u);
    ctx.globalAlpha = 1;
  }
};

const LAST_MOVE = MOVES.at(-1) ?? { name: "", from: 0, to: 1, isLanding: false, worth: "" };

function drawBeam(
  ctx: Ctx,
  at: { left: number; right: number; beamY: number; floorY: number; heightPx: number },
  u: number,
): void {
  const thick = at.heightPx * 0.085;
  for (const share of [0.16, 0.84]) {
    const x = at.left + (at.right - at.left) * share;
    ctx.strokeStyle = "#39444F";
    ctx.lineWidth = 13 * u;
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(x, at.beamY + thick);
    ctx.lineTo(x, at.floorY - 6 * u);
    ctx.moveTo(x - at.heightPx * 0.24, at.floorY);
    ctx.lineTo(x, at.floorY - 12 * u);
    ctx.lineTo(x + at.heightPx * 0.24, at.floorY);
    ctx.stroke();
  }
  ctx.fillStyle = "#12324A";
  ctx.beginPath();
  ctx.roundRect(at.right + at.heightPx * 0.05, at.floorY - 8 * u, at.heightPx * 1.5, 22 * u, 8 * u);
  ctx.fill();
  const wood = ctx.createLinearGradient(0, at.beamY, 0, at.beamY + thick);
  wood.addColorStop(0, "#F3E3C8");
  wood.addColorStop(0.3, "#D9BE93");
  wood.addColorStop(1, "#7A5F3F");
  ctx.fillStyle = wood;
  ctx.beginPath();
  ctx.roundRect(at.left, at.beamY, at.right - at.left, thick, 6 * u);
  ctx.fill();
  ctx.fillStyle = faded(INK, 0.65);
  ctx.textAlign = "center";
  ctx.font = condensed(thick * 0.72);
  ctx.fillText(BRAND.name.toUpperCase(), (at.left + at.right) / 2, at.beamY + thick * 0.78);
}
