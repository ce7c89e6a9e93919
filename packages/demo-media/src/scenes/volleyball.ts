import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, GOLD, INK, LIME, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawPool, drawStands, drawVignette, flashesOf } from "../drawing/arena.ts";
import { drawFigure, type Look } from "../drawing/figure.ts";
import { decay, easeOut, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { fillDisc, fillEllipse, fillPlaces, fitCamera, floorBox, glowOf, strokePlaces } from "../drawing/shapes.ts";
import { actionArea, isUpright, type Scene, takeOf, unitPx } from "./scene.ts";
import { NET_M, planSet, type Rallier } from "./volleyball-plan.ts";

/** Pass, set, spike: one attack after the other from the side of the court. */
export const volleyball: Scene = (shot) => {
  const u = unitPx(shot);
  const plan = planSet(shot.seed, shot.lengthS);
  const area = actionArea(shot);
  const half = isUpright(shot) ? 5.4 : 7.5;
  const camera = fitCamera({
    from: [0, -17, 4.6],
    at: [0, 4, 1.6],
    keep: [
      [-half, 0.6, 0],
      [half, 0.6, 0],
      [-half, 6, isUpright(shot) ? 8 : 5],
      [half, 6, 5],
    ],
    area: { ...area, y: 8 * u, height: area.height - 4 * u },
  });
  const horizon = camera.see(0, 15).y;
  const flashes = flashesOf(shot.seed, { x: 0, y: 0, width: shot.widthPx, height: horizon });
  const [lime, white] = [glowOf(LIME), glowOf(TEXT)];
  const looks: Record<Rallier["team"], Look> = {
    home: { skin: "#D79A6E", shirt: LIME, shorts: INK, far: "#8E6142" },
    guest: { skin: "#8A5537", shirt: CLAY, shorts: "#1B2430", far: "#5C3824" },
  };

  function drawPlayer(ctx: Ctx, player: Rallier, tS: number): void {
    const now = plan.playerAt(player, tS);
    const spot = camera.see(now.x, player.depthM);
    const heightPx = 2.1 * spot.pxPerM;
    fillEllipse(ctx, spot, [0.62 * spot.pxPerM, 0.12 * spot.pxPerM], `#000000${now.liftM > 0.1 ? "50" : "80"}`);
    const look = looks[player.team];
    drawFigure(
      ctx,
      now.pose,
      { x: spot.x, y: spot.y - (now.hip * 2.1 + now.liftM) * spot.pxPerM, heightPx, facing: now.facing },
      player.isLibero ? { ...look, shirt: TEXT } : look,
    );
  }

  function drawBall(ctx: Ctx, tS: number): void {
    for (let back = 22; back > 0; back--) {
      const past = plan.ballAt(tS - back * 0.03);
      const spot = camera.see(past.x, past.depthM, past.z);
      fillDisc(
        ctx,
        spot,
        spot.pxPerM * 0.055 * (1.3 - back / 30),
        faded(back < 9 && past.isSpike ? LIME : GOLD, 0.8 * (1 - back / 23)),
      );
    }
    const now = plan.ballAt(tS);
    const [ball, shade] = [camera.see(now.x, now.depthM, now.z), camera.see(now.x, now.depthM)];
    fillEllipse(ctx, shade, [0.22 * shade.pxPerM, 0.06 * shade.pxPerM], "#00000090");
    white(ctx, ball, ball.pxPerM * 0.75, 0.55);
    const r = 0.2 * ball.pxPerM;
    fillDisc(ctx, ball, r, "#FFF6DA");
    ctx.strokeStyle = "#2E6FA8";
    ctx.lineWidth = r * 0.2;
    for (const turn of [0, 2.1, 4.2]) {
      ctx.beginPath();
      ctx.arc(
        ball.x + Math.cos(turn + tS * 5) * r * 0.75,
        ball.y + Math.sin(turn + tS * 5) * r * 0.75,
        r * 0.6,
        turn + tS * 5 + 2,
        turn + tS * 5 + 4.3,
      );
      ctx.stroke();
    }
  }

  return takeOf(shot, {
    still(ctx) {
      ctx.fillStyle = INK;
      ctx.fillRect(0, 0, shot.widthPx, shot.heightPx);
      drawStands(ctx, { x: 0, y: 0, width: shot.widthPx, height: horizon + 6 * u }, randomOf(shot.seed), 10 * u);
      fillPlaces(
        ctx,
        camera,
        [
          [-60, 15, 0],
          [60, 15, 0],
          [60, 15, 0.9],
          [-60, 15, 0.9],
        ],
        "#0A0E12",
      );
      strokePlaces(
        ctx,
        camera,
        [
          [-60, 15, 0.9],
          [60, 15, 0.9],
        ],
        { widthPx: 3 * u, color: LIME },
      );
      fillPlaces(ctx, camera, floorBox(-60, -8, 60, 15), "#12293B");
      fillPlaces(ctx, camera, floorBox(-9, 0, 9, 9), "#B4683A");
      fillPlaces(ctx, camera, floorBox(-3, 0, 3, 9), "#A35A30");
      const middle = camera.see(0, 3.5);
      drawPool(ctx, { x: middle.x, y: middle.y, wide: middle.pxPerM * 9, high: middle.pxPerM * 3.4 }, 0.9);
      strokePlaces(ctx, camera, [...floorBox(-9, 0, 9, 9), [-9, 0, 0]], { widthPx: 4 * u, color: TEXT });
      for (const x of [-3, 0, 3])
        strokePlaces(
          ctx,
          camera,
          [
            [x, 0, 0],
            [x, 9, 0],
          ],
          { widthPx: 3.4 * u, color: TEXT },
        );
      drawFloodlights(ctx, { x: 0, y: 0, width: shot.widthPx, height: shot.heightPx }, [
        { x: 0.18, aimX: 0.34 },
        { x: 0.5, aimX: 0.5 },
        { x: 0.82, aimX: 0.66 },
      ]);
      drawVignette(ctx, shot.widthPx, shot.heightPx, 0.65);
    },
    moving(ctx, tS) {
      flashes(ctx, tS);
      for (const player of plan.players.filter((one) => one.depthM >= 4.5)) drawPlayer(ctx, player, tS);
      drawNet(ctx, tS);
      for (const player of plan.players.filter((one) => one.depthM < 4.5)) drawPlayer(ctx, player, tS);
      for (const hit of plan.landings) {
        const since = span(tS, hit.atS, hit.atS + 0.9);
        if (since <= 0 || since >= 1) continue;
        const spot = camera.see(hit.x, hit.depthM);
        lime(ctx, spot, 2.4 * spot.pxPerM, decay(tS, hit.atS, 0.7));
        ctx.strokeStyle = faded(LIME, 0.9 * (1 - since));
        ctx.lineWidth = 4 * u;
        ctx.beginPath();
        ctx.ellipse(
          spot.x,
          spot.y,
          easeOut(since) * 2.2 * spot.pxPerM,
          easeOut(since) * 0.5 * spot.pxPerM,
          0,
          0,
          Math.PI * 2,
        );
        ctx.stroke();
      }
      drawBall(ctx, tS);
    },
    board(tS) {
      const [home, guest] = plan.scoreAt(tS);
      return { clock: `${home}–${guest}`, note: `Fifth set · ${plan.phaseAt(tS)}` };
    },
    sounds: [
      ...plan.touches.map((atS) => ({ kind: "thud" as const, atS, loudness: 0.6 })),
      ...plan.landings.flatMap((hit) => [
        { kind: "thud" as const, atS: hit.atS },
        { kind: "whistle" as const, atS: hit.atS + 0.35, loudness: 0.4 },
        { kind: "cheer" as const, atS: hit.atS, loudness: 0.6 },
      ]),
    ],
  });

  function drawNet(ctx: Ctx, tS: number): void {
    const shake = 0.06 * Math.sin(tS * 30) * Math.max(0, ...plan.landings.map((hit) => decay(tS, hit.atS - 0.25, 0.5)));
    for (let cord = 0; cord <= 10; cord++) {
      const z = 1.43 + cord * 0.1;
      strokePlaces(
        ctx,
        camera,
        [
          [shake, 0, z],
          [shake, 9, z],
        ],
        { widthPx: 1.4 * u, color: "#FFFFFF58" },
      );
    }
    for (let cord = 0; cord <= 45; cord++)
      strokePlaces(
        ctx,
        camera,
        [
          [shake, cord * 0.2, 1.43],
          [shake, cord * 0.2, NET_M],
        ],
        { widthPx: 1.1 * u, color: "#FFFFFF40" },
      );
    strokePlaces(
      ctx,
      camera,
      [
        [shake, 0, NET_M],
        [shake, 9, NET_M],
      ],
      { widthPx: 6 * u, color: TEXT },
    );
    for (const depth of [9.6, -0.6])
      strokePlaces(
        ctx,
        camera,
        [
          [0, depth, 0],
          [0, depth, NET_M + 0.1],
        ],
        { widthPx: 9 * u, color: depth < 0 ? LIME : "#5A6B10" },
      );
    for (const depth of [9, 0])
      strokePlaces(
        ctx,
        camera,
        [
          [0, depth, 1.43],
          [0, depth, 3.2],
        ],
        { widthPx: 4 * u, color: CLAY },
      );
  }
};
