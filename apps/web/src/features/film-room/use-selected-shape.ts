import type { ShapeKind } from "@app/contract/film-note-limits";
import { useState } from "react";
import { type Direction, type Drawing, moveShape, resizeShape, STEPS } from "./drawing.ts";

type SelectedShape = {
  index: number | null;
  kind: ShapeKind | null;
  select: (index: number | null) => void;
  move: (direction: Direction) => void;
  resize: (direction: Direction) => void;
};

type Shown = { drawing: Drawing; isShown: boolean; draw: (drawing: Drawing) => void };

/** The shape that was tapped, which buttons move and resize; none while it is not on the picture. */
export function useSelectedShape({ drawing, isShown, draw }: Shown): SelectedShape {
  const [index, select] = useState<number | null>(null);
  const shape = isShown && index !== null ? drawing[index] : undefined;
  const change = (how: typeof moveShape, [byX, byY]: readonly [number, number]) => {
    if (index !== null && shape) draw(drawing.with(index, how(shape, byX, byY)));
  };
  return {
    index,
    kind: shape?.kind ?? null,
    select,
    move: (direction) => change(moveShape, STEPS[direction]),
    resize: (direction) => change(resizeShape, STEPS[direction]),
  };
}
