import { type Ctx, layer } from "@app/drawing/layer";
import { faded } from "@app/drawing/palette";
import type { Canvas } from "@napi-rs/canvas";
import type { Point } from "./motion.ts";

export type Glow = (ctx: Ctx, at: Point, radiusPx: number, strength?: number) => void;

/** A glow without a blur filter: one soft disc, drawn once, then scaled and blended additively. */
export function glowOf(colour: string): Glow {
  const sprite: Canvas = layer(128, 128, (ctx) => {
    const light = ctx.createRadialGradient(64, 64, 0, 64, 64, 64);
    light.addColorStop(0, faded(colour, 0.9));
    light.addColorStop(0.25, faded(colour, 0.4));
    light.addColorStop(0.6, faded(colour, 0.1));
    light.addColorStop(1, faded(colour, 0));
    ctx.fillStyle = light;
    ctx.fillRect(0, 0, 128, 128);
  });
  return (ctx, { x, y }, radiusPx, strength = 1) => {
    if (strength <= 0.01) return;
    ctx.save();
    ctx.globalCompositeOperation = "lighter";
    ctx.globalAlpha = Math.min(1, strength);
    ctx.drawImage(sprite, x - radiusPx, y - radiusPx, radiusPx * 2, radiusPx * 2);
    ctx.restore();
  };
}
