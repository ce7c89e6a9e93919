import { type Ctx, layer } from "@app/drawing/layer";
import { faded } from "@app/drawing/palette";
import type { Canvas } from "@napi-rs/canvas";
import type { Point } from "./motion.ts";

type Pen = { widthPx: number; color: string };

export function fillDisc(ctx: Ctx, middle: Point, radiusPx: number, color: string): void {
  fillEllipse(ctx, middle, [radiusPx, radiusPx], color);
}

/** `radii` are the horizontal and the vertical one. */
export function fillEllipse(ctx: Ctx, { x, y }: Point, radii: readonly [number, number], color: string): void {
  const [wide, high] = radii;
  ctx.fillStyle = color;
  ctx.beginPath();
  ctx.ellipse(x, y, Math.max(0, wide), Math.max(0, high), 0, 0, Math.PI * 2);
  ctx.fill();
}

export function strokeLine(ctx: Ctx, points: readonly Point[], widthPx: number, color: string): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = widthPx;
  ctx.beginPath();
  for (const point of points) ctx.lineTo(point.x, point.y);
  ctx.stroke();
}

export function fillShape(ctx: Ctx, points: readonly Point[], color: string): void {
  ctx.fillStyle = color;
  ctx.beginPath();
  for (const point of points) ctx.lineTo(point.x, point.y);
  ctx.closePath();
  ctx.fill();
}

/** Fills a surface in the world. */
export function fillPlaces(ctx: Ctx, camera: Camera, places: readonly Place[], color: string): void {
  ctx.fillStyle = color;
  camera.trace(ctx, places);
  ctx.closePath();
  ctx.fill();
}

export function strokePlaces(ctx: Ctx, camera: Camera, places: readonly Place[], pen: Pen): void {
  ctx.strokeStyle = pen.color;
  ctx.lineWidth = pen.widthPx;
  camera.trace(ctx, places);
  ctx.stroke();
}

/** The corners of a rectangle on the ground. */
export function floorBox(fromX: number, fromY: number, toX: number, toY: number): Place[] {
  return [
    [fromX, fromY, 0],
    [toX, fromY, 0],
    [toX, toY, 0],
    [fromX, toY, 0],
  ];
}

/** The ratio of height to width of a circle on the ground. */
export function squashAt(camera: Camera, x: number, y: number): number {
  const [near, far, middle, right] = [
    camera.see(x, y - 1),
    camera.see(x, y + 1),
    camera.see(x, y),
    camera.see(x + 1, y),
  ];
  return Math.abs(near.y - far.y) / 2 / Math.abs(right.x - middle.x);
}

export type Glow = (ctx: Ctx, at: Point, radiusPx: number, strength?: number) => void;

/** A glow without a blur filter: one soft disc, drawn once, then scaled and blended additively. */
export function glowOf(color: string): Glow {
  const sprite: Canvas = layer(128, 128, (ctx) => {
    const light = ctx.createRadialGradient(64, 64, 0, 64, 64, 64);
    light.addColorStop(0, faded(color, 0.9));
    light.addColorStop(0.25, faded(color, 0.4));
    light.addColorStop(0.6, faded(color, 0.1));
    light.addColorStop(1, faded(color, 0));
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

/** Meters: x to the right, y away from the viewer, z up. */
export type Place = readonly [x: number, y: number, z: number];
export type Spot = { x: number; y: number; pxPerM: number };
export type Area = { x: number; y: number; width: number; height: number };

export type Camera = {
  see(x: number, y: number, z?: number): Spot;
  /** Begins a path through points in the world. */
  trace(ctx: Ctx, places: readonly Place[]): void;
  /** Begins a closed ring lying on the ground. */
  ring(ctx: Ctx, middle: Place, radiusM: number): void;
};

type Lens = (place: Place) => { x: number; y: number; depth: number };

/** A camera that stands at `from`, looks at `at`, and shows all of `keep` as large as `area` allows. */
export function fitCamera(view: { from: Place; at: Place; keep: readonly Place[]; area: Area }): Camera {
  const lens = lensOf(view.from, view.at);
  const seen = view.keep.map(lens);
  const [xs, ys] = [seen.map((spot) => spot.x), seen.map((spot) => spot.y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const zoom = Math.min(view.area.width / (right - left), view.area.height / (bottom - top));
  const offsetX = view.area.x + view.area.width / 2 - (zoom * (left + right)) / 2;
  const offsetY = view.area.y + view.area.height / 2 - (zoom * (top + bottom)) / 2;

  function see(x: number, y: number, z = 0): Spot {
    const spot = lens([x, y, z]);
    return { x: offsetX + spot.x * zoom, y: offsetY + spot.y * zoom, pxPerM: zoom / spot.depth };
  }
  function trace(ctx: Ctx, places: readonly Place[]): void {
    ctx.beginPath();
    for (const place of places) {
      const spot = see(...place);
      ctx.lineTo(spot.x, spot.y);
    }
  }
  function ring(ctx: Ctx, [x, y, z]: Place, radiusM: number): void {
    const turn = (step: number): Place => [
      x + radiusM * Math.cos((step * Math.PI) / 16),
      y + radiusM * Math.sin((step * Math.PI) / 16),
      z,
    ];
    trace(
      ctx,
      Array.from({ length: 32 }, (_, step) => turn(step)),
    );
    ctx.closePath();
  }
  return { see, trace, ring };
}

function lensOf(from: Place, at: Place): Lens {
  const [fx, fy, fz] = unit([at[0] - from[0], at[1] - from[1], at[2] - from[2]]);
  const [rx, ry] = unit([fy, -fx, 0]);
  const [ux, uy, uz] = [ry * fz, -rx * fz, rx * fy - ry * fx];
  return ([x, y, z]) => {
    const [dx, dy, dz] = [x - from[0], y - from[1], z - from[2]];
    const depth = Math.max(0.1, dx * fx + dy * fy + dz * fz);
    return { x: (dx * rx + dy * ry) / depth, y: -(dx * ux + dy * uy + dz * uz) / depth, depth };
  };
}

function unit([x, y, z]: Place): Place {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
