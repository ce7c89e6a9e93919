import { SHAPE_COLORS, SHAPE_KINDS, type ShapeColor, type ShapeKind } from "@app/contract/film-note-limits";
import { clsx } from "clsx";
import {
  ArrowUpRight,
  Circle,
  ImageDown,
  type LucideIcon,
  Move,
  NotebookPen,
  Plus,
  Redo2,
  Repeat,
  Slash,
  Spline,
  StepBack,
  StepForward,
  Trash2,
  Undo2,
  X,
} from "lucide-react";
import type { Loop } from "#lib/film-player.ts";
import { timeCode } from "#lib/format.ts";
import { passFocus } from "#lib/pass-focus.ts";
import { COLORS, type Direction, SHAPE_NAMES } from "./drawing.ts";
import type { Tool } from "./drawing-surface.tsx";
import { SPEED_MAX, SPEED_MIN, SPEED_STEP } from "./film-time.ts";
import { ShapeTools } from "./shape-tools.tsx";
import { HOVER, TOOL, ToolButton, ToolGroup } from "./tool-button.tsx";

/** What the tools show. */
export type FilmState = {
  atS: number;
  rate: number;
  loop: Loop | null;
  tool: Tool | null;
  color: ShapeColor;
  shapes: number;
  /** Of the selected shape; null: none is. */
  selectedKind: ShapeKind | null;
  canUndo: boolean;
  canRedo: boolean;
  /** Whether the notes are shown over the picture, in full screen; null where they are beside it. */
  areNotesOpen: boolean | null;
  /** For screen readers: the result of the last key or button. */
  statusText: string;
};

/** What they do. */
export type FilmActions = {
  step: (frames: number) => void;
  setRate: (rate: number) => void;
  stepRate: (steps: number) => void;
  setLoopEnd: (end: "a" | "b") => void;
  clearLoop: () => void;
  setTool: (tool: Tool | null) => void;
  setColor: (color: ShapeColor) => void;
  place: () => void;
  moveSelected: (direction: Direction) => void;
  resizeSelected: (direction: Direction) => void;
  removeSelected: () => void;
  undo: () => void;
  redo: () => void;
  clear: () => void;
  save: () => void;
  toggleNotes: () => void;
  close: () => void;
};

const TOOL_ICONS: Record<Tool, LucideIcon> = {
  line: Slash,
  arrow: ArrowUpRight,
  circle: Circle,
  free: Spline,
  move: Move,
};
const TOOLS: readonly Tool[] = [...SHAPE_KINDS, "move"];

/** As a `ref`: when the tools close, the focus goes to the player's button that opened them. */
function passFocusToPlayer(): () => void {
  return () => passFocus(() => [document.querySelector('[data-player] [aria-label="Film room"]')]);
}

export function FilmTools({ state, actions }: { state: FilmState; actions: FilmActions }) {
  const isOverPicture = state.areNotesOpen !== null;
  return (
    <section
      ref={passFocusToPlayer}
      aria-label="Film room"
      data-film-room
      className={clsx(
        "relative flex items-center gap-x-5 gap-y-1 border-line bg-raised px-3 py-2 text-text sm:rounded-media sm:border",
        // One row that scrolls leaves a phone's picture free to draw on.
        isOverPicture ? "overflow-x-auto *:shrink-0 xl:flex-wrap" : "flex-wrap",
      )}
    >
      <p role="status" className="sr-only">
        {state.statusText}
      </p>
      <PlaybackTools state={state} actions={actions} />
      <DrawingTools state={state} actions={actions} />
      {state.selectedKind !== null && (
        <ShapeTools
          kind={state.selectedKind}
          onMove={actions.moveSelected}
          onResize={actions.resizeSelected}
          onRemove={actions.removeSelected}
        />
      )}
      {state.areNotesOpen !== null && (
        <ToolButton
          icon={NotebookPen}
          label="Film notes"
          shortcut="n"
          aria-expanded={state.areNotesOpen}
          onClick={actions.toggleNotes}
        />
      )}
      <ToolButton
        icon={X}
        label={"Close the film room"}
        shortcut={"r"}
        onClick={actions.close}
        className={clsx(
          "ml-auto",
          // On a phone it would be alone in a row below all others.
          isOverPicture
            ? "max-xl:sticky max-xl:right-0 max-xl:bg-raised"
            : "max-sm:absolute max-sm:top-2 max-sm:right-3",
        )}
      />
    </section>
  );
}

