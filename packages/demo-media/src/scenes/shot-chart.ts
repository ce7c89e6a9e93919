import { condensed, text } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { drawFigures, figuresWidth, minutesText } from "@app/drawing/lettering";
import { CLAY, faded, INK, LIME, MUTED, mixed, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { decay, lerp, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import {
  type Camera,
  fillDisc,
  fillEllipse,
  fillPlaces,
  fitCamera,
  glowOf,
  type Place,
  strokePlaces,
} from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";
import { drawBasket, drawHalfCourt, isThree, planShots, RIM, type Shooting } from "./shot-chart-court.ts";

const RADIUS_M = 0.47;

const MADE_M = 0.52;

const FLIGHT_S = 0.8;

/** Every shot of a night: each one flies, and the floor under it grows into a chart. */
export const shotChart: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const shots = planShots(shot.seed, shot.lengthS);
  const area = actionArea(shot);
  const camera = fitCamera({
    from: [0, upright ? -14 : -9.5, upright ? 19 : 11.5],
    at: [0, 7.4, 0],
    keep: [
      [-7.7, upright ? -0.5 : 1.4, 0],
      [7.7, upright ? -0.5 : 1.4, 0],
      [-7.7, 14, 4.4],
      [7.7, 14, 4.4],
    ],
    area: { x: 16 * u, y: 40 * u, width: area.width - 32 * u, height: area.height - 12 * u },
  });
  const stands = { x: 0, y: 0, width: shot.widthPx, height: camera.see(0, 16.2).y };
  const flashes = flashesOf(shot.seed, stands);
  const [limeGlow, ballGlow] = [glowOf(LIME), glowOf("#FF9A5C")];

  function drawFlight(ctx: Ctx, one: Shooting, tS: number): void {
    const share = span(tS, one.atS, one.atS + FLIGHT_S);
    const fade = share < 1 ? 1 : 1 - span(tS, one.atS + FLIGHT_S, one.atS + FLIGHT_S + 1.3);
    if (tS < one.atS || fade <= 0) return;
    const at = (moment: number) => {
      const miss = one.isMade ? 0 : 0.42 * moment * one.side;
      const height = lerp(2.2, RIM.z + 0.05, moment) + 4 * moment * (1 - moment) * one.liftM;
      return camera.see(lerp(one.x, RIM.x + miss, moment), lerp(one.y, RIM.y, moment), height);
    };
    ctx.lineCap = "round";
    ctx.strokeStyle = faded(one.isMade ? LIME : CLAY, 0.75 * fade);
    ctx.lineWidth = 3.5 * u;
    ctx.beginPath();
    for (let step = 0; step <= 24; step++) {
      const spot = at((share * step) / 24);
      ctx.lineTo(spot.x, spot.y);
    }
    ctx.stroke();
    if (share >= 1) return;
    const [ball, shade] = [at(share), camera.see(lerp(one.x, RIM.x, share), lerp(one.y, RIM.y, share))];
    fillEllipse(ctx, shade, [shade.pxPerM * 0.2, shade.pxPerM * 0.11], "#00000090");
    ballGlow(ctx, ball, ball.pxPerM * 0.6, 0.7);
    fillDisc(ctx, ball, ball.pxPerM * 0.2, "#F08A3C");
    ctx.strokeStyle = "#5A2A0C";
    ctx.lineWidth = 1.4 * u;
    ctx.beginPath();
    ctx.ellipse(ball.x, ball.y, ball.pxPerM * 0.2, ball.pxPerM * 0.07, share * 9, 0, Math.PI * 2);
    ctx.stroke();
  }

  function drawCount(
    ctx: Ctx,
    at: { x: number; align: "left" | "right" },
    label: string,
    shown: readonly Shooting[],
  ): void {
    const made = shown.filter((one) => one.isMade).length;
    const percent = shown.length ? String(Math.round((made / shown.length) * 100)) : "–";
    ctx.textAlign = at.align;
    ctx.font = text(19 * u, 600);
    ctx.fillStyle = MUTED;
    ctx.fillText(label, at.x, 62 * u);
    ctx.fillStyle = TEXT;
    ctx.font = condensed(92 * u);
    const figures = figuresWidth(ctx, percent);
    ctx.font = condensed(54 * u, 600);
    const sign = ctx.measureText("%").width;
    const x = at.align === "left" ? at.x : at.x - figures - sign - 4 * u;
    ctx.textAlign = "left";
    ctx.fillText("%", x + figures + 4 * u, 146 * u);
    ctx.font = condensed(92 * u);
    drawFigures(ctx, percent, x, 146 * u);
    ctx.font = condensed(34 * u, 600);
    ctx.fillStyle = LIME;
    ctx.textAlign = at.align;
    ctx.fillText(`${made} of ${shown.length}`, at.x, 188 * u);
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, stands, randomOf(shot.seed), 9 * u);
      drawHalfCourt(ctx, camera, u);
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
        { x: 0.3, aimX: 0.42 },
        { x: 0.7, aimX: 0.58 },
      ]);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.7);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      const next = shots.find((one) => one.atS > tS);
      if (next) {
        const spot = camera.see(next.x, next.y);
        const near = 1 - span(next.atS - tS, 0, 0.5);
        limeGlow(ctx, spot, spot.pxPerM * 1.1, 0.25 + 0.5 * near);
      }
      const cells = new Map<string, { x: number; y: number; made: number; missed: number; lit: number }>();
      for (const one of shots) {
        const landS = one.atS + FLIGHT_S;
        const cell = cells.get(one.cell) ?? { x: one.x, y: one.y, made: 0, missed: 0, lit: 0 };
        if (one.isMade) cell.made += span(tS, landS, landS + 0.35);
        else cell.missed += span(tS, landS, landS + 0.35);
        cell.lit = Math.max(cell.lit, decay(tS, landS, 0.9));
        cells.set(one.cell, cell);
      }
      const ordered = [...cells.values()].sort((a, b) => b.y - a.y);
      for (const cell of ordered.filter((one) => one.y > RIM.y - 0.6)) drawColumn(ctx, camera, cell, u);
      drawBasket(ctx, camera, u);
      const swish = Math.max(0, ...shots.filter((one) => one.isMade).map((one) => decay(tS, one.atS + FLIGHT_S, 0.6)));
      const rim = camera.see(RIM.x, RIM.y, RIM.z - 0.2);
      limeGlow(ctx, rim, rim.pxPerM * 1.6, swish);
      for (const cell of ordered.filter((one) => one.y <= RIM.y - 0.6)) drawColumn(ctx, camera, cell, u);
      for (const one of shots) drawFlight(ctx, one, tS);
      const landed = shots.filter((one) => tS >= one.atS + FLIGHT_S);
      drawCount(ctx, { x: 40 * u, align: "left" }, "FIELD GOALS", landed);
      drawCount(ctx, { x: shot.widthPx - 40 * u, align: "right" }, "THREES", landed.filter(isThree));
    },
    board(tS) {
      const landed = shots.filter((one) => tS >= one.atS + FLIGHT_S && one.isMade);
      const points = landed.reduce((sum, one) => sum + (isThree(one) ? 3 : 2), 0);
      const left = 12 * 60 * (1 - tS / shot.lengthS);
      return { clock: minutesText(left), note: `${points} points · fourth quarter` };
    },
    sounds: shots.flatMap((one) => [
      { kind: "thud" as const, atS: one.atS + FLIGHT_S + 0.45, loudness: 0.5 },
      ...(one.isMade
        ? [{ kind: "splash" as const, atS: one.atS + FLIGHT_S, loudness: 0.35 }]
        : [{ kind: "tick" as const, atS: one.atS + FLIGHT_S }]),
    ]),
  });
};

