import { layer } from "@app/drawing/layer";
import { faded, INK } from "@app/drawing/palette";
import { SPORTS, type Sport } from "./sports.ts";

const SIZE_PX = 512;
const QUALITY = 88;

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
  }).toBuffer("image/webp", QUALITY);
}