function PlaybackTools({ state, actions }: { state: FilmState; actions: FilmActions }) {
  const { atS, rate, loop } = state;
  return (
    <>
      <ToolGroup label="Frames">
        <ToolButton icon={StepBack} label="Previous frame" shortcut="," onClick={() => actions.step(-1)} />
        <span className="score min-w-20 text-center text-base">{timeCode(atS * 1_000)}</span>
        <ToolButton icon={StepForward} label="Next frame" shortcut="." onClick={() => actions.step(1)} />
      </ToolGroup>
      <ToolGroup label="Speed">
        <label className="flex items-center gap-2 text-sm touch:min-h-11">
          <span>Speed</span>
          <input
            type="range"
            min={SPEED_MIN}
            max={SPEED_MAX}
            step={SPEED_STEP}
            value={rate}
            aria-valuetext={`${rate} times`}
            aria-keyshortcuts="- +"
            title="Speed (- and +)"
            onChange={({ currentTarget }) => actions.setRate(currentTarget.valueAsNumber)}
            className="h-6 w-28 accent-accent"
          />
          <span className="score w-11 text-base">{rate}×</span>
        </label>
      </ToolGroup>
      <ToolGroup label="Loop">
        <Repeat aria-hidden size={18} className={clsx("mr-1", loop?.toS != null ? "text-accent" : "text-muted")} />
        <EndButton end="a" at={loop?.fromS ?? null} shortcut="[" onClick={() => actions.setLoopEnd("a")} />
        <EndButton end="b" at={loop?.toS ?? null} shortcut="]" onClick={() => actions.setLoopEnd("b")} />
        <ToolButton icon={X} label="Clear the loop" shortcut="\" disabled={loop === null} onClick={actions.clearLoop} />
      </ToolGroup>
    </>
  );
}

type EndButtonProps = { end: "a" | "b"; at: number | null; shortcut: string; onClick: () => void };

function EndButton({ end, at, shortcut, onClick }: EndButtonProps) {
  const letter = end.toUpperCase();
  return (
    <button
      type="button"
      aria-keyshortcuts={shortcut}
      title={`Set ${letter} to this frame (${shortcut})`}
      onClick={onClick}
      className={clsx(TOOL, HOVER, "px-2 text-sm font-semibold", at !== null && "text-accent")}
    >
      <span className="sr-only">Set </span>
      {letter}
      {at !== null && <span className="score ml-1.5 font-normal">{timeCode(at * 1_000)}</span>}
    </button>
  );
}

function DrawingTools({ state, actions }: { state: FilmState; actions: FilmActions }) {
  const { tool, color, shapes, canUndo, canRedo } = state;
  const kind = tool === "move" ? null : tool;
  return (
    <ToolGroup label="Drawing">
      {TOOLS.map((one) => (
        <ToolButton
          key={one}
          icon={TOOL_ICONS[one]}
          label={one === "move" ? "Move shapes" : SHAPE_NAMES[one]}
          aria-pressed={tool === one}
          onClick={() => actions.setTool(tool === one ? null : one)}
        />
      ))}
      <ToolButton
        icon={Plus}
        label={
          kind === null ? "Place a shape in the middle" : `Place in the middle: ${SHAPE_NAMES[kind].toLowerCase()}`
        }
        disabled={kind === null}
        onClick={actions.place}
      />
      <Colors color={color} onColor={actions.setColor} />
      <ToolButton icon={Undo2} label="Undo" disabled={!canUndo} onClick={actions.undo} />
      <ToolButton icon={Redo2} label="Redo" disabled={!canRedo} onClick={actions.redo} />
      <ToolButton icon={Trash2} label="Clear the drawing" disabled={shapes === 0} onClick={actions.clear} />
      <ToolButton icon={ImageDown} label="Save as a picture" onClick={actions.save} />
    </ToolGroup>
  );
}

function Colors({ color, onColor }: { color: ShapeColor; onColor: (color: ShapeColor) => void }) {
  return (
    <div role="radiogroup" aria-label="Color" className="flex items-center">
      {SHAPE_COLORS.map((one) => (
        <label key={one} title={COLORS[one].name} className="relative grid size-8 place-items-center touch:size-11">
          <input
            type="radio"
            name="film-color"
            aria-label={COLORS[one].name}
            checked={one === color}
            onChange={() => onColor(one)}
            className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
          />
          <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
            <circle cx={10} cy={10} r={9} fill={COLORS[one].ink} className="stroke-edge" strokeWidth={1.5} />
          </svg>
          <span
            aria-hidden
            className="pointer-events-none absolute inset-0.5 rounded-full outline-accent peer-checked:border-2 peer-checked:border-accent peer-focus-visible:outline-2"
          />
        </label>
      ))}
    </div>
  );
}
