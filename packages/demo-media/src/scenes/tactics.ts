import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { minutesText } from "@app/drawing/lettering";
import { CLAY, faded, INK, LIME, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawPool, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { decay, easeOut, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillEllipse, fitCamera, glowOf, type Place, type Spot, squashAt } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";
import { drawPitch, HALF_LENGTH_M, HALF_WIDTH_M, type OnPitch, planAttack } from "./tactics-plan.ts";

const DISC_M = 2.6;

/** An attack on the tactics board, pass by pass, until the ball is in the net. */
export const tactics: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const plan = planAttack(shot.seed, shot.lengthS);
  const area = actionArea(shot);
  const place = (at: OnPitch, z = 0): Place => (upright ? [at.across, at.along, z] : [at.along, -at.across, z]);
  const [halfX, halfY] = upright ? [HALF_WIDTH_M, HALF_LENGTH_M] : [HALF_LENGTH_M, HALF_WIDTH_M];
  const topPx = (upright ? 190 : 118) * u;
  const camera = fitCamera({
    from: [0, upright ? -120 : -96, upright ? 190 : 96],
    at: [0, 0, 0],
    keep: [
      [-halfX, -halfY, 0],
      [halfX, -halfY, 0],
      [-halfX, halfY, 0],
      [halfX, halfY, 0],
    ],
    // The near corners, where nothing happens, may lie under the scoreboard.
    area: { x: 10 * u, y: topPx, width: area.width - 20 * u, height: area.height + (upright ? 0 : 74 * u) - topPx },
  });
  const see = (at: OnPitch, z = 0): Spot => camera.see(...place(at, z));
  const horizon = camera.see(0, halfY + 5).y;
  const stands = { x: 0, y: 0, width: shot.widthPx, height: horizon };
  const flashes = flashesOf(shot.seed, stands);
  const [limeGlow, whiteGlow] = [glowOf(LIME), glowOf(TEXT)];
  const rivals = shot.seed % 2 === 0 ? CLAY : SKY;
  const goalAtS = plan.goalAtS;

  function drawPasses(ctx: Ctx, tS: number): void {
    for (const pass of plan.passes) {
      const age = tS - pass.fromS;
      if (age < 0 || age > 3.4) continue;
      const [from, to] = [see(plan.playerAt("own", pass.from, pass.fromS)), see(plan.ballAt(Math.min(tS, pass.toS)))];
      ctx.strokeStyle = faded(LIME, 0.8 * (1 - age / 3.4));
      ctx.lineWidth = 3.5 * u;
      ctx.setLineDash([12 * u, 9 * u]);
      ctx.beginPath();
      ctx.moveTo(from.x, from.y);
      ctx.lineTo(to.x, to.y);
      ctx.stroke();
    }
    ctx.setLineDash([]);
  }

  function drawPlayer(ctx: Ctx, spot: Spot, squash: number, look: { fill: string; number: number }): void {
    const [wide, high, thick] = [DISC_M * spot.pxPerM, DISC_M * spot.pxPerM * squash, 0.55 * spot.pxPerM];
    fillEllipse(ctx, { x: spot.x, y: spot.y + thick * 1.6 }, [wide * 1.16, high * 1.16], "#00000070");
    fillEllipse(ctx, { x: spot.x, y: spot.y + thick }, [wide, high], faded(INK, 0.9));
    fillEllipse(ctx, spot, [wide, high], look.fill);
    ctx.fillStyle = INK;
    ctx.font = condensed(wide * 1.05);
    ctx.fillText(String(look.number), spot.x, spot.y + wide * 0.36);
  }

  function drawBall(ctx: Ctx, tS: number): void {
    for (let step = 10; step > 0; step--) {
      const past = see(plan.ballAt(tS - step * 0.022), plan.ballHeightAt(tS - step * 0.022) + 0.4);
      fillEllipse(
        ctx,
        past,
        [past.pxPerM * (1 - step * 0.07), past.pxPerM * (1 - step * 0.07)],
        faded(TEXT, 0.28 - step * 0.025),
      );
    }
    const at = plan.ballAt(tS);
    const [shade, ball] = [see(at), see(at, plan.ballHeightAt(tS) + 0.5)];
    fillEllipse(ctx, shade, [shade.pxPerM * 0.9, shade.pxPerM * 0.5], "#00000080");
    whiteGlow(ctx, ball, ball.pxPerM * 4.5, 0.55);
    fillEllipse(ctx, ball, [ball.pxPerM * 0.95, ball.pxPerM * 0.95], TEXT);
  }

  function drawGoal(ctx: Ctx, tS: number): void {
    const since = tS - goalAtS;
    if (since < 0) return;
    const net = see({ along: HALF_LENGTH_M, across: plan.goalAcross }, 1);
    limeGlow(ctx, net, 190 * u, 0.35 + 0.65 * decay(tS, goalAtS, 1.4));
    for (let ring = 0; ring < 3; ring++) {
      const grown = span(since, ring * 0.22, 1.2 + ring * 0.22);
      ctx.strokeStyle = faded(LIME, 0.8 * (1 - grown));
      ctx.lineWidth = 4 * u;
      ctx.beginPath();
      ctx.ellipse(net.x, net.y, 150 * u * easeOut(grown), 80 * u * easeOut(grown), 0, 0, Math.PI * 2);
      ctx.stroke();
    }
    const rise = easeOut(span(since, 0.1, 0.5));
    const middle = see({ along: 0, across: 0 });
    ctx.globalAlpha = rise;
    ctx.font = condensed(190 * u);
    ctx.fillStyle = LIME;
    ctx.shadowColor = INK;
    ctx.shadowBlur = 30 * u;
    ctx.fillText("GOAL", middle.x, middle.y + 60 * u + (1 - rise) * 40 * u);
    ctx.shadowBlur = 0;
    ctx.globalAlpha = 1;
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { ...stands, height: stands.height + 4 }, randomOf(shot.seed), 8 * u);
      drawPitch(ctx, camera, place, u);
      const middle = camera.see(0, 0);
      drawPool(ctx, { x: middle.x, y: middle.y, wide: halfX * middle.pxPerM, high: halfY * middle.pxPerM * 0.9 }, 0.7);
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
        { x: 0.12, aimX: 0.34 },
        { x: 0.38, aimX: 0.45 },
        { x: 0.62, aimX: 0.55 },
        { x: 0.88, aimX: 0.66 },
      ]);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.8);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      ctx.textAlign = "center";
      drawPasses(ctx, tS);
      const squash = squashAt(camera, 0, 0);
      const carrier = plan.carrierAt(tS);
      const people = (["other", "own"] as const).flatMap((team) =>
        plan.numbers.map((number, player) => ({ team, player, number, spot: see(plan.playerAt(team, player, tS)) })),
      );
      for (const { team, player, number, spot } of people.sort((a, b) => a.spot.y - b.spot.y)) {
        const isCarrier = team === "own" && player === carrier;
        if (isCarrier) limeGlow(ctx, spot, spot.pxPerM * (7 + Math.sin(tS * 7)), 0.6);
        drawPlayer(ctx, spot, squash, { fill: team === "own" ? LIME : rivals, number });
      }
      drawBall(ctx, tS);
      drawGoal(ctx, tS);
    },
    board(tS) {
      const made = plan.passes.filter((pass) => pass.toS <= tS).length;
      const chance = (0.04 + 0.5 * span(tS, 0, goalAtS) ** 2).toFixed(2);
      if (tS >= goalAtS)
        return { clock: "1 – 0", note: `Goal after ${plan.passes.length} passes · expected goals ${chance}` };
      return { clock: minutesText(tS + plan.startS), note: `${made} passes · expected goals ${chance}` };
    },
    sounds: [
      ...plan.passes.map((pass) => ({ kind: "thud" as const, atS: pass.fromS, loudness: 0.5 })),
      { kind: "thud", atS: plan.shotAtS },
      { kind: "cheer", atS: goalAtS },
      { kind: "whistle", atS: goalAtS + 0.7, loudness: 0.6 },
    ],
  });
};
