import { DRAWING_UNITS, type ShapeColor, type ShapeKind, STROKE_POINTS_MAX } from "@app/contract/film-note-limits";
import type { DrawingShape } from "@app/contract/film-notes";
import { clsx } from "clsx";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { hasModifier } from "#lib/keys.ts";
import {
  COLORS,
  type Drawing,
  EDGE_WIDTH,
  INK_WIDTH,
  moveShape,
  resizeShape,
  SHAPE_NAMES,
  STEPS,
  toPath,
  toUnit,
} from "./drawing.ts";

/** What a pointer does on the picture. */
export type Tool = ShapeKind | "move";

type DrawingSurfaceProps = {
  drawing: Drawing;
  /** Null: the drawing is only shown. */
  tool: Tool | null;
  color: ShapeColor;
  /** Width of the picture in parts of its height. */
  aspect: number;
  /** The shape that the buttons of the tools move. */
  selected: number | null;
  onSelect: (index: number | null) => void;
  onDraw: (drawing: Drawing) => void;
};

/** The coordinates of the SVG; its height follows from the picture. */
const WIDTH = 1_000;
/** Shorter strokes are slips of a finger. */
const SHAPE_MIN = 80;
const STROKE_STEP = 50;

/** Covers exactly the picture, also if the player shows it with black bars. */
export function DrawingSurface(props: DrawingSurfaceProps) {
  const { drawing, tool, color, aspect, selected, onSelect, onDraw } = props;
  const height = WIDTH / aspect;
  const surface = useRef<SVGSVGElement>(null);
  /** The one that draws: another finger, or the palm, does nothing meanwhile. */
  const pointer = useRef<number | null>(null);
  /** What is being drawn or moved, before it is let go. */
  const [draft, setDraft] = useState<DrawingShape | null>(null);
  const [moved, setMoved] = useState<{ index: number; x: number; y: number } | null>(null);
  const shown = draft === null ? drawing : withDraft(drawing, draft, moved?.index ?? null);

  function pointOf(event: PointerEvent): [number, number] {
    const matrix = surface.current?.getScreenCTM()?.inverse();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix);
    return [toUnit((x / WIDTH) * DRAWING_UNITS), toUnit((y / height) * DRAWING_UNITS)];
  }

  function capture({ pointerId }: PointerEvent): void {
    surface.current?.setPointerCapture(pointerId);
    pointer.current = pointerId;
  }

  function begin(event: PointerEvent): void {
    if (tool === null || event.button !== 0 || draft !== null) return;
    if (tool === "move") {
      if (event.target === surface.current) onSelect(null);
      return;
    }
    capture(event);
    const [x, y] = pointOf(event);
    setDraft({ kind: tool, color, points: [x, y, x, y] });
  }

  function beginMove(index: number, event: PointerEvent): void {
    const shape = drawing[index];
    if (tool !== "move" || event.button !== 0 || !shape || draft !== null) return;
    capture(event);
    const [x, y] = pointOf(event);
    setMoved({ index, x, y });
    setDraft(shape);
    onSelect(index);
  }

  function go(event: PointerEvent): void {
    if (draft === null || event.pointerId !== pointer.current) return;
    const [x, y] = pointOf(event);
    const shape = moved === null ? undefined : drawing[moved.index];
    if (moved !== null && shape) setDraft(moveShape(shape, x - moved.x, y - moved.y));
    else setDraft(drawTo(draft, x, y));
  }

  function end(event: PointerEvent): void {
    if (event.pointerId !== pointer.current) return;
    if (draft !== null && (moved === null ? sizeOf(draft) >= SHAPE_MIN : draft !== drawing[moved.index])) {
      const changed = withDraft(drawing, draft, moved?.index ?? null);
      if (changed !== drawing) onDraw(changed);
    }
    setDraft(null);
    setMoved(null);
  }

  function pressKey(index: number, event: KeyboardEvent): void {
    if (tool === "move" && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      onSelect(index);
      return;
    }
    const changed = hasModifier(event) ? null : changeByKey(drawing, index, event);
    if (changed === null) return;
    event.preventDefault();
    if (changed.length < drawing.length) {
      surface.current?.focus();
      onSelect(null);
    }
    onDraw(changed);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no fieldset
    <svg
      ref={surface}
      role="group"
      aria-label="Drawing on the picture"
      tabIndex={-1}
      viewBox={`0 0 ${WIDTH} ${height}`}
      onPointerDown={begin}
      onPointerMove={go}
      onPointerUp={end}
      onPointerCancel={(event) => {
        if (event.pointerId !== pointer.current) return;
        setDraft(null);
        setMoved(null);
      }}
      className={clsx(
        "absolute inset-0 z-10 size-full outline-none",
        tool === null ? "pointer-events-none" : "touch-none",
        tool !== null && tool !== "move" && "cursor-crosshair",
      )}
    >
      {shown.map((shape, index) => (
        <Shape
          // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no other key
          key={index}
          shape={shape}
          path={toPath(shape, WIDTH, height)}
          name={`${SHAPE_NAMES[shape.kind]} ${index + 1}, ${COLORS[shape.color].name.toLowerCase()}`}
          isEditable={tool !== null}
          isMovable={tool === "move"}
          isSelected={tool === "move" && index === selected}
          onPointerDown={(event) => beginMove(index, event)}
          onSelect={() => onSelect(index)}
          onKeyDown={(event) => pressKey(index, event)}
        />
      ))}
    </svg>
  );
}

