import { condensed } from "@app/drawing/fonts";
import { type Ctx, layer } from "@app/drawing/layer";
import { CLAY, faded, GOLD, INK, LIME, mixed, SKY, TEXT } from "@app/drawing/palette";
import { randomOf, seedOf } from "../drawing/random.ts";

const SIZE_PX = 256;
const QUALITY = 88;
const COLORS = [
  [LIME, "#17301F"],
  [CLAY, "#26130C"],
  [GOLD, "#1C2340"],
  [SKY, "#0E2A40"],
  [TEXT, "#7A1F2B"],
  ["#56D68A", "#10291C"],
] as const;

/** A team's or organization's crest, 256 by 256, as WebP: a shield with a pattern and initials. */
export function drawCrest(seed: number, name: string): Buffer {
  const random = randomOf(seed ^ seedOf(name));
  const [bright, dark] = random.pick(COLORS);
  const pattern = random.int(0, 3);
  return layer(SIZE_PX, SIZE_PX, (ctx) => {
    const ground = ctx.createRadialGradient(SIZE_PX / 2, SIZE_PX * 0.4, 10, SIZE_PX / 2, SIZE_PX / 2, SIZE_PX * 0.74);
    ground.addColorStop(0, mixed(dark, bright, 0.32));
    ground.addColorStop(1, mixed(dark, INK, 0.55));
    ctx.fillStyle = ground;
    ctx.fillRect(0, 0, SIZE_PX, SIZE_PX);
    ctx.translate(SIZE_PX / 2, SIZE_PX / 2 - 4);
    ctx.save();
    ctx.shadowColor = faded(INK, 0.6);
    ctx.shadowBlur = 18;
    ctx.shadowOffsetY = 8;
    shield(ctx, 1);
    ctx.fillStyle = bright;
    ctx.fill();
    ctx.restore();
    ctx.save();
    shield(ctx, 0.9);
    ctx.clip();
    ctx.fillStyle = dark;
    ctx.fillRect(-128, -128, 256, 256);
    drawPattern(ctx, pattern, faded(bright, 0.24));
    ctx.restore();
    ctx.fillStyle = bright;
    ctx.textAlign = "center";
    const letters = initialsOf(name);
    ctx.font = condensed(letters.length > 2 ? 84 : 104);
    ctx.fillText(letters, 0, letters.length > 2 ? 22 : 28);
    ctx.fillStyle = TEXT;
    for (const x of [-26, 0, 26]) star(ctx, x, 58 + (x === 0 ? 6 : 0), 9);
  }).toBuffer("image/webp", QUALITY);
}

/** The initials of the first three capitalized words. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^[A-Z0-9]/.test(word));
  return words
    .slice(0, 3)
    .map((word) => word.charAt(0))
    .join("");
}

function shield(ctx: Ctx, scale: number): void {
  const at = (value: number): number => value * scale;
  ctx.beginPath();
  ctx.moveTo(at(-84), at(-86));
  ctx.quadraticCurveTo(at(-40), at(-80), 0, at(-102));
  ctx.quadraticCurveTo(at(40), at(-80), at(84), at(-86));
  ctx.bezierCurveTo(at(96), at(10), at(64), at(78), 0, at(112));
  ctx.bezierCurveTo(at(-64), at(78), at(-96), at(10), at(-84), at(-86));
  ctx.closePath();
}

function drawPattern(ctx: Ctx, pattern: number, color: string): void {
  ctx.fillStyle = color;
  if (pattern === 0) for (const x of [-75, -25, 25]) ctx.fillRect(x + 12, -128, 26, 256);
  if (pattern === 1) ctx.fillRect(-128, -128, 128, 256);
  ctx.strokeStyle = color;
  ctx.lineWidth = 26;
  ctx.beginPath();
  if (pattern === 2) {
    ctx.moveTo(-128, 100);
    ctx.lineTo(128, -100);
  }
  if (pattern === 3) {
    for (const y of [-70, -10, 50]) {
      ctx.moveTo(-120, y + 50);
      ctx.lineTo(0, y);
      ctx.lineTo(120, y + 50);
    }
  }
  ctx.stroke();
}

function star(ctx: Ctx, x: number, y: number, radius: number): void {
  ctx.beginPath();
  for (let point = 0; point < 10; point++) {
    const turn = (point * Math.PI) / 5 - Math.PI / 2;
    const far = point % 2 ? radius * 0.45 : radius;
    ctx.lineTo(x + Math.cos(turn) * far, y + Math.sin(turn) * far);
  }
  ctx.fill();
}
