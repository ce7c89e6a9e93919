import type { Ctx } from "@app/drawing/layer";
import { faded, INK, TEXT } from "@app/drawing/palette";
import { easeInOut, type Point } from "../drawing/motion.ts";
import { fillDisc, fillEllipse } from "../drawing/shapes.ts";

const LENGTH_M = 17.6;
const SEAT_M = 1.35;

/** The oars at a moment: `sweep` -1 at the catch to 1 at the finish, and whether the blades are in the water. */
type Stroke = { sweep: number; isIn: boolean };

/** Strokes since the start; the drive takes less than half of each. */
export function strokeAt(strokes: number): Stroke {
  const phase = strokes - Math.floor(strokes);
  if (phase < 0.42) return { sweep: -1 + 2 * easeInOut(phase / 0.42), isIn: true };
  return { sweep: 1 - 2 * easeInOut((phase - 0.42) / 0.58), isIn: false };
}

/** An eight with its cox from above, bow to the right at `x`. */
export function drawEight(ctx: Ctx, boat: { x: number; y: number; m: number; blade: string; stroke: Stroke }): void {
  const m = boat.m;
  ctx.save();
  ctx.translate(boat.x, boat.y);
  drawWake(ctx, m);
  for (let seat = 0; seat < 8; seat++)
    drawOar(ctx, { x: -(3.4 + seat * SEAT_M) * m, side: seat % 2 ? 1 : -1, m, blade: boat.blade, stroke: boat.stroke });
  ctx.fillStyle = "#00000055";
  hull(ctx, m, 0.16 * m, 0.42);
  ctx.fillStyle = mixedHull(ctx, m);
  hull(ctx, m, 0, 0.36);
  ctx.fillStyle = "#26303B";
  ctx.beginPath();
  ctx.roundRect(-14.6 * m, -0.2 * m, 12 * m, 0.4 * m, 0.2 * m);
  ctx.fill();
  for (let seat = 0; seat < 8; seat++)
    drawRower(ctx, {
      x: -(3.4 + seat * SEAT_M) * m,
      side: seat % 2 ? 1 : -1,
      m,
      stroke: boat.stroke,
      shirt: boat.blade,
    });
  fillEllipse(ctx, { x: -14.7 * m, y: 0 }, [0.3 * m, 0.36 * m], INK);
  fillDisc(ctx, { x: -14.7 * m, y: 0 }, 0.19 * m, boat.blade);
  fillDisc(ctx, { x: -0.1 * m, y: 0 }, 0.13 * m, TEXT);
  ctx.restore();
}

function hull(ctx: Ctx, m: number, shiftPx: number, halfM: number): void {
  ctx.beginPath();
  ctx.moveTo(0, shiftPx);
  ctx.bezierCurveTo(-2.5 * m, shiftPx - halfM * m, -5 * m, shiftPx - halfM * m, -8 * m, shiftPx - halfM * m);
  ctx.bezierCurveTo(-12 * m, shiftPx - halfM * m, -15 * m, shiftPx - halfM * 0.9 * m, -LENGTH_M * m, shiftPx);
  ctx.bezierCurveTo(-15 * m, shiftPx + halfM * 0.9 * m, -12 * m, shiftPx + halfM * m, -8 * m, shiftPx + halfM * m);
  ctx.bezierCurveTo(-5 * m, shiftPx + halfM * m, -2.5 * m, shiftPx + halfM * m, 0, shiftPx);
  ctx.fill();
}

function mixedHull(ctx: Ctx, m: number): ReturnType<Ctx["createLinearGradient"]> {
  const shell = ctx.createLinearGradient(0, -0.4 * m, 0, 0.4 * m);
  shell.addColorStop(0, "#FFFFFF");
  shell.addColorStop(0.5, "#DDE4E6");
  shell.addColorStop(1, "#8C9AA3");
  return shell;
}

