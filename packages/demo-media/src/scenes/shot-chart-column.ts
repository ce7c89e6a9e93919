import type { Ctx } from "@app/drawing/layer";
import { CLAY, faded, LIME, mixed, TEXT } from "@app/drawing/palette";
import type { Camera, Place } from "../drawing/camera.ts";
import { fillPlaces, strokePlaces } from "../drawing/shapes.ts";

const RADIUS_M = 0.47;
const MADE_M = 0.52;

/** A six-sided column: as high as shots went in there, a flat clay tile where none did. */
export function drawColumn(
  ctx: Ctx,
  camera: Camera,
  cell: { x: number; y: number; made: number; missed: number; lit: number },
  u: number,
): void {
  if (cell.made + cell.missed <= 0) return;
  const heightM = cell.made > 0 ? 0.06 + cell.made * MADE_M : 0;
  const colour = cell.made > 0 ? mixed(LIME, TEXT, cell.lit * 0.6) : CLAY;
  const grown = Math.min(1, cell.made + cell.missed);
  const corner = (step: number, z: number): Place => {
    const angle = (step * Math.PI) / 3 + Math.PI / 6;
    return [cell.x + RADIUS_M * grown * Math.cos(angle), cell.y + RADIUS_M * grown * Math.sin(angle), z];
  };
  for (const [from, shade] of [
    [2, 0.55],
    [5, 0.4],
    [3, 0.62],
    [4, 0.48],
  ] as const) {
    if (heightM === 0) break;
    const side = [corner(from, 0), corner(from + 1, 0), corner(from + 1, heightM), corner(from, heightM)];
    fillPlaces(ctx, camera, side, faded(mixed("#0B0E12", colour, shade), 0.94));
  }
  const top = Array.from({ length: 6 }, (_, step) => corner(step, heightM));
  fillPlaces(ctx, camera, top, heightM > 0 ? colour : faded(CLAY, 0.28 + 0.3 * cell.lit));
  if (heightM === 0) strokePlaces(ctx, camera, [...top, corner(0, 0)], 2.2 * u, faded(CLAY, 0.9));
}
