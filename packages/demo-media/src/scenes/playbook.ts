import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { minutesText } from "@app/drawing/lettering";
import { CLAY, faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { decay, easeInOut, easeOut, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { type Camera, fillEllipse, fitCamera, glowOf, type Spot, squashAt, strokePlaces } from "../drawing/shapes.ts";
import { drawGridiron } from "./playbook-field.ts";
import { planPlay, type Route } from "./playbook-plan.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";

/** A play drawn on the field in chalk, then run, route by route, into the end zone. */
export const playbook: Scene = (shot) => {
  const u = unitPx(shot);
  const upright = isUpright(shot);
  const plan = planPlay(shot.seed, shot.lengthS);
  const area = actionArea(shot);
  const wide = upright ? 15.5 : 24.5;
  const camera = fitCamera({
    from: [0, upright ? -46 : -31, upright ? 34 : 21],
    at: [0, 12, 0],
    keep: [
      [-wide, -10, 0],
      [wide, -10, 0],
      [-wide, 34, upright ? 10 : 6],
      [wide, 34, 6],
    ],
    area: { x: 0, y: 30 * u, width: area.width, height: area.height - 16 * u },
  });
  const squash = squashAt(camera, 0, 8);
  const horizon = camera.see(0, 46).y;
  const flashes = flashesOf(shot.seed, { x: 0, y: 0, width: shot.widthPx, height: horizon });
  const [lime, white] = [glowOf(LIME), glowOf(TEXT)];

  function drawRoute(ctx: Ctx, route: Route, tS: number): void {
    const drawn = easeInOut(span(tS, route.drawS, route.drawS + 0.9));
    if (drawn <= 0) return;
    const fade = 1 - 0.6 * span(tS, plan.snapS, plan.snapS + 1.2);
    const places = Array.from({ length: 31 }, (_, step) => {
      const at = route.at((drawn * step) / 30);
      return [at.x, at.y, 0] as const;
    });
    const color = route.isTarget ? LIME : TEXT;
    ctx.lineCap = "round";
    ctx.lineJoin = "round";
    ctx.setLineDash(route.isBlock ? [] : [16 * u, 10 * u]);
    strokePlaces(ctx, camera, places, {
      widthPx: (route.isTarget ? 6.5 : 4.5) * u,
      color: faded(color, 0.85 * fade),
    });
    ctx.setLineDash([]);
    const [tip, before] = [route.at(drawn), route.at(Math.max(0, drawn - 0.04))];
    const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
    const arms = route.isBlock ? [angle + Math.PI / 2, angle - Math.PI / 2] : [angle + 2.5, angle - 2.5];
    for (const arm of arms)
      strokePlaces(
        ctx,
        camera,
        [
          [tip.x, tip.y, 0],
          [tip.x + Math.cos(arm) * 1.1, tip.y + Math.sin(arm) * 1.1, 0],
        ],
        { widthPx: 5.5 * u, color: faded(color, 0.9 * fade) },
      );
  }

  function drawMark(ctx: Ctx, spot: Spot, mark: { isOwn: boolean; lit: number }): void {
    const size = 1.05 * spot.pxPerM;
    fillEllipse(ctx, { x: spot.x, y: spot.y + 0.3 * spot.pxPerM }, [size * 1.05, size * squash * 1.05], "#00000066");
    lime(ctx, spot, size * 3.4, mark.lit);
    ctx.lineWidth = 0.36 * spot.pxPerM;
    ctx.lineCap = "round";
    ctx.strokeStyle = mark.isOwn ? (mark.lit > 0 ? LIME : TEXT) : CLAY;
    if (mark.isOwn) {
      ctx.fillStyle = faded(INK, 0.55);
      ctx.beginPath();
      ctx.ellipse(spot.x, spot.y, size * 0.86, size * squash * 0.86, 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.stroke();
      return;
    }
    for (const way of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(spot.x - size * 0.72, spot.y - way * size * squash * 0.72);
      ctx.lineTo(spot.x + size * 0.72, spot.y + way * size * squash * 0.72);
      ctx.stroke();
    }
  }

  function drawBall(ctx: Ctx, tS: number): void {
    const at = plan.ballAt(tS);
    for (let back = 12; back > 0; back--) {
      const past = plan.ballAt(tS - back * 0.025);
      const spot = camera.see(past.x, past.y, past.z + 1);
      fillEllipse(ctx, spot, [0.42 * spot.pxPerM, 0.3 * spot.pxPerM], faded("#FFD7A8", 0.22 - back * 0.016));
    }
    const [shade, spot] = [camera.see(at.x, at.y), camera.see(at.x, at.y, at.z + 1)];
    fillEllipse(ctx, shade, [0.5 * shade.pxPerM, 0.24 * shade.pxPerM], "#00000080");
    white(ctx, spot, 1.9 * spot.pxPerM, 0.5);
    ctx.save();
    ctx.translate(spot.x, spot.y);
    ctx.rotate(at.z > 0.5 ? -0.9 : 0.1);
    fillEllipse(ctx, { x: 0, y: 0 }, [0.62 * spot.pxPerM, 0.38 * spot.pxPerM], "#9A4B22");
    ctx.fillStyle = TEXT;
    ctx.fillRect(-0.26 * spot.pxPerM, -0.05 * spot.pxPerM, 0.52 * spot.pxPerM, 0.09 * spot.pxPerM);
    ctx.restore();
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { x: 0, y: 0, width: shot.widthPx, height: horizon + 8 * u }, randomOf(shot.seed), 8 * u);
      drawGridiron(ctx, camera, u);
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
        { x: 0.1, aimX: 0.34 },
        { x: 0.37, aimX: 0.45 },
        { x: 0.63, aimX: 0.55 },
        { x: 0.9, aimX: 0.66 },
      ]);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.75);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      for (const route of plan.routes) drawRoute(ctx, route, tS);
      const marks = [
        ...plan.routes.map((route) => ({
          isOwn: true,
          at: route.runnerAt(tS),
          lit: route.isTarget ? 0.35 + 0.35 * Math.sin(tS * 5) ** 2 : 0,
        })),
        ...plan.defenders.map((defender) => ({ isOwn: false, at: defender(tS), lit: 0 })),
      ].sort((a, b) => b.at.y - a.at.y);
      for (const mark of marks) drawMark(ctx, camera.see(mark.at.x, mark.at.y), mark);
      drawBall(ctx, tS);
      drawTouchdown(ctx, camera, tS);
    },
    board(tS) {
      const note =
        tS < plan.snapS
          ? `${plan.name} · routes on the board`
          : tS < plan.scoreS
            ? "3rd and goal from the 22"
            : "Touchdown, 22 yards";
      return { clock: tS < plan.scoreS ? minutesText(34 - Math.max(0, tS - plan.snapS)) : "6 – 0", note };
    },
    sounds: [
      ...plan.routes.map((route) => ({ kind: "tick" as const, atS: route.drawS, loudness: 0.4 })),
      { kind: "whistle", atS: plan.snapS - 0.2, loudness: 0.4 },
      { kind: "thud", atS: plan.throwS, loudness: 0.7 },
      { kind: "thud", atS: plan.catchS },
      { kind: "cheer", atS: plan.catchS + 0.3 },
    ],
  });

  function drawTouchdown(ctx: Ctx, field: Camera, tS: number): void {
    const since = tS - plan.scoreS;
    if (since < 0) return;
    const at = field.see(0, 6);
    const rise = easeOut(span(since, 0, 0.4));
    lime(ctx, { x: at.x, y: at.y - 40 * u }, 420 * u, 0.2 + 0.4 * decay(since, 0, 1.2));
    ctx.globalAlpha = rise;
    ctx.textAlign = "center";
    ctx.font = condensed((upright ? 132 : 168) * u);
    ctx.shadowColor = INK;
    ctx.shadowBlur = 26 * u;
    ctx.fillStyle = LIME;
    ctx.fillText("TOUCHDOWN", at.x, at.y + (1 - rise) * 40 * u);
    ctx.shadowBlur = 0;
    ctx.globalAlpha = 1;
  }
};
