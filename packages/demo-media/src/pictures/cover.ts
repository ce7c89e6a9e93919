import { layer } from "@app/drawing/layer";
import { fitText } from "@app/drawing/lettering";
import { CLAY, faded, GOLD, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { drawFloodlights, drawPool, drawStands } from "../drawing/arena.ts";
import { randomOf, seedOf } from "../drawing/random.ts";
import { fillDisc, fillPlaces, fitCamera, floorBox, strokePlaces } from "../drawing/shapes.ts";
import { inCircle } from "./motif.ts";
import { SPORTS, type Sport } from "./sports.ts";

const WIDTH_PX = 1_600;
const HEIGHT_PX = 400;
const BADGE_PX = 316;
const QUALITY = 84;

/** A channel's cover, 1600 by 400, as WebP: its sport on a lit floor, with its name behind. */
export function drawCover(seed: number, name: string, sport: Sport): Buffer {
  const random = randomOf(seed ^ seedOf(name));
  const { motif, ground } = SPORTS[sport];
  const accent = random.pick([LIME, CLAY, GOLD, SKY, TEXT]);
  const side = random.next() < 0.5 ? 0.72 : 0.78;
  return layer(WIDTH_PX, HEIGHT_PX, (ctx) => {
    ctx.fillStyle = INK;
    ctx.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
    const camera = fitCamera({
      from: [0, -14, 6],
      at: [0, 4, 0],
      keep: [
        [-16, -2, 0],
        [16, -2, 0],
        [-16, 14, 0],
        [16, 14, 0],
      ],
      area: { x: -40, y: 168, width: WIDTH_PX + 80, height: 250 },
    });
    const horizon = camera.see(0, 16).y;
    drawStands(ctx, { x: 0, y: 0, width: WIDTH_PX, height: horizon + 6 }, random, 9);
    fillPlaces(ctx, camera, floorBox(-70, -8, 70, 16), mixed(ground[1], INK, 0.25));
    for (let stripe = -24; stripe < 24; stripe += 2) {
      fillPlaces(ctx, camera, floorBox(stripe * 2, -8, stripe * 2 + 2, 16), faded(ground[0], 0.55));
    }
    for (const y of [0, 7, 15])
      strokePlaces(
        ctx,
        camera,
        [
          [-70, y, 0],
          [70, y, 0],
        ],
        { widthPx: 4 - y * 0.16, color: faded(TEXT, 0.6) },
      );
    camera.ring(ctx, [0, 7, 0], 4);
    ctx.stroke();
    drawPool(ctx, { x: WIDTH_PX * side, y: 300, wide: 620, high: 260 }, 0.95);
    drawFloodlights(ctx, { x: 0, y: 0, width: WIDTH_PX, height: HEIGHT_PX * 1.2 }, [
      { x: 0.1, aimX: 0.3 },
      { x: 0.4, aimX: 0.55 },
      { x: side, aimX: side },
      { x: 0.95, aimX: 0.85 },
    ]);
    ctx.save();
    ctx.fillStyle = faded(accent, 0.2);
    ctx.textAlign = "left";
    ctx.transform(1, 0, -0.2, 1, 0, 0);
    ctx.fillText(fitText(ctx, name.toUpperCase(), WIDTH_PX * side - 430, { largestPx: 200, smallestPx: 60 }), 110, 366);
    ctx.restore();
    for (const [at, wide] of [
      [0, 26],
      [44, 14],
      [70, 7],
    ] as const) {
      const x = WIDTH_PX * side - 330 + at;
      ctx.fillStyle = faded(accent, 0.9 - at * 0.006);
      ctx.beginPath();
      ctx.moveTo(x + 120, 0);
      ctx.lineTo(x + 120 + wide, 0);
      ctx.lineTo(x + wide, HEIGHT_PX);
      ctx.lineTo(x, HEIGHT_PX);
      ctx.fill();
    }
    const picture = layer(BADGE_PX, BADGE_PX, (own) => {
      const middle = BADGE_PX / 2;
      inCircle(own, { x: middle, y: middle, radius: middle }, () => {
        const light = own.createRadialGradient(middle * 0.8, middle * 0.6, 10, middle, middle, middle);
        light.addColorStop(0, ground[0]);
        light.addColorStop(1, ground[1]);
        own.fillStyle = light;
        own.fillRect(0, 0, BADGE_PX, BADGE_PX);
        own.translate(middle, middle);
        own.scale(1.42, 1.42);
        motif(own);
      });
    });
    const [x, y] = [WIDTH_PX * side, HEIGHT_PX / 2];
    ctx.shadowColor = faded(INK, 0.7);
    ctx.shadowBlur = 34;
    ctx.shadowOffsetY = 16;
    fillDisc(ctx, { x, y }, BADGE_PX / 2 + 9, accent);
    ctx.shadowColor = faded(INK, 0);
    ctx.drawImage(picture, x - BADGE_PX / 2, y - BADGE_PX / 2);
  }).toBuffer("image/webp", QUALITY);
}

const SIZE_PX = 512;
const CATEGORY_QUALITY = 88;

/** A category's picture, 512 by 512, as WebP. */
export function drawCategoryPicture(sport: Sport): Buffer {
  const { motif, ground } = SPORTS[sport];
  return layer(SIZE_PX, SIZE_PX, (ctx) => {
    const light = ctx.createRadialGradient(SIZE_PX * 0.42, SIZE_PX * 0.3, 20, SIZE_PX / 2, SIZE_PX / 2, SIZE_PX * 0.78);
    light.addColorStop(0, ground[0]);
    light.addColorStop(1, ground[1]);
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, SIZE_PX, SIZE_PX);
    ctx.fillStyle = faded("#FFFFFF", 0.05);
    for (const [left, right] of [
      [0.08, 0.34],
      [0.5, 0.86],
    ] as const) {
      ctx.beginPath();
      ctx.moveTo(SIZE_PX * (left + 0.2), 0);
      ctx.lineTo(SIZE_PX * (right + 0.04), 0);
      ctx.lineTo(SIZE_PX * (right - 0.22), SIZE_PX);
      ctx.lineTo(SIZE_PX * (left - 0.3), SIZE_PX);
      ctx.fill();
    }
    ctx.translate(SIZE_PX / 2, SIZE_PX / 2);
    ctx.scale(2.12, 2.12);
    ctx.shadowColor = faded(INK, 0.55);
    ctx.shadowBlur = 26;
    ctx.shadowOffsetY = 14;
    const plain = layer(SIZE_PX, SIZE_PX, (own) => {
      own.translate(SIZE_PX / 2, SIZE_PX / 2);
      own.scale(2.12, 2.12);
      motif(own);
    });
    ctx.drawImage(plain, -SIZE_PX / 2 / 2.12, -SIZE_PX / 2 / 2.12, SIZE_PX / 2.12, SIZE_PX / 2.12);
  }).toBuffer("image/webp", CATEGORY_QUALITY);
}
