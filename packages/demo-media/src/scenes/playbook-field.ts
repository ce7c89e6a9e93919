import { BRAND } from "@app/contract/brand";
import { condensed } from "@app/drawing/fonts";
import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, LIME, TEXT } from "@app/drawing/palette";
import { type Camera, fillPlaces, floorBox, strokePlaces } from "../drawing/shapes.ts";

const GOAL_LINE = 22;
const HALF_WIDTH = 26.6;

/** Yards; the line of scrimmage at y 0. */
export function drawGridiron(ctx: Ctx, camera: Camera, u: number): void {
  fillPlaces(ctx, camera, floorBox(-60, -16, 60, 46), "#0A1813");
  for (let stripe = -4; stripe < 5; stripe++) {
    const from = -3 + stripe * 5;
    fillPlaces(
      ctx,
      camera,
      floorBox(-HALF_WIDTH, Math.max(-16, from), HALF_WIDTH, Math.min(GOAL_LINE, from + 5)),
      stripe % 2 ? "#17452F" : "#133B29",
    );
  }
  fillPlaces(ctx, camera, floorBox(-HALF_WIDTH, GOAL_LINE, HALF_WIDTH, 32), "#1F2A10");
  fillPlaces(ctx, camera, floorBox(-HALF_WIDTH, GOAL_LINE, HALF_WIDTH, 32), faded(LIME, 0.1));
  layText(ctx, camera, { words: BRAND.name.toUpperCase(), x: 0, y: 24, sizeM: 7.4, color: faded(LIME, 0.75) });
  for (let yard = -13; yard <= GOAL_LINE; yard += 5) {
    strokePlaces(
      ctx,
      camera,
      [
        [-HALF_WIDTH, yard, 0],
        [HALF_WIDTH, yard, 0],
      ],
      { widthPx: 2.6 * u, color: faded(TEXT, 0.75) },
    );
    const number = GOAL_LINE - yard;
    if (number % 10 !== 0 || number === 0) continue;
    for (const side of [-1, 1])
      layText(ctx, camera, {
        words: `${number / 10} 0`,
        x: side * 17.5,
        y: yard - 1,
        sizeM: 4.2,
        color: faded(TEXT, 0.8),
      });
  }
  for (let yard = -13; yard < GOAL_LINE; yard++) {
    for (const x of [-3.1, 3.1, -25.6, 25.6])
      strokePlaces(
        ctx,
        camera,
        [
          [x - 0.35, yard, 0],
          [x + 0.35, yard, 0],
        ],
        { widthPx: 2 * u, color: faded(TEXT, 0.55) },
      );
  }
  strokePlaces(
    ctx,
    camera,
    [
      [-HALF_WIDTH, -16, 0],
      [-HALF_WIDTH, 32, 0],
      [HALF_WIDTH, 32, 0],
      [HALF_WIDTH, -16, 0],
    ],
    { widthPx: 5 * u, color: TEXT },
  );
  strokePlaces(
    ctx,
    camera,
    [
      [-HALF_WIDTH, GOAL_LINE, 0],
      [HALF_WIDTH, GOAL_LINE, 0],
    ],
    { widthPx: 6 * u, color: TEXT },
  );
  strokePlaces(
    ctx,
    camera,
    [
      [-HALF_WIDTH, 0, 0],
      [HALF_WIDTH, 0, 0],
    ],
    { widthPx: 4 * u, color: "#5CC8FFD0" },
  );
  for (const x of [-HALF_WIDTH, HALF_WIDTH])
    strokePlaces(
      ctx,
      camera,
      [
        [x, GOAL_LINE, 0],
        [x, GOAL_LINE, 1.4],
      ],
      { widthPx: 8 * u, color: CLAY },
    );
  strokePlaces(
    ctx,
    camera,
    [
      [0, 32, 0],
      [0, 32, 3.4],
    ],
    { widthPx: 7 * u, color: "#FFC83D" },
  );
  strokePlaces(
    ctx,
    camera,
    [
      [-3.1, 32, 10],
      [-3.1, 32, 3.4],
      [3.1, 32, 3.4],
      [3.1, 32, 10],
    ],
    { widthPx: 6 * u, color: "#FFC83D" },
  );
}

/** Text painted on the ground, readable from the camera. */
function layText(
  ctx: Ctx,
  camera: Camera,
  paint: { words: string; x: number; y: number; sizeM: number; color: string },
): void {
  const [origin, right, ahead] = [
    camera.see(paint.x, paint.y),
    camera.see(paint.x + 1, paint.y),
    camera.see(paint.x, paint.y + 1),
  ];
  ctx.save();
  ctx.transform(
    right.x - origin.x,
    right.y - origin.y,
    -(ahead.x - origin.x),
    -(ahead.y - origin.y),
    origin.x,
    origin.y,
  );
  ctx.scale(paint.sizeM / 140, paint.sizeM / 100);
  ctx.font = condensed(100);
  ctx.textAlign = "center";
  ctx.fillStyle = paint.color;
  ctx.fillText(paint.words, 0, 0);
  ctx.restore();
}
