import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, INK, LIME, TEXT } from "@app/drawing/palette";
import { drawPool } from "../drawing/arena.ts";
import type { Camera, Place } from "../drawing/camera.ts";
import { randomOf } from "../drawing/random.ts";
import { fillPlaces, strokePlaces } from "../drawing/shapes.ts";
import type { OnCourt } from "./rally-plan.ts";

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
  const line = (places: readonly Place[]): void =>
    strokePlaces(ctx, camera, places, { widthPx: 3.6 * u, colour: TEXT });
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
      colour: faded(random.next() < 0.5 ? surface.light : surface.dark, 0.1),
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
    strokePlaces(ctx, camera, [at(0, mesh * 0.26), at(0, mesh * 0.26, 1)], { widthPx: 1 * u, colour: "#FFFFFF30" });
  }
  strokePlaces(ctx, camera, [at(0, -6.4, 1.07), at(0, 0, 0.94), at(0, 6.4, 1.07)], { widthPx: 5 * u, colour: TEXT });
  for (const post of [-6.4, 6.4])
    strokePlaces(ctx, camera, [at(0, post), at(0, post, 1.12)], { widthPx: 6 * u, colour: post < 0 ? LIME : CLAY });
}