type ShapeProps = {
  shape: DrawingShape;
  path: string;
  name: string;
  isEditable: boolean;
  isMovable: boolean;
  isSelected: boolean;
  onPointerDown: (event: PointerEvent) => void;
  /** Also by a screen reader or by voice, which only click. */
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

function Shape({
  shape,
  path,
  name,
  isEditable,
  isMovable,
  isSelected,
  onPointerDown,
  onSelect,
  onKeyDown,
}: ShapeProps) {
  const { ink, edge } = COLORS[shape.color];
  const line = { d: path, fill: "none", strokeLinecap: "round", strokeLinejoin: "round" } as const;
  const lines = (
    <>
      <path {...line} stroke={edge} strokeWidth={EDGE_WIDTH * WIDTH} />
      <path {...line} stroke={ink} strokeWidth={INK_WIDTH * WIDTH} />
      {/* Easier to hit than the line itself. */}
      {isMovable && (
        <path {...line} stroke="transparent" strokeWidth={40} pointerEvents="stroke" className="cursor-move" />
      )}
    </>
  );
  if (!isEditable) return <g data-shape={shape.kind}>{lines}</g>;
  return (
    // biome-ignore lint/a11y/useSemanticElements: SVG has no buttons
    <g
      data-shape={shape.kind}
      role="button"
      aria-label={`${name}. Arrow keys move it, with Shift they resize it, Delete removes it.`}
      tabIndex={0}
      onPointerDown={onPointerDown}
      onClick={isMovable ? onSelect : undefined}
      onKeyDown={onKeyDown}
      aria-pressed={isMovable ? isSelected : undefined}
      className={clsx("outline-accent focus-visible:outline-2", isSelected && "outline-2 outline-dashed")}
    >
      {lines}
    </g>
  );
}

/** @returns the same drawing if an undo took the shape away that is being moved */
function withDraft(drawing: Drawing, draft: DrawingShape, index: number | null): Drawing {
  if (index !== null && index >= drawing.length) return drawing;
  return index === null ? [...drawing, draft] : drawing.with(index, draft);
}

function drawTo(draft: DrawingShape, x: number, y: number): DrawingShape {
  const { kind, points } = draft;
  if (kind !== "free") return { ...draft, points: [points[0] ?? x, points[1] ?? y, x, y] };
  const [lastX = x, lastY = y] = points.slice(-2);
  const isFull = points.length >= 2 * STROKE_POINTS_MAX;
  return isFull || Math.hypot(x - lastX, y - lastY) < STROKE_STEP ? draft : { ...draft, points: [...points, x, y] };
}

function sizeOf({ points }: DrawingShape): number {
  const spread = (axis: number) => {
    const values = points.filter((_, index) => index % 2 === axis);
    return Math.max(...values) - Math.min(...values);
  };
  return Math.max(spread(0), spread(1));
}

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: STEPS.left,
  ArrowRight: STEPS.right,
  ArrowUp: STEPS.up,
  ArrowDown: STEPS.down,
};

/** @returns null if the key does nothing */
function changeByKey(drawing: Drawing, index: number, { key, shiftKey }: KeyboardEvent): Drawing | null {
  const shape = drawing[index];
  if (!shape) return null;
  if (key === "Delete" || key === "Backspace") return drawing.toSpliced(index, 1);
  const by = ARROWS[key];
  if (!by) return null;
  return drawing.with(index, shiftKey ? resizeShape(shape, ...by) : moveShape(shape, ...by));
}
