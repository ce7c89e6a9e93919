import { BRAND } from "@app/contract/brand";
import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { faded, GOLD, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawPool, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { drawFigure, type Look } from "../drawing/figure.ts";
import { glowOf } from "../drawing/glow.ts";
import { decay, easeOut, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillEllipse } from "../drawing/shapes.ts";
import { BEAM_LENGTH, MOVES, routineAt } from "./beam-routine.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

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
      const colour = faded(mixed("#1C7A8C", suit, 1 - age), 0.42 * (1 - age));
      ctx.globalAlpha = 1;
      drawAt(ctx, stamp * STAMP_S, { skin: colour, shirt: colour, shorts: colour, far: colour });
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
