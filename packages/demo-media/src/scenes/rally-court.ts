import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { drawPool } from "../drawing/arena.ts";
import { arc, clamp, easeInOut, lerp, span } from "../drawing/motion.ts";
import { randomOf } from "../drawing/random.ts";
import { type Camera, fillPlaces, type Place, strokePlaces } from "../drawing/shapes.ts";

type ToPlace = (at: OnCourt, z?: number) => Place;

/** Colors of a surface: the run-off, the court, and its grain. */
export const SURFACES = {
  clay: { around: "#7E3320", court: "#B24E2C", light: "#E08B5E", dark: "#5E2313" },
  hard: { around: "#14455A", court: "#22628F", light: "#5FA4CC", dark: "#0C2C42" },
} as const;

type Surface = (typeof SURFACES)[keyof typeof SURFACES];

export function drawTennisCourt(ctx: Ctx, camera: Camera, place: ToPlace, look: { surface: Surface; u: number }): void {
  const { surface, u } = look;
  const at = (along: number, across: number, z = 0): Place => place({ along, across }, z);
  const box = (a: number, b: number): Place[] => [at(-a, -b), at(a, -b), at(a, b), at(-a, b)];
  fillPlaces(ctx, camera, box(20.5, 11), "#141A21");
  fillPlaces(ctx, camera, box(19.6, 10.2), surface.around);
  fillPlaces(ctx, camera, box(11.885, 5.485), surface.court);
  sweep(ctx, camera, at, surface);
  const middle = camera.see(0, 0);
  drawPool(ctx, { x: middle.x, y: middle.y, wide: middle.pxPerM * 17, high: middle.pxPerM * 11 }, 0.75);
  const line = (places: readonly Place[]): void => strokePlaces(ctx, camera, places, { widthPx: 3.6 * u, color: TEXT });
  line([...box(11.885, 5.485), at(-11.885, -5.485)]);
  for (const side of [-4.115, 4.115]) line([at(-11.885, side), at(11.885, side)]);
  for (const service of [-6.4, 6.4]) line([at(service, -4.115), at(service, 4.115)]);
  line([at(-6.4, 0), at(6.4, 0)]);
  for (const end of [-1, 1]) line([at(11.885 * end, 0), at(11.6 * end, 0)]);
  drawNet(ctx, camera, at, u);
}

/** The broom strokes on a swept clay court. */
function sweep(ctx: Ctx, camera: Camera, at: (along: number, across: number) => Place, surface: Surface): void {
  const random = randomOf(11);
  for (let stroke = 0; stroke < 130; stroke++) {
    const [along, across] = [random.between(-19, 15), random.between(-10, 10)];
    const places = [at(along, across), at(along + random.between(2, 5), across + random.between(-0.2, 0.2))];
    strokePlaces(ctx, camera, places, {
      widthPx: random.between(1, 7),
      color: faded(random.next() < 0.5 ? surface.light : surface.dark, 0.1),
    });
  }
}

function drawNet(ctx: Ctx, camera: Camera, at: (along: number, across: number, z?: number) => Place, u: number): void {
  fillPlaces(ctx, camera, [at(0, -6.4), at(0, 6.4), at(1.1, 6.4), at(1.1, -6.4)], "#0B0E1255");
  fillPlaces(
    ctx,
    camera,
    [at(0, -6.4), at(0, 6.4), at(0, 6.4, 1.07), at(0, 0, 0.94), at(0, -6.4, 1.07)],
    faded(INK, 0.6),
  );
  for (let mesh = -24; mesh <= 24; mesh++) {
    strokePlaces(ctx, camera, [at(0, mesh * 0.26), at(0, mesh * 0.26, 1)], { widthPx: 1 * u, color: "#FFFFFF30" });
  }
  strokePlaces(ctx, camera, [at(0, -6.4, 1.07), at(0, 0, 0.94), at(0, 6.4, 1.07)], { widthPx: 5 * u, color: TEXT });
  for (const post of [-6.4, 6.4])
    strokePlaces(ctx, camera, [at(0, post), at(0, post, 1.12)], { widthPx: 6 * u, color: post < 0 ? LIME : CLAY });
}

/** Meters from the middle of the net; `along` runs from one end to the other. */
export type OnCourt = { along: number; across: number };
type Hit = OnCourt & { atS: number; side: 0 | 1; isForehand: boolean; kmh: number };
type Bounce = OnCourt & { atS: number };

type Rally = {
  hits: readonly Hit[];
  bounces: readonly Bounce[];
  endS: number;
  ballAt(tS: number): OnCourt;
  heightAt(tS: number): number;
  playerAt(side: 0 | 1, tS: number): OnCourt;
  speedAt(side: 0 | 1, tS: number): number;
  /** 0: drawn back, 1: followed through. */
  swingAt(side: 0 | 1, tS: number): number;
  isForehandAt(side: 0 | 1, tS: number): boolean;
};

const BOUNCE_SHARE = 0.64;

