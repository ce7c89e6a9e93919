import type { Ctx } from "@app/drawing/layer";
import { mixed } from "@app/drawing/palette";

/** Draws a sport's symbol in a box of 200 by 200 around the origin. */
export type Motif = (ctx: Ctx) => void;

/** A round body lit from the upper left. */
export function ball(ctx: Ctx, at: { x: number; y: number; radius: number; color: string }): void {
  const light = ctx.createRadialGradient(
    at.x - at.radius * 0.4,
    at.y - at.radius * 0.45,
    at.radius * 0.1,
    at.x,
    at.y,
    at.radius * 1.05,
  );
  light.addColorStop(0, mixed(at.color, "#FFFFFF", 0.35));
  light.addColorStop(0.45, at.color);
  light.addColorStop(1, mixed(at.color, "#0B0E12", 0.4));
  ctx.fillStyle = light;
  ctx.beginPath();
  ctx.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
  ctx.fill();
}

/** Runs `draw` clipped to the circle. */
export function inCircle(ctx: Ctx, at: { x: number; y: number; radius: number }, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.arc(at.x, at.y, at.radius, 0, Math.PI * 2);
  ctx.clip();
  draw();
  ctx.restore();
}

export function turned(ctx: Ctx, at: { x: number; y: number; degrees: number }, draw: () => void): void {
  ctx.save();
  ctx.translate(at.x, at.y);
  ctx.rotate((at.degrees * Math.PI) / 180);
  draw();
  ctx.restore();
}

/** Sets the style of the following lines. */
export function pen(ctx: Ctx, color: string, width: number): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = width;
  ctx.lineCap = "round";
  ctx.lineJoin = "round";
}

/** Strokes an arc, in degrees. */
export function bow(
  ctx: Ctx,
  [x, y, radius]: readonly [number, number, number],
  [from, to]: readonly [number, number],
): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, (from * Math.PI) / 180, (to * Math.PI) / 180);
  ctx.stroke();
}

export function block(
  ctx: Ctx,
  color: string,
  [x, y, width, height]: readonly [number, number, number, number],
  radius = 0,
): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
  ctx.fill();
}

export function shape(ctx: Ctx, color: string, points: readonly (readonly [number, number])[]): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.closePath();
  ctx.fill();
}

export function path(ctx: Ctx, points: readonly (readonly [number, number])[]): void {
  ctx.beginPath();
  for (const [x, y] of points) ctx.lineTo(x, y);
  ctx.stroke();
}

/** Rows of waves from edge to edge, the lowest in front. */
export function waves(ctx: Ctx, top: number, colors: readonly string[]): void {
  for (const [row, color] of colors.entries()) {
    const y = top + row * 26;
    ctx.fillStyle = color;
    ctx.beginPath();
    ctx.moveTo(-140, 140);
    ctx.lineTo(-140, y);
    for (let x = -140 + (row % 2 ? -22 : 0); x < 150; x += 44)
      ctx.bezierCurveTo(x + 14, y - 15, x + 30, y + 15, x + 44, y);
    ctx.lineTo(150, 140);
    ctx.fill();
  }
}
