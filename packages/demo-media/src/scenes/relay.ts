import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { clockText } from "@app/drawing/lettering";
import { CLAY, faded, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { drawFigure, jointsOf, type Look, running, standing } from "../drawing/figure.ts";
import { decay, easeInOut, lerp, span } from "../drawing/motion.ts";
import { randomOf, wander } from "../drawing/random.ts";
import { fillEllipse, fillPlaces, fitCamera, floorBox, glowOf, strokePlaces } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

const SPEED_M_S = 9.6;
const LANE_M = 1.3;
const SHIRTS = [SKY, CLAY, LIME, TEXT] as const;
const LANES = SHIRTS.length;
const OUTER_M = LANES * LANE_M;
/** Each lane's offset from the center, in halves of the picture, so that nobody hides another runner. */
const LEADS = [0.42, -0.38, 0.12, -0.16] as const;
const SKINS = ["#8D5A3B", "#E2B08C", "#6B412B", "#C98F68", "#F0C6A5"] as const;

/** A relay from a camera that moves along: five lanes, each with a baton exchange. */
export const relay: Scene = (shot) => {
  const u = unitPx(shot);
  const random = randomOf(shot.seed);
  const halfM = isUpright(shot) ? 2.7 : 5.6;
  const area = actionArea(shot);
  const camera = fitCamera({
    from: [0, -8.5, 4.3],
    at: [0, 3, 1],
    keep: [
      [-halfM, -0.4, 0],
      [halfM, -0.4, 0],
      [-halfM, OUTER_M, isUpright(shot) ? 8 : 3.6],
      [halfM, OUTER_M, 3],
    ],
    area,
  });
  const horizon = camera.see(0, OUTER_M + 2.4, 0).y;
  const crowdPxPerS = SPEED_M_S * camera.see(0, 30).pxPerM;
  const crowdPx = Math.ceil(shot.widthPx + crowdPxPerS * (shot.lengthS + 1));
  const crowd = layer(crowdPx, horizon, (ctx) =>
    drawStands(ctx, { x: 0, y: 0, width: crowdPx, height: horizon }, random, 11 * u),
  );
  const lights = layer(shot.widthPx, horizon, (ctx) =>
    drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
      { x: 0.15, aimX: 0.3 },
      { x: 0.5, aimX: 0.5 },
      { x: 0.85, aimX: 0.7 },
    ]),
  );
  const flashes = flashesOf(shot.seed, { x: 0, y: 0, width: shot.widthPx, height: horizon * 0.9 });
  const glow = glowOf(LIME);
  const lanes = SHIRTS.map((shirt, lane) => ({
    shirt,
    y: (LANES - 1 - lane) * LANE_M + LANE_M / 2,
    handS: shot.lengthS * 0.5 + random.between(-0.16, 0.16) * shot.lengthS * 0.5,
    lead: (LEADS[lane] ?? 0) * halfM + random.between(-0.3, 0.3),
    seed: shot.seed + lane * 13,
    skins: [random.pick(SKINS), random.pick(SKINS)] as const,
  }));
  type Lane = (typeof lanes)[number];

  function xOf(lane: Lane, tS: number): number {
    return lane.lead + wander(lane.seed, tS * 0.35) * 0.9;
  }

  function drawRunner(
    ctx: Ctx,
    lane: Lane,
    runner: { x: number; tS: number; hasBaton: boolean; skin: string; effort: number },
  ): void {
    const spot = camera.see(runner.x, lane.y);
    if (spot.x < -spot.pxPerM * 2 || spot.x > shot.widthPx + spot.pxPerM * 2) return;
    const heightPx = 1.95 * spot.pxPerM;
    const pose = running(runner.tS * 2.15 * runner.effort + lane.seed * 0.37);
    const bounce = Math.abs(Math.sin((runner.tS * 2.15 * runner.effort + lane.seed * 0.37) * Math.PI * 2)) * 0.035;
    const hipY = spot.y - (Math.max(0.43, standing(pose) - 0.02) + bounce) * heightPx;
    fillEllipse(ctx, spot, [0.62 * spot.pxPerM, 0.13 * spot.pxPerM], "#00000080");
    const look: Look = { skin: runner.skin, shirt: lane.shirt, shorts: INK, far: mixed(INK, runner.skin, 0.55) };
    drawFigure(ctx, pose, { x: spot.x, y: hipY, heightPx, facing: 1 }, look);
    if (!runner.hasBaton) return;
    const hand = jointsOf(pose).hands[0];
    const [x, y] = [spot.x + hand.x * heightPx, hipY + hand.y * heightPx];
    glow(ctx, { x, y }, 0.42 * spot.pxPerM, 0.8);
    ctx.strokeStyle = lane.shirt === LIME ? TEXT : LIME;
    ctx.lineWidth = 0.055 * spot.pxPerM;
    ctx.lineCap = "round";
    ctx.beginPath();
    ctx.moveTo(x - 0.04 * spot.pxPerM, y + 0.14 * spot.pxPerM);
    ctx.lineTo(x + 0.06 * spot.pxPerM, y - 0.16 * spot.pxPerM);
    ctx.stroke();
  }

  function drawLane(ctx: Ctx, lane: Lane, tS: number): void {
    const x = xOf(lane, tS);
    const gone = span(tS, lane.handS, lane.handS + 2.6);
    const waiting = span(tS, lane.handS - 2.2, lane.handS);
    if (gone < 1)
      drawRunner(ctx, lane, {
        x: tS < lane.handS ? x - 0.55 : x - 0.55 - easeInOut(gone) * halfM * 2.6,
        tS,
        hasBaton: tS < lane.handS,
        skin: lane.skins[0],
        effort: lerp(1, 0.55, gone),
      });
    if (waiting > 0)
      drawRunner(ctx, lane, {
        x: lerp(halfM * 2.4, x + 0.6 - 0.6 * easeInOut(gone), 1 - (1 - waiting) ** 1.6),
        tS: tS + 0.23,
        hasBaton: tS >= lane.handS,
        skin: lane.skins[1],
        effort: lerp(0.62, 1, waiting),
      });
    const spot = camera.see(x, lane.y, 1.1);
    glow(ctx, spot, spot.pxPerM * 2.2, decay(tS, lane.handS, 0.7));
  }

  function drawGround(ctx: Ctx, tS: number): void {
    const wrap = (tS * SPEED_M_S) % 10;
    for (let mark = -3; mark <= 3; mark++) {
      const x = mark * 10 - wrap;
      const meters = Math.round((tS * SPEED_M_S - wrap) / 10) * 10 + mark * 10 + 100;
      strokePlaces(
        ctx,
        camera,
        [
          [x, 0, 0],
          [x, OUTER_M, 0],
        ],
        { widthPx: 3 * u, color: faded(TEXT, 0.5) },
      );
      fillPlaces(ctx, camera, floorBox(x + 4, OUTER_M + 0.3, x + 5.6, OUTER_M + 0.8), faded(LIME, 0.3));
      const sign = camera.see(x, OUTER_M + 1.4, 0.5);
      ctx.font = condensed(0.62 * sign.pxPerM);
      ctx.fillStyle = LIME;
      ctx.textAlign = "center";
      ctx.fillText(`${meters} M`, sign.x, sign.y + 0.22 * sign.pxPerM);
    }
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      fillPlaces(ctx, camera, floorBox(-60, -6, 60, OUTER_M + 2.4), "#17452F");
      fillPlaces(ctx, camera, floorBox(-60, -0.5, 60, OUTER_M + 0.15), "#A8452A");
      for (let lane = 0; lane < LANES; lane++)
        fillPlaces(
          ctx,
          camera,
          floorBox(-60, lane * LANE_M, 60, (lane + 1) * LANE_M),
          lane % 2 ? "#B54C2F" : "#A9462B",
        );
      for (let line = 0; line <= LANES; line++)
        strokePlaces(
          ctx,
          camera,
          [
            [-60, line * LANE_M, 0],
            [60, line * LANE_M, 0],
          ],
          { widthPx: (4.6 - line * 0.5) * u, color: "#FFE9DFD8" },
        );
      const light = ctx.createLinearGradient(0, horizon, 0, shot.heightPx);
      light.addColorStop(0, "#0B0E1288");
      light.addColorStop(0.25, "#0B0E1200");
      light.addColorStop(1, "#0B0E1266");
      ctx.fillStyle = light;
      ctx.fillRect(0, horizon, shot.widthPx, shot.heightPx - horizon);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.6);
    },
    moving(ctx, tS) {
      ctx.drawImage(crowd, -Math.round(tS * crowdPxPerS), 0);
      ctx.drawImage(lights, 0, 0);
      flashes(ctx, tS);
      ctx.fillStyle = "#0A0E12";
      const [top, bottom] = [camera.see(0, OUTER_M + 1.4, 1).y, camera.see(0, OUTER_M + 1.4, 0).y];
      ctx.fillRect(0, top, shot.widthPx, bottom - top);
      ctx.fillStyle = LIME;
      ctx.fillRect(0, top - 3 * u, shot.widthPx, 3 * u);
      drawGround(ctx, tS);
      for (const lane of lanes) drawLane(ctx, lane, tS);
    },
    board(tS) {
      const handed = lanes.filter((lane) => tS >= lane.handS).length;
      const note =
        handed === 0
          ? "Third leg into the exchange zone"
          : handed < LANES
            ? `${handed} of ${LANES} batons passed`
            : "Last leg · everybody clean";
      return { clock: clockText(24.6 + tS, 1).slice(2), note };
    },
    sounds: lanes.flatMap((lane) => [
      { kind: "tick" as const, atS: lane.handS },
      { kind: "cheer" as const, atS: lane.handS - 0.3, loudness: 0.35 },
    ]),
  });
};
