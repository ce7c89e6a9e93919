import type { ShapeColor } from "@app/contract/film-note-limits";
import type { FilmNote } from "@app/contract/film-notes";
import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { FilmPlayer } from "#lib/film-player.ts";
import { timeCode } from "#lib/format.ts";
import { hasPosition, seek } from "#lib/seek.ts";
import { toast } from "#lib/toast.ts";
import { firstFrameS, stepTarget } from "#lib/video-frames.ts";
import { aspectOf, type Drawing, placeShape, savePicture } from "./drawing.ts";
import { DrawingSurface, type Tool } from "./drawing-surface.tsx";
import { FilmNotes } from "./film-notes.tsx";
import { loopInWords, SPEED_MAX, SPEED_MIN, stepSpeed, withLoopEnd } from "./film-time.ts";
import { type FilmActions, FilmTools } from "./film-tools.tsx";
import { useLeftFrame, useLoop, useOwnSpeed, useShownFrame } from "./use-film-video.ts";
import { useRoomDrawing, useSelectedShape } from "./use-room-drawing.ts";

type FilmRoomProps = FilmPlayer & {
  contentId: string;
  title: string;
  /** Differs for each part of the video that is shown. */
  timeline: string;
  /** Where the part begins that the player shows: it follows a trim later than the rest of the page. */
  trimFromS: number;
  channelName: string;
  isOwner: boolean;
  /** Where the tools and the notes are shown, outside of the player. */
  toolsPlace: HTMLElement | null;
  notesPlace: HTMLElement | null;
};

/** Frame steps, fine speeds, a loop, drawing and notes. Renders the drawing into the player, the rest beside it. */
export function FilmRoom(props: FilmRoomProps) {
  const { video, rate, loop, onLoop, onDrawing, toolsPlace, notesPlace, isFullscreen } = props;
  const drawing = useRoomDrawing(props.contentId, props.trimFromS);
  const [tool, setTool] = useState<Tool | null>(null);
  const [color, setColor] = useState<ShapeColor>("yellow");
  const [overPlace, setOverPlace] = useState<HTMLElement | null>(null);
  const [areNotesOpen, setNotesOpen] = useState(false);
  const [statusText, setStatusText] = useState("");
  const notesHost = useMovableHost(isFullscreen ? overPlace : notesPlace);
  const shownAtS = useShownFrame(video);
  useLoop(video, loop);
  useOwnSpeed(video);
  useLeftFrame(video, drawing.viewedNote, drawing.showOwn);

  const nowMs = () => Math.round((video?.currentTime ?? 0) * 1_000);
  const draw = (shapes: Drawing) => drawing.draw(shapes, nowMs());
  const selected = useSelectedShape({ drawing: drawing.own, isShown: props.isPaused, draw });
  const choose = (next: Tool | null) => {
    if (next !== null) {
      video?.pause();
      drawing.showOwn();
    }
    setTool(next);
    selected.select(null);
    onDrawing(next !== null);
  };
  const pauseAt = (atS: number) => {
    if (!video) return;
    video.pause();
    seek(video, atS);
  };

  const actions: FilmActions = {
    step: (frames) => {
      if (!video || !hasPosition(video)) return;
      // The drawing of a note belongs to its own frame.
      drawing.showOwn();
      const fromS = Math.max(shownAtS() ?? video.currentTime, firstFrameS(video));
      pauseAt(stepTarget(fromS, props.framesPerSecond, frames));
      // Not the target, which may be after the end.
      setStatusText(timeCode(video.currentTime * 1_000));
    },
    setRate: (rate) => {
      if (video) video.playbackRate = Math.min(SPEED_MAX, Math.max(SPEED_MIN, rate));
    },
    stepRate: (steps) => {
      const next = stepSpeed(rate, steps);
      actions.setRate(next);
      // The slider itself says its new value.
      if (!document.activeElement?.matches("input[type=range]")) setStatusText(`Speed ${next}×`);
    },
    setLoopEnd: (end) => {
      if (!video) return;
      const next = withLoopEnd(loop, end, video.currentTime);
      onLoop(next);
      setStatusText(loopInWords(next));
    },
    clearLoop: () => {
      if (loop === null) return;
      onLoop(null);
      setStatusText("The loop is cleared.");
    },
    setTool: choose,
    setColor,
    place: () => tool !== null && tool !== "move" && draw([...drawing.own, placeShape(tool, color)]),
    moveSelected: selected.move,
    resizeSelected: selected.resize,
    removeSelected: selected.remove,
    undo: drawing.undo,
    redo: drawing.redo,
    clear: () => draw([]),
    save: () => {
      if (!video) return;
      // A drawing is shown only over the frame that it was made for.
      savePicture(
        video,
        props.isPaused ? drawing.shown : [],
        `${props.title} ${video.currentTime.toFixed(2)} s.png`,
      ).catch(() => toast.error("This picture could not be saved."));
    },
    toggleNotes: () => isFullscreen && setNotesOpen(!areNotesOpen),
    close: props.onClose,
  };
  useFilmKeys(props.hasShortcuts, { actions, hasTool: tool !== null });

  function goTo(note: FilmNote): void {
    pauseAt(note.from_ms / 1_000);
    choose(null);
  }

  const tools = (
    <FilmTools
      state={{
        atS: props.atS,
        rate,
        loop,
        tool,
        color,
        shapes: drawing.viewedNote ? 0 : drawing.own.length,
        selectedKind: selected.kind,
        canUndo: drawing.canUndo,
        canRedo: drawing.canRedo,
        areNotesOpen: isFullscreen ? areNotesOpen : null,
        statusText,
      }}
      actions={actions}
    />
  );
  return (
    <>
      {props.isPaused && (
        <DrawingSurface
          drawing={drawing.shown}
          tool={tool}
          color={color}
          aspect={aspectOf(video)}
          selected={selected.index}
          onSelect={selected.select}
          onDraw={draw}
        />
      )}
      {isFullscreen && <OverPlayer tools={tools} notesPlace={areNotesOpen ? setOverPlace : null} />}
      {!isFullscreen && toolsPlace && createPortal(tools, toolsPlace)}
      {createPortal(
        <FilmNotes
          contentId={props.contentId}
          title={props.title}
          timeline={props.timeline}
          shareWith={props.isOwner ? null : props.channelName}
          drawing={drawing.own}
          isViewingNote={drawing.viewedNote !== null && drawing.shown.length + drawing.own.length > 0}
          onRemoved={(id) => drawing.viewedNote?.id === id && drawing.showOwn()}
          loop={loop}
          trimFromS={props.trimFromS}
          nowMs={nowMs}
          drawnAtMs={drawing.drawnAtMs}
          drawnFromS={drawing.drawnFromS}
          baseSavedAt={drawing.baseSavedAt}
          onEdit={(note) => {
            goTo(note);
            drawing.edit(note);
          }}
          onView={(note) => {
            goTo(note);
            drawing.viewNote(note);
            // On a phone, the picture is above the list.
            video?.closest("[data-player]")?.scrollIntoView({ block: "nearest" });
          }}
          onShowOwn={drawing.showOwn}
          onCancel={() => {
            drawing.cancel();
            selected.select(null);
          }}
          onChangedSince={drawing.goOnWith}
          onSaved={(isOpen) => {
            drawing.finish(isOpen);
            if (isOpen) choose(null);
          }}
        />,
        notesHost,
      )}
    </>
  );
}

