import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, GOLD, INK, LIME, mixed, RAISED, SKY, TEXT } from "@app/drawing/palette";
import { type Random, randomOf, wander } from "./random.ts";
import { type Area, glowOf } from "./shapes.ts";

const COATS = ["#1B232C", "#222C37", "#2A3541", "#19212A", "#313D4A"] as const;
const BRIGHT_COATS = [LIME, CLAY, GOLD, SKY, TEXT] as const;

/** Rows of spectators in the dark, slightly curved around the floor and lighter toward it. */
export function drawStands(ctx: Ctx, area: Area, random: Random, headPx: number): void {
  const dusk = ctx.createLinearGradient(0, area.y, 0, area.y + area.height);
  dusk.addColorStop(0, "#06080B");
  dusk.addColorStop(1, "#121922");
  ctx.fillStyle = dusk;
  ctx.fillRect(area.x, area.y, area.width, area.height);
  const rows = Math.ceil(area.height / (headPx * 2.1)) + 2;
  for (let row = 0; row < rows; row++) {
    const nearness = row / rows;
    const y = area.y + row * headPx * 2.1;
    const pitch = headPx * 2.3;
    for (
      let x = area.x - pitch * random.next();
      x < area.x + area.width + pitch;
      x += pitch * random.between(0.9, 1.2)
    ) {
      if (random.next() < 0.12) continue;
      const bend = ((x - area.x - area.width / 2) / area.width) ** 2 * headPx * -6;
      const coat = random.next() < 0.07 ? mixed(RAISED, random.pick(BRIGHT_COATS), 0.5) : random.pick(COATS);
      ctx.globalAlpha = 0.25 + 0.75 * nearness;
      ctx.fillStyle = coat;
      drawPerson(ctx, x, y + bend + random.between(-1, 1) * headPx * 0.25, headPx);
    }
  }
  ctx.globalAlpha = 1;
}

function drawPerson(ctx: Ctx, x: number, y: number, headPx: number): void {
  ctx.beginPath();
  ctx.arc(x, y, headPx * 0.5, 0, Math.PI * 2);
  ctx.fill();
  ctx.beginPath();
  ctx.roundRect(x - headPx * 0.95, y + headPx * 0.6, headPx * 1.9, headPx * 1.8, headPx * 0.7);
  ctx.fill();
}

/** Lamps along the top edge, each with its cone of light. */
export function drawFloodlights(ctx: Ctx, area: Area, lamps: readonly { x: number; aimX: number }[]): void {
  const glow = glowOf("#EAF6FF");
  const lampPx = Math.min(area.width, area.height) * 0.012;
  ctx.save();
  ctx.globalCompositeOperation = "lighter";
  for (const lamp of lamps) {
    const [x, aimX] = [area.x + lamp.x * area.width, area.x + lamp.aimX * area.width];
    const beam = ctx.createLinearGradient(x, area.y, aimX, area.y + area.height);
    beam.addColorStop(0, "#DCEBFF14");
    beam.addColorStop(0.45, "#DCEBFF07");
    beam.addColorStop(1, "#DCEBFF00");
    ctx.fillStyle = beam;
    for (const spread of [0.05, 0.09, 0.13, 0.17]) {
      ctx.beginPath();
      ctx.moveTo(x - lampPx * 20 * spread, area.y);
      ctx.lineTo(x + lampPx * 20 * spread, area.y);
      ctx.lineTo(aimX + area.width * spread, area.y + area.height);
      ctx.lineTo(aimX - area.width * spread, area.y + area.height);
      ctx.fill();
    }
  }
  ctx.restore();
  for (const lamp of lamps) {
    const x = area.x + lamp.x * area.width;
    glow(ctx, { x, y: area.y + lampPx * 2.4 }, lampPx * 16, 0.75);
    ctx.fillStyle = TEXT;
    for (let at = 0; at < 10; at++) {
      ctx.beginPath();
      ctx.arc(
        x + ((at % 5) - 2) * lampPx * 1.7,
        area.y + lampPx * (1.6 + 1.7 * Math.floor(at / 5)),
        lampPx * 0.62,
        0,
        7,
      );
      ctx.fill();
    }
  }
}

/** A pool of light on the floor. */
export function drawPool(ctx: Ctx, pool: { x: number; y: number; wide: number; high: number }, strength: number): void {
  ctx.save();
  ctx.globalCompositeOperation = "soft-light";
  ctx.translate(pool.x, pool.y);
  ctx.scale(pool.wide, pool.high);
  const light = ctx.createRadialGradient(0, 0, 0, 0, 0, 1);
  light.addColorStop(0, faded("#FFFFFF", strength));
  light.addColorStop(0.5, faded("#FFFFFF", strength * 0.6));
  light.addColorStop(1, faded("#FFFFFF", 0));
  ctx.fillStyle = light;
  ctx.fillRect(-1, -1, 2, 2);
  ctx.restore();
}

/** Darkens the corners. */
export function drawVignette(ctx: Ctx, widthPx: number, heightPx: number, strength = 0.75): void {
  const [x, y] = [widthPx / 2, heightPx * 0.52];
  const dark = ctx.createRadialGradient(x, y, Math.min(widthPx, heightPx) * 0.32, x, y, Math.hypot(x, y) * 1.02);
  dark.addColorStop(0, faded(INK, 0));
  dark.addColorStop(0.6, faded(INK, strength * 0.35));
  dark.addColorStop(1, faded(INK, strength));
  ctx.fillStyle = dark;
  ctx.fillRect(0, 0, widthPx, heightPx);
}

/** Camera flashes in the stands. */
export function flashesOf(seed: number, area: Area, count = 14): (ctx: Ctx, tS: number) => void {
  const random = randomOf(seed);
  const glow = glowOf("#FFFFFF");
  const sizePx = Math.min(area.width, area.height * 3) * 0.018;
  const spots = Array.from({ length: count }, (_, at) => ({
    x: area.x + random.next() * area.width,
    y: area.y + area.height * (0.1 + 0.85 * random.next()),
    seed: seed + at * 101,
  }));
  return (ctx, tS) => {
    for (const spot of spots) glow(ctx, spot, sizePx, (wander(spot.seed, tS * 3.1) - 0.62) * 3);
  };
}
