import type { Ctx } from "@app/drawing/layer";
import { TEXT } from "@app/drawing/palette";
import type { Camera, Place } from "../drawing/camera.ts";
import type { OnPitch } from "./tactics-plan.ts";

export const HALF_LENGTH_M = 52.5;
export const HALF_WIDTH_M = 34;

type ToPlace = (at: OnPitch, z?: number) => Place;

/** What every line of the pitch is drawn with. */
type Drawing = { ctx: Ctx; camera: Camera; place: ToPlace };

export function drawPitch(ctx: Ctx, camera: Camera, place: ToPlace, u: number): void {
  const drawing = { ctx, camera, place };
  fillBox(drawing, [-HALF_LENGTH_M - 7, -HALF_WIDTH_M - 6, HALF_LENGTH_M + 7, HALF_WIDTH_M + 6], "#0C1D17");
  for (let stripe = 0; stripe < 14; stripe++) {
    const [from, to] = [stripe, stripe + 1].map((at) => -HALF_LENGTH_M + (at * HALF_LENGTH_M * 2) / 14);
    fillBox(drawing, [from ?? 0, -HALF_WIDTH_M, to ?? 0, HALF_WIDTH_M], stripe % 2 ? "#1B5238" : "#16452F");
  }
  ctx.strokeStyle = "#E9F5EAB8";
  ctx.lineWidth = 2.4 * u;
  strokeBox(drawing, [-HALF_LENGTH_M, -HALF_WIDTH_M, HALF_LENGTH_M, HALF_WIDTH_M]);
  for (const end of [-1, 1]) {
    const line = HALF_LENGTH_M * end;
    strokeBox(drawing, [line - 16.5 * end, -20.15, line, 20.15]);
    strokeBox(drawing, [line - 5.5 * end, -9.15, line, 9.15]);
    strokeArc(drawing, { along: line - 11 * end, across: 0 }, end === 1 ? [2.22, 4.07] : [-0.92, 0.92]);
    drawGoal(drawing, { line, end, u });
  }
  ctx.strokeStyle = "#E9F5EAB8";
  ctx.lineWidth = 2.4 * u;
  camera.trace(ctx, [place({ along: 0, across: -HALF_WIDTH_M }), place({ along: 0, across: HALF_WIDTH_M })]);
  ctx.stroke();
  strokeArc(drawing, { along: 0, across: 0 }, [0, Math.PI * 2]);
}

function drawGoal({ ctx, camera, place }: Drawing, { line, end, u }: { line: number; end: number; u: number }): void {
  ctx.strokeStyle = TEXT;
  ctx.lineWidth = 3.4 * u;
  const post = (across: number, z: number): Place => place({ along: line, across }, z);
  camera.trace(ctx, [post(-3.66, 0), post(-3.66, 2.9), post(3.66, 2.9), post(3.66, 0)]);
  ctx.stroke();
  const back = (across: number): Place => place({ along: line + 2.2 * end, across }, 0);
  ctx.strokeStyle = "#FFFFFF48";
  ctx.lineWidth = 1.2 * u;
  for (let cord = 0; cord <= 8; cord++) {
    const across = -3.66 + (cord * 7.32) / 8;
    camera.trace(ctx, [post(across, 2.9), back(across)]);
    ctx.stroke();
  }
  for (const across of [-3.66, 3.66]) {
    camera.trace(ctx, [post(across, 0), back(across), post(across, 2.9)]);
    ctx.stroke();
  }
  camera.trace(ctx, [back(-3.66), back(3.66)]);
  ctx.stroke();
}

type Box = readonly [fromAlong: number, fromAcross: number, toAlong: number, toAcross: number];

function traceBox({ ctx, camera, place }: Drawing, [a, b, c, d]: Box): void {
  const corners = [
    [a, b],
    [c, b],
    [c, d],
    [a, d],
  ] as const;
  camera.trace(
    ctx,
    corners.map(([along, across]) => place({ along, across })),
  );
  ctx.closePath();
}

function fillBox(drawing: Drawing, box: Box, colour: string): void {
  drawing.ctx.fillStyle = colour;
  traceBox(drawing, box);
  drawing.ctx.fill();
}

function strokeBox(drawing: Drawing, box: Box): void {
  traceBox(drawing, box);
  drawing.ctx.stroke();
}

function strokeArc({ ctx, camera, place }: Drawing, middle: OnPitch, [from, to]: readonly [number, number]): void {
  const places = Array.from({ length: 41 }, (_, step) => {
    const turn = from + ((to - from) * step) / 40;
    return place({ along: middle.along + 9.15 * Math.cos(turn), across: middle.across + 9.15 * Math.sin(turn) });
  });
  camera.trace(ctx, places);
  ctx.stroke();
}