export function planRally(seed: number, lengthS: number): Rally {
  const random = randomOf(seed);
  const endS = lengthS - 2.6;
  const hits: Hit[] = [];
  for (let atS = -0.5; atS < endS - 0.4; atS += random.between(1.0, 1.28)) {
    const side = hits.length % 2 === 0 ? 0 : 1;
    const across =
      random.between(1.2, 4.2) * (random.next() < 0.62 ? (hits.length % 4 < 2 ? 1 : -1) : random.pick([-1, 1]));
    const along = (side === 0 ? -1 : 1) * random.between(11.6, 13.6);
    hits.push({ atS, side, along, across, isForehand: across > 0 === (side === 1), kmh: random.int(98, 148) });
  }
  const last = hits.at(-1) ?? { atS: 0, side: 0, along: -12, across: 0, isForehand: true, kmh: 0 };
  /** Where the winner goes: past the other player, who is on the wrong side. */
  const out: OnCourt & { atS: number } = {
    atS: last.atS + 1.15,
    along: -last.along * 1.28,
    across: last.across > 0 ? 4.6 : -4.6,
  };

  function flightAt(tS: number): { from: OnCourt; to: OnCourt; fromS: number; toS: number } {
    const at = hits.findLastIndex((hit) => hit.atS <= tS);
    const from = hits[Math.max(0, at)] ?? last;
    const to = hits[Math.max(0, at) + 1] ?? out;
    return { from, to, fromS: from.atS, toS: to.atS };
  }

  /** The ball slows down at the bounce, so its position is not linear in time. */
  function ballAt(tS: number): OnCourt {
    const { from, to, fromS, toS } = flightAt(tS);
    const time = (tS - fromS) / (toS - fromS);
    const share =
      time < BOUNCE_SHARE ? (time / BOUNCE_SHARE) * 0.8 : 0.8 + ((time - BOUNCE_SHARE) / (1 - BOUNCE_SHARE)) * 0.2;
    return {
      along: lerp(from.along, to.along, Math.min(1.25, share)),
      across: lerp(from.across, to.across, Math.min(1.25, share)),
    };
  }

  function heightAt(tS: number): number {
    const { fromS, toS } = flightAt(tS);
    const time = (tS - fromS) / (toS - fromS);
    if (time < BOUNCE_SHARE) return (1 - time / BOUNCE_SHARE) * 1.0 + arc(time / BOUNCE_SHARE) * 1.15;
    const after = (time - BOUNCE_SHARE) / (1 - BOUNCE_SHARE);
    return after <= 1 ? after * 1.0 + arc(after) * 0.5 : Math.max(0, 1 - (after - 1) * 1.6);
  }

  function playerAt(side: 0 | 1, tS: number): OnCourt {
    const own = hits.filter((hit) => hit.side === side);
    const home = { along: (side === 0 ? -1 : 1) * 12.6, across: 0, atS: 0 };
    const stops = own.flatMap((hit) => {
      const reach = (hit.isForehand ? 1 : -1) * (side === 0 ? 0.75 : -0.75);
      return [
        { along: hit.along, across: hit.across + reach, atS: hit.atS },
        { along: home.along, across: hit.across * 0.18, atS: hit.atS + 0.95 },
      ];
    });
    if (side !== last.side) stops.push({ along: out.along * 0.86, across: out.across * 0.25, atS: out.atS });
    const next = stops.findIndex((stop) => stop.atS > tS);
    const [from, to] =
      next === -1 ? [stops.at(-1), stops.at(-1)] : [stops[next - 1] ?? { ...home, atS: -2 }, stops[next]];
    if (!from || !to) return home;
    const share = easeInOut(from === to ? 1 : span(tS, from.atS, to.atS));
    return { along: lerp(from.along, to.along, share), across: lerp(from.across, to.across, share) };
  }

  function nearest(side: 0 | 1, tS: number): Hit {
    return hits
      .filter((hit) => hit.side === side)
      .reduce((best, hit) => (Math.abs(hit.atS - tS) < Math.abs(best.atS - tS) ? hit : best), last);
  }

  const bounces = hits.map((hit, at) => {
    const toS = hits[at + 1]?.atS ?? out.atS;
    const atS = lerp(hit.atS, toS, BOUNCE_SHARE);
    return { atS, ...ballAt(atS - 0.001) };
  });
  return {
    hits,
    bounces,
    endS: out.atS,
    ballAt,
    heightAt,
    playerAt,
    speedAt(side, tS) {
      const [a, b] = [playerAt(side, tS - 0.05), playerAt(side, tS + 0.05)];
      return Math.hypot(a.along - b.along, a.across - b.across) * 10;
    },
    swingAt: (side, tS) => clamp(easeInOut(span(tS, nearest(side, tS).atS - 0.16, nearest(side, tS).atS + 0.2)), 0, 1),
    isForehandAt: (side, tS) => nearest(side, tS).isForehand,
  };
}