/** An element that is moved between places in the page, so that what is typed in it survives. */
function useMovableHost(place: HTMLElement | null): HTMLElement {
  const [host] = useState(() => document.createElement("div"));
  useLayoutEffect(() => {
    place?.append(host);
    return () => host.remove();
  }, [place, host]);
  return host;
}

/** What takes single keys as text, or has its own use for them. */
const WITH_TEXT = 'textarea, input:not([type="range"], [type="radio"]), [role="menu"]';

/** Single keys, where the player takes its own; in fields they are text. */
function useFilmKeys(isEnabled: boolean, { actions, hasTool }: { actions: FilmActions; hasTool: boolean }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || !isOurs(event.target)) return;
    const keys: Readonly<Record<string, () => void>> = {
      ",": () => actions.step(-1),
      ".": () => actions.step(1),
      "-": () => actions.stepRate(-1),
      "+": () => actions.stepRate(1),
      "=": () => actions.stepRate(1),
      "[": () => actions.setLoopEnd("a"),
      "]": () => actions.setLoopEnd("b"),
      "\\": actions.clearLoop,
      n: actions.toggleNotes,
      r: actions.close,
      ...(hasTool ? { Escape: () => actions.setTool(null) } : null),
    };
    const withControl: typeof keys = { z: event.shiftKey ? actions.redo : actions.undo, y: actions.redo };
    // With Command, Shift does not change the letter; Caps Lock does.
    const action = event.ctrlKey || event.metaKey ? withControl[event.key.toLowerCase()] : keys[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!isEnabled) return;
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isEnabled]);
}

function isOurs(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  if (target === document.body || target.tagName === "MAIN") return true;
  return target.closest("[data-player], [data-film-room]") !== null && target.closest(WITH_TEXT) === null;
}

type OverPlayerProps = {
  tools: ReactNode;
  /** Receives the element that the notes are shown in; null while they are closed. */
  notesPlace: ((element: HTMLElement | null) => void) | null;
};

/** In full screen nothing beside the player is visible. */
function OverPlayer({ tools, notesPlace }: OverPlayerProps) {
  return (
    <div className="pointer-events-none absolute inset-0 z-30 flex flex-col items-end gap-2 pb-20 short:pb-2 *:pointer-events-auto">
      <div className="w-full">{tools}</div>
      {notesPlace && (
        <div
          ref={notesPlace}
          className="mr-2 min-h-0 w-96 max-w-[calc(100%-1rem)] cursor-auto overflow-y-auto rounded-media bg-ground p-4"
        />
      )}
    </div>
  );
}
