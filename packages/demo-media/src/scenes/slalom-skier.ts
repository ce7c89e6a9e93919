import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { CLAY, INK, LIME, TEXT } from "@app/drawing/palette";
import type { Spot } from "../drawing/camera.ts";
import { fillDisc, strokeLine } from "../drawing/shapes.ts";

/** A skier from behind. `lean` is -1 to 1; `heading` is the slope of the path. */
export function drawSkier(ctx: Ctx, spot: Spot, skier: { lean: number; heading: number; tS: number }): void {
  const m = spot.pxPerM;
  const tilt = skier.lean * 0.72;
  ctx.fillStyle = "#2A4A6480";
  ctx.beginPath();
  ctx.ellipse(spot.x, spot.y, 0.62 * m, 0.13 * m, 0, 0, Math.PI * 2);
  ctx.fill();
  ctx.save();
  ctx.translate(spot.x, spot.y);
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
  // The body is drawn upright around its feet and then laid into the turn; the skis stay on the snow.
  const up = (x: number, y: number): { x: number; y: number } => ({
    x: (x * Math.cos(tilt) + y * Math.sin(tilt)) * m,
    y: (x * Math.sin(tilt) * 0.4 - y * Math.cos(tilt)) * m,
  });
  for (const side of [-1, 1]) {
    const x = side * 0.17 * m;
    strokeLine(
      ctx,
      [
        { x: x - skier.heading * 0.5 * m, y: 0.2 * m },
        { x: x + skier.heading * 0.55 * m, y: -0.2 * m },
      ],
      0.1 * m,
      side < 0 ? CLAY : "#E6532A",
    );
  }
  const crouch = 0.1 * Math.abs(skier.lean);
  const hip = up(-skier.lean * 0.08, 0.62 - crouch);
  for (const side of [-1, 1]) {
    const inner = side === Math.sign(skier.lean) ? Math.abs(skier.lean) : 0;
    const foot = { x: side * 0.17 * m, y: 0 };
    const knee = up(side * (0.2 + 0.06 * inner), 0.34 - 0.05 * inner);
    strokeLine(ctx, [foot, knee, hip], 0.17 * m, INK);
    strokeLine(ctx, [foot, { x: (foot.x + knee.x) / 2, y: (foot.y + knee.y) / 2 }], 0.18 * m, "#2A323B");
    strokeLine(
      ctx,
      [
        { x: (foot.x + knee.x) / 2 + side * 0.05 * m, y: (foot.y + knee.y) / 2 },
        { x: knee.x + side * 0.05 * m, y: knee.y },
      ],
      0.035 * m,
      LIME,
    );
  }
  const chest = up(-skier.lean * 0.2, 1.04 - crouch);
  strokeLine(ctx, [hip, chest], 0.36 * m, LIME);
  strokeLine(
    ctx,
    [
      { x: hip.x, y: hip.y },
      { x: hip.x, y: hip.y + 0.02 * m },
    ],
    0.36 * m,
    INK,
  );
  for (const side of [-1, 1]) {
    const shoulder = { x: chest.x + side * 0.16 * m, y: chest.y };
    const elbow = up(side * 0.46 - skier.lean * 0.1, 0.86 - crouch);
    const hand = up(side * 0.52 - skier.lean * 0.16, 0.72 - crouch + 0.05 * Math.sin(skier.tS * 8 + side));
    strokeLine(ctx, [shoulder, elbow, hand], 0.13 * m, LIME);
    fillDisc(ctx, hand, 0.08 * m, INK);
    strokeLine(ctx, [hand, { x: hand.x + side * 0.22 * m, y: hand.y + 0.55 * m }], 0.03 * m, "#39444F");
  }
  ctx.fillStyle = INK;
  ctx.font = condensed(0.24 * m);
  ctx.textAlign = "center";
  ctx.fillText("7", (hip.x + chest.x) / 2, (hip.y + chest.y) / 2 + 0.04 * m);
  const head = up(-skier.lean * 0.22, 1.34 - crouch);
  fillDisc(ctx, head, 0.17 * m, TEXT);
  strokeLine(
    ctx,
    [
      { x: head.x - 0.16 * m, y: head.y + 0.03 * m },
      { x: head.x + 0.16 * m, y: head.y + 0.03 * m },
    ],
    0.05 * m,
    INK,
  );
  ctx.restore();
}