/** A hexagonal column, as high as the number of shots made there; a flat tile if there were none. */
function drawColumn(
  ctx: Ctx,
  camera: Camera,
  cell: { x: number; y: number; made: number; missed: number; lit: number },
  u: number,
): void {
  if (cell.made + cell.missed <= 0) return;
  const heightM = cell.made > 0 ? 0.06 + cell.made * MADE_M : 0;
  const color = cell.made > 0 ? mixed(LIME, TEXT, cell.lit * 0.6) : CLAY;
  const grown = Math.min(1, cell.made + cell.missed);
  const corner = (step: number, z: number): Place => {
    const angle = (step * Math.PI) / 3 + Math.PI / 6;
    return [cell.x + RADIUS_M * grown * Math.cos(angle), cell.y + RADIUS_M * grown * Math.sin(angle), z];
  };
  for (const [from, shade] of [
    [2, 0.55],
    [5, 0.4],
    [3, 0.62],
    [4, 0.48],
  ] as const) {
    if (heightM === 0) break;
    const side = [corner(from, 0), corner(from + 1, 0), corner(from + 1, heightM), corner(from, heightM)];
    fillPlaces(ctx, camera, side, faded(mixed("#0B0E12", color, shade), 0.94));
  }
  const top = Array.from({ length: 6 }, (_, step) => corner(step, heightM));
  fillPlaces(ctx, camera, top, heightM > 0 ? color : faded(CLAY, 0.28 + 0.3 * cell.lit));
  if (heightM === 0) strokePlaces(ctx, camera, [...top, corner(0, 0)], { widthPx: 2.2 * u, color: faded(CLAY, 0.9) });
}