function drawOar(ctx: Ctx, oar: { x: number; side: number; m: number; blade: string; stroke: Stroke }): void {
  const m = oar.m;
  const angle = oar.stroke.sweep * 0.62;
  const lock = { x: oar.x - 0.25 * m, y: oar.side * 0.72 * m };
  const reach = (length: number): { x: number; y: number } => ({
    x: lock.x - Math.sin(angle) * length * m,
    y: lock.y + oar.side * Math.cos(angle) * length * m,
  });
  const [handle, neck, tip] = [reach(-1), reach(2.05), reach(2.6)];
  ctx.lineCap = "butt";
  if (!oar.stroke.isIn)
    line(
      ctx,
      [
        { x: handle.x + 0.18 * m, y: handle.y + 0.3 * m },
        { x: tip.x + 0.18 * m, y: tip.y + 0.3 * m },
      ],
      0.07 * m,
      "#00000050",
    );
  line(ctx, [{ x: oar.x - 0.5 * m, y: oar.side * 0.3 * m }, lock], 0.05 * m, "#C9D3DA");
  line(ctx, [{ x: oar.x + 0.1 * m, y: oar.side * 0.3 * m }, lock], 0.05 * m, "#C9D3DA");
  line(ctx, [handle, neck], 0.085 * m, "#EDF2F2");
  line(ctx, [neck, tip], oar.stroke.isIn ? 0.2 * m : 0.34 * m, oar.stroke.isIn ? faded(oar.blade, 0.75) : oar.blade);
  if (!oar.stroke.isIn) return;
  for (const drop of [0.1, 0.32, 0.5]) {
    const foam = reach(2.05 + drop);
    fillDisc(
      ctx,
      { x: foam.x + 0.16 * m, y: foam.y },
      (0.26 - drop * 0.25) * m * (1 - Math.abs(oar.stroke.sweep) * 0.6),
      "#EFFBFFB0",
    );
  }
}

function drawRower(ctx: Ctx, rower: { x: number; side: number; m: number; stroke: Stroke; shirt: string }): void {
  const m = rower.m;
  // Rowers face the stern: they lean toward it at the catch, and back toward the bow at the finish.
  const body = rower.x + (0.12 + 0.34 * rower.stroke.sweep) * m;
  const angle = rower.stroke.sweep * 0.62;
  const handle = {
    x: rower.x - 0.25 * m + Math.sin(angle) * m,
    y: rower.side * 0.72 * m - rower.side * Math.cos(angle) * m,
  };
  line(
    ctx,
    [
      { x: rower.x - 0.85 * m, y: -0.1 * m },
      { x: body - 0.2 * m, y: -0.12 * m },
    ],
    0.15 * m,
    "#D9A57E",
  );
  line(
    ctx,
    [
      { x: rower.x - 0.85 * m, y: 0.1 * m },
      { x: body - 0.2 * m, y: 0.12 * m },
    ],
    0.15 * m,
    "#D9A57E",
  );
  ctx.lineCap = "round";
  for (const arm of [-1, 1])
    line(
      ctx,
      [
        { x: body, y: arm * 0.28 * m },
        { x: handle.x, y: handle.y + arm * 0.08 * m },
      ],
      0.11 * m,
      "#E9B690",
    );
  fillEllipse(ctx, { x: body + 0.02 * m, y: 0 }, [0.23 * m, 0.36 * m], rower.shirt);
  fillDisc(ctx, { x: body - 0.06 * m, y: 0 }, 0.18 * m, "#3A2A20");
}

function drawWake(ctx: Ctx, m: number): void {
  for (const side of [-1, 1]) {
    const wake = ctx.createLinearGradient(0, 0, -26 * m, 0);
    wake.addColorStop(0, "#E5F8FF70");
    wake.addColorStop(1, "#E5F8FF00");
    ctx.strokeStyle = wake;
    ctx.lineWidth = 0.14 * m;
    ctx.beginPath();
    ctx.moveTo(0, 0);
    ctx.lineTo(-26 * m, side * 1.7 * m);
    ctx.stroke();
  }
  const stern = ctx.createLinearGradient(-LENGTH_M * m, 0, -(LENGTH_M + 14) * m, 0);
  stern.addColorStop(0, "#E5F8FF60");
  stern.addColorStop(1, "#E5F8FF00");
  ctx.fillStyle = stern;
  ctx.fillRect(-(LENGTH_M + 14) * m, -0.22 * m, 14 * m, 0.44 * m);
}

function line(ctx: Ctx, [from, to]: readonly [Point, Point], widthPx: number, color: string): void {
  ctx.strokeStyle = color;
  ctx.lineWidth = widthPx;
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}
