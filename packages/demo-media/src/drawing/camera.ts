import type { Ctx } from "@app/drawing/layer";

/** Metres: x to the right, y away from the viewer, z up. */
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
