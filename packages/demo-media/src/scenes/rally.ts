import type { Ctx } from "@app/drawing/layer";
import { faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { drawStands, drawVignette } from "../drawing/arena.ts";
import { decay, easeOut, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import {
  fillDisc,
  fillEllipse,
  fitCamera,
  glowOf,
  type Place,
  type Spot,
  squashAt,
  strokeLine,
} from "../drawing/shapes.ts";
import { drawTennisCourt, type OnCourt, planRally, SURFACES } from "./rally-court.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

/** A tennis rally from above, on clay for odd seeds, where every bounce leaves a mark. */
export const rally: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const surface = shot.seed % 2 === 1 ? SURFACES.clay : SURFACES.hard;
  const plan = planRally(shot.seed, shot.lengthS);
  const area = actionArea(shot);
  const [halfX, halfY] = upright ? [6.2, 14.8] : [14.9, 6];
  const camera = fitCamera({
    from: [0, upright ? -26 : -17, upright ? 48 : 30],
    at: [0, 0, 0],
    keep: [
      [-halfX, -halfY, 0],
      [halfX, -halfY, 0],
      [-halfX, halfY, 0],
      [halfX, halfY, 0],
    ],
    area: { x: 10 * u, y: 44 * u, width: area.width - 20 * u, height: area.height - 54 * u },
  });
  const place = (at: OnCourt, z = 0): Place => (upright ? [-at.across, at.along, z] : [at.along, at.across, z]);
  const see = (at: OnCourt, z = 0): Spot => camera.see(...place(at, z));
  const squash = squashAt(camera, 0, 0);
  const ballGlow = glowOf(LIME);

  function drawMarks(ctx: Ctx, tS: number): void {
    for (const bounce of plan.bounces) {
      if (tS < bounce.atS) continue;
      const spot = see(bounce);
      fillEllipse(ctx, spot, [0.26 * spot.pxPerM, 0.2 * spot.pxPerM * squash], faded(surface.light, 0.85));
      const ring = span(tS, bounce.atS, bounce.atS + 0.7);
      if (ring >= 1) continue;
      ctx.strokeStyle = faded(TEXT, 0.8 * (1 - ring));
      ctx.lineWidth = 3 * u;
      ctx.beginPath();
      ctx.ellipse(
        spot.x,
        spot.y,
        easeOut(ring) * 1.3 * spot.pxPerM,
        easeOut(ring) * 1.3 * spot.pxPerM * squash,
        0,
        0,
        Math.PI * 2,
      );
      ctx.stroke();
    }
  }

  /** From above: shoulders, head, and a racquet that comes through at the moment of the hit. */
  function drawPlayer(ctx: Ctx, side: 0 | 1, tS: number): void {
    const at = plan.playerAt(side, tS);
    const [ground, body, head] = [see(at), see(at, 1.6), see(at, 2.2)];
    const m = body.pxPerM * 1.4;
    const faces = (side === 0 ? 0 : Math.PI) + (upright ? -Math.PI / 2 : 0);
    const swing = plan.swingAt(side, tS);
    fillEllipse(ctx, { x: ground.x + 0.25 * m, y: ground.y + 0.1 * m }, [0.8 * m, 0.42 * m], "#0B0E1280");
    ctx.strokeStyle = "#E4B694";
    ctx.lineCap = "round";
    for (const foot of [-1, 1]) {
      const stride = Math.sin(tS * 13 + side) * Math.min(1, plan.speedAt(side, tS) / 3) * foot * 0.35;
      ctx.lineWidth = 0.2 * m;
      ctx.beginPath();
      ctx.moveTo(body.x, body.y + 0.3 * m);
      ctx.lineTo(ground.x + foot * 0.24 * m + stride * m * 0.6, ground.y - 0.06 * m + (upright ? stride * m * 0.4 : 0));
      ctx.stroke();
      fillEllipse(
        ctx,
        { x: ground.x + foot * 0.24 * m + stride * m * 0.6, y: ground.y - 0.04 * m },
        [0.15 * m, 0.09 * m],
        TEXT,
      );
    }
    const shirt = side === 0 ? TEXT : INK;
    ctx.strokeStyle = shirt;
    ctx.lineWidth = 0.46 * m;
    ctx.beginPath();
    ctx.moveTo(body.x, body.y);
    ctx.lineTo(body.x, body.y + 0.42 * m);
    ctx.stroke();
    const turn = faces + (upright ? -1 : 1) * (1.9 - 3.1 * swing) * (plan.isForehandAt(side, tS) ? 1 : -1);
    const hand = { x: body.x + Math.cos(turn) * 0.62 * m, y: body.y + Math.sin(turn) * 0.42 * m };
    const tip = { x: body.x + Math.cos(turn) * 1.08 * m, y: body.y + Math.sin(turn) * 0.78 * m };
    ctx.strokeStyle = "#E4B694";
    ctx.lineWidth = 0.14 * m;
    ctx.beginPath();
    ctx.moveTo(body.x, body.y);
    ctx.lineTo(hand.x, hand.y);
    ctx.stroke();
    ctx.strokeStyle = "#0B0E12";
    ctx.lineWidth = 0.06 * m;
    ctx.beginPath();
    ctx.moveTo(hand.x, hand.y);
    ctx.lineTo(tip.x, tip.y);
    ctx.stroke();
    ctx.fillStyle = faded(TEXT, 0.35);
    ctx.beginPath();
    ctx.ellipse(
      tip.x + Math.cos(turn) * 0.14 * m,
      tip.y + Math.sin(turn) * 0.12 * m,
      0.27 * m,
      0.2 * m,
      turn,
      0,
      Math.PI * 2,
    );
    ctx.fill();
    ctx.stroke();
    fillDisc(ctx, head, 0.22 * m, side === 0 ? "#5B3A26" : "#D9B48A");
    fillEllipse(ctx, { x: head.x, y: head.y - 0.05 * m }, [0.23 * m, 0.16 * m], side === 0 ? "#1B1310" : TEXT);
  }

  function drawBall(ctx: Ctx, tS: number): void {
    const [at, z] = [plan.ballAt(tS), plan.heightAt(tS)];
    ctx.lineCap = "butt";
    for (let step = 16; step > 0; step--) {
      const [from, to] = [step, step - 1].map((back) =>
        see(plan.ballAt(tS - back * 0.014), plan.heightAt(tS - back * 0.014)),
      );
      if (!from || !to) continue;
      strokeLine(ctx, [from, to], to.pxPerM * 0.4 * (1 - step / 19), faded(LIME, 0.5 * (1 - step / 17)));
    }
    const [shade, ball] = [see(at), see(at, z)];
    fillEllipse(
      ctx,
      { x: shade.x + z * 0.2 * shade.pxPerM, y: shade.y },
      [0.24 * shade.pxPerM, 0.15 * shade.pxPerM],
      "#0B0E12A0",
    );
    ballGlow(ctx, ball, ball.pxPerM * 0.9, 0.75);
    fillDisc(ctx, ball, ball.pxPerM * 0.21, LIME);
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, randomOf(shot.seed), 13 * u);
      drawTennisCourt(ctx, camera, place, { surface, u });
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.55);
    },
    moving(ctx, tS) {
      drawMarks(ctx, tS);
      drawPlayer(ctx, upright ? 1 : 0, tS);
      drawPlayer(ctx, upright ? 0 : 1, tS);
      drawBall(ctx, tS);
      const hit = plan.hits.findLast((one) => one.atS <= tS);
      if (hit) ballGlow(ctx, see(hit, 1), 2.2 * camera.see(0, 0).pxPerM, decay(tS, hit.atS, 0.35) * 0.8);
    },
    board(tS) {
      const hit = plan.hits.findLast((one) => one.atS <= tS);
      const count = plan.hits.filter((one) => one.atS <= tS).length;
      const note =
        tS > plan.endS
          ? `Winner down the line after ${count} strokes`
          : `Rally of ${count} · last stroke ${hit?.kmh ?? 0} km/h`;
      return { clock: tS > plan.endS ? "GAME" : "40–30", note };
    },
    sounds: [
      ...plan.hits.map((hit) => ({ kind: "thud" as const, atS: hit.atS })),
      ...plan.bounces.map((bounce) => ({ kind: "tick" as const, atS: bounce.atS, loudness: 0.35 })),
      { kind: "cheer", atS: plan.endS },
    ],
  });
};
