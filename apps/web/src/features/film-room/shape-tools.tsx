import type { ShapeKind } from "@app/contract/film-note-limits";
import {
  ArrowDown,
  ArrowDownToLine,
  ArrowLeft,
  ArrowLeftToLine,
  ArrowRight,
  ArrowRightToLine,
  ArrowUp,
  ArrowUpToLine,
  Eraser,
} from "lucide-react";
import { passFocus } from "#lib/pass-focus.ts";
import type { Direction } from "./drawing.ts";
import { ToolButton, ToolGroup } from "./tool-button.tsx";

const DIRECTIONS: readonly Direction[] = ["left", "right", "up", "down"];

const MOVE_ICONS = { left: ArrowLeft, right: ArrowRight, up: ArrowUp, down: ArrowDown };
const RESIZE_ICONS = { left: ArrowLeftToLine, right: ArrowRightToLine, up: ArrowUpToLine, down: ArrowDownToLine };

type ShapeToolsProps = {
  kind: ShapeKind;
  onMove: (direction: Direction) => void;
  onResize: (direction: Direction) => void;
  onRemove: () => void;
};

/** As a `ref`: the focus goes to Undo. One more press of the button after them would close the room. */
function passFocusToUndo(tools: Element | null): () => void {
  return () => passFocus(() => [tools?.previousElementSibling?.querySelector('[aria-label="Undo"]')]);
}

/** For whoever cannot drag or has no keys: the selected shape is moved, resized and removed as by its keys. */
export function ShapeTools({ kind, onMove, onResize, onRemove }: ShapeToolsProps) {
  const end = kind === "circle" ? "corner" : "end";
  return (
    <ToolGroup ref={passFocusToUndo} label="Selected shape">
      {DIRECTIONS.map((direction) => (
        <ToolButton
          key={direction}
          icon={MOVE_ICONS[direction]}
          label={`Move the shape ${direction}`}
          onClick={() => onMove(direction)}
        />
      ))}
      {kind !== "free" &&
        DIRECTIONS.map((direction) => (
          <ToolButton
            key={direction}
            icon={RESIZE_ICONS[direction]}
            label={`Move its ${end} ${direction}`}
            onClick={() => onResize(direction)}
          />
        ))}
      <ToolButton icon={Eraser} label="Remove the shape" onClick={onRemove} />
    </ToolGroup>
  );
}
