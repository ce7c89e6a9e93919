import { DRAWING_UNITS, type ShapeColor, type ShapeKind } from "@app/contract/film-note-limits";
import type { DrawingShape } from "@app/contract/film-notes";
import { downloadFile } from "#lib/download.ts";
import { drawFrame, toPicture } from "#lib/video-frames.ts";

export type Drawing = readonly DrawingShape[];

/** The same in both themes and in a saved picture, because they lie on a video. */
export const COLORS: Record<ShapeColor, { name: string; ink: string; edge: string }> = {
  yellow: { name: "Yellow", ink: "#ffd60a", edge: "#000000" },
  red: { name: "Red", ink: "#ff453a", edge: "#000000" },
  blue: { name: "Blue", ink: "#4da3ff", edge: "#000000" },
  white: { name: "White", ink: "#ffffff", edge: "#000000" },
  black: { name: "Black", ink: "#000000", edge: "#ffffff" },
};

export const SHAPE_NAMES: Record<ShapeKind, string> = {
  line: "Line",
  arrow: "Arrow",
  circle: "Circle",
  free: "Freehand",
};

/** The width of a line, as a fraction of the picture's width. Its outline keeps it visible on any background. */
export const INK_WIDTH = 0.006;
export const EDGE_WIDTH = 0.011;

const HEAD_MAX = 0.045;
const HEAD_ANGLE = Math.PI / 7;

/** What was drawn, and how to get back. */
export type DrawingHistory = { past: readonly Drawing[]; drawing: Drawing; future: readonly Drawing[] };

export const EMPTY_HISTORY: DrawingHistory = { past: [], drawing: [], future: [] };

export type DrawingChange =
  | { kind: "draw"; drawing: Drawing }
  | { kind: "undo" }
  | { kind: "redo" }
  /** Goes on with another drawing. */
  | { kind: "load"; history: DrawingHistory };

export function changeDrawing(history: DrawingHistory, change: DrawingChange): DrawingHistory {
  const { past, drawing, future } = history;
  switch (change.kind) {
    case "draw":
      return { past: [...past, drawing], drawing: change.drawing, future: [] };
    case "undo": {
      const before = past.at(-1);
      return before ? { past: past.slice(0, -1), drawing: before, future: [drawing, ...future] } : history;
    }
    case "redo": {
      const [after, ...rest] = future;
      return after ? { past: [...past, drawing], drawing: after, future: rest } : history;
    }
    case "load":
      return change.history;
  }
}

/** SVG path data of a shape on a picture of this size. */
export function toPath({ kind, points }: DrawingShape, width: number, height: number): string {
  const scaled = points.map((value, index) => (value / DRAWING_UNITS) * (index % 2 === 0 ? width : height));
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = scaled;
  if (kind === "circle") return toEllipse(x1, y1, x2, y2);
  if (kind === "arrow") return `${toPolyline(scaled)} ${toHead(x2, y2, { fromX: x1, fromY: y1, width })}`;
  return toPolyline(scaled);
}

function toPolyline(points: readonly number[]): string {
  const parts: string[] = [];
  for (let at = 0; at + 1 < points.length; at += 2)
    parts.push(`${at === 0 ? "M" : "L"}${round(points[at])} ${round(points[at + 1])}`);
  return parts.join(" ");
}

function toEllipse(x1: number, y1: number, x2: number, y2: number): string {
  const [rx, ry] = [Math.abs(x2 - x1) / 2, Math.abs(y2 - y1) / 2];
  const arc = `a${round(rx)} ${round(ry)} 0 1 0`;
  return `M${round(Math.min(x1, x2))} ${round((y1 + y2) / 2)} ${arc} ${round(2 * rx)} 0 ${arc} ${round(-2 * rx)} 0`;
}

function toHead(
  x: number,
  y: number,
  { fromX, fromY, width }: { fromX: number; fromY: number; width: number },
): string {
  const length = Math.min(HEAD_MAX * width, 0.4 * Math.hypot(x - fromX, y - fromY));
  const angle = Math.atan2(y - fromY, x - fromX);
  const end = (turn: number) =>
    `${round(x - length * Math.cos(angle + turn))} ${round(y - length * Math.sin(angle + turn))}`;
  return `M${end(HEAD_ANGLE)} L${round(x)} ${round(y)} L${end(-HEAD_ANGLE)}`;
}

function round(value = 0): number {
  return Math.round(value * 10) / 10;
}

/** Moves a shape, but none of its points out of the picture. */
export function moveShape(shape: DrawingShape, byX: number, byY: number): DrawingShape {
  const by = [limitMove(shape.points, 0, byX), limitMove(shape.points, 1, byY)] as const;
  return { ...shape, points: shape.points.map((value, index) => value + by[index % 2 === 0 ? 0 : 1]) };
}

function limitMove(points: readonly number[], axis: 0 | 1, by: number): number {
  const values = points.filter((_, index) => index % 2 === axis);
  return Math.round(Math.min(Math.max(by, -Math.min(...values)), DRAWING_UNITS - Math.max(...values)));
}

/** Moves the end of a line or an arrow, or a corner of a circle. Free-hand strokes have none. */
export function resizeShape(shape: DrawingShape, byX: number, byY: number): DrawingShape {
  if (shape.kind === "free") return shape;
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = shape.points;
  return { ...shape, points: [x1, y1, toUnit(x2 + byX), toUnit(y2 + byY)] };
}

const STEP = 100;

/** How far a key or a button moves a shape, or its end. */
export const STEPS = { left: [-STEP, 0], right: [STEP, 0], up: [0, -STEP], down: [0, STEP] } as const;

export type Direction = keyof typeof STEPS;

/** @returns the coordinate as it is stored */
export function toUnit(value: number): number {
  return Math.min(DRAWING_UNITS, Math.max(0, Math.round(value)));
}

/** A shape in the middle of the picture, for whoever draws with the keyboard. */
export function placeShape(kind: ShapeKind, color: ShapeColor): DrawingShape {
  if (kind === "free")
    return { kind, color, points: [4_000, 5_200, 4_500, 4_800, 5_000, 5_200, 5_500, 4_800, 6_000, 5_200] };
  return { kind, color, points: [4_000, 4_000, 6_000, 6_000] };
}

/** Saves the frame that the video shows, with the drawing over it. @throws if the browser does not allow reading the frame */
export async function savePicture(video: HTMLVideoElement, drawing: Drawing, name: string): Promise<void> {
  const context = drawFrame(video);
  const { width, height } = context.canvas;
  Object.assign(context, { lineCap: "round", lineJoin: "round" });
  for (const shape of drawing) {
    const path = new Path2D(toPath(shape, width, height));
    const { ink, edge } = COLORS[shape.color];
    Object.assign(context, { strokeStyle: edge, lineWidth: EDGE_WIDTH * width });
    context.stroke(path);
    Object.assign(context, { strokeStyle: ink, lineWidth: INK_WIDTH * width });
    context.stroke(path);
  }
  downloadFile(name, await toPicture(context, "image/png"));
}

/** Width by height of the picture; 16:9 while it is unknown. */
export function aspectOf(video: HTMLVideoElement | null): number {
  return video && video.videoHeight > 0 ? video.videoWidth / video.videoHeight : 16 / 9;
}
