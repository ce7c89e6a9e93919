import type { CaptionTrack } from "@app/contract/captions";
import type { Chapter } from "@app/contract/chapters";
import { clsx } from "clsx";
import { type PointerEvent, type ReactNode, type Ref, useImperativeHandle, useRef, useState } from "react";
import type { FilmPlayer, Loop } from "#lib/film-player.ts";
import { seek } from "#lib/seek.ts";
import { useEnded } from "#lib/use-ended.ts";
import { ControlBar } from "./control-bar.tsx";
import type { EngineState, PrefetchedEngine } from "./hls-engine.ts";
import { Picture } from "./picture.tsx";
import { runCommand, togglePlay } from "./player-commands.ts";
import { type PlayerCommand, usePlayerKeys } from "./player-keys.ts";
import { positionOf, readMemory, updateMemory, usePlayerMemory } from "./player-memory.ts";
import {
  MiddleButtons,
  OverPicture,
  PlayerError,
  useControlsVisibility,
  useFocusOfControls,
} from "./player-overlays.tsx";
import { useCaptions } from "./use-captions.ts";
import { type EngineControls, useEngine } from "./use-engine.ts";
import { useIsFullscreen, usePlayback, useTime } from "./use-playback.ts";
import { useWatchedTime } from "./watched-time.ts";

// Part of this chunk, so that a page can start loading a video before it renders the player.
export { prefetchEngine } from "./hls-engine.ts";
// For others that show a video: a chunk of their own for these would make the player's larger.
export { PlayerError } from "./player-overlays.tsx";
export { useEngine } from "./use-engine.ts";

export type PlayerHandle = {
  /** Plays from there, and takes the focus. */
  seek: (atS: number) => void;
  /** Plays from there, and leaves the focus where it is: for what is edited beside it. */
  play: (atS: number) => void;
  /** Pauses at that picture, and leaves the focus where it is: for a handle that is being moved. */
  show: (atS: number) => void;
  positionS: () => number;
};

export type PlayerProps = {
  /** The key of the stored position. */
  contentId: string;
  /** HLS multivariant playlist. */
  hls: string;
  poster: string | null;
  /** URL of a WebVTT file whose cues point into sprite sheets. */
  storyboard: string | null;
  captions?: readonly CaptionTrack[];
  /** Shown on the seek bar. */
  chapters?: readonly Chapter[];
  title: string;
  /** null while unknown. */
  lengthS: number | null;
  /** Overrides the stored position. */
  startAtS?: number | undefined;
  /** Where in the whole video the time line of `hls` begins. */
  fromS?: number;
  /** An engine that already loads `hls`. */
  prefetched?: PrefetchedEngine | null;
  /** For autoplay before the first click, which browsers only allow without sound. */
  startsMuted?: boolean;
  /** The video is still being processed, so its playlist grows. */
  isGrowing: boolean;
  isTheater: boolean;
  /** Null hides the theater button. */
  onTheater: ((isTheater: boolean) => void) | null;
  /** Called with the total seconds played and the part just played, whenever there are more. */
  onWatched: (watchedS: number, played: readonly [fromS: number, toS: number]) => void;
  /** The first frame can be shown. */
  onFirstFrame?: () => void;
  onPaused?: () => void;
  /** Called with the position whenever it changes, several times a second. */
  onTime?: (atS: number) => void;
  /** Playback reached the end. The same player can continue with another item, even in full screen. */
  onEnded?: (isMuted: boolean) => void;
  /** The user retries after an error; the URL may have expired in the meantime. */
  onRetry: () => void;
  /** The URL has expired: requests a new `hls`. @returns whether there is one */
  onGone: () => Promise<boolean>;
  /** Rendered over the picture while it is open. Without it, there is no button. */
  filmRoom?: { isOpen: boolean; onToggle: () => void; render: (player: FilmPlayer) => ReactNode };
  ref?: Ref<PlayerHandle>;
};

const NO_CAPTIONS: readonly CaptionTrack[] = [];
const NO_CHAPTERS: readonly Chapter[] = [];

export function Player(props: PlayerProps) {
  const { poster, storyboard, title, isGrowing, isTheater, onTheater } = props;
  const { captions: tracks = NO_CAPTIONS, chapters = NO_CHAPTERS } = props;
  const root = useRef<HTMLElement>(null);
  const isMouse = useRef(true);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [memory] = useState(readMemory);
  const [hasShortcuts, setHasShortcuts] = useState(memory.hasShortcuts);
  const [isInteracting, setInteracting] = useState(false);
  const [announcement, setAnnouncement] = useState("");

  const playback = usePlayback(video);
  const lengthS = knownLength(props.lengthS, playback.durationS, isGrowing);
  useWatchedTime(video, props.contentId, props.onWatched);
  useEnded(video, (isMuted) => props.onEnded?.(isMuted));
  const engine = useStartedEngine(video, props, { memory, lengthS });
  const isFullscreen = useIsFullscreen(root);
  const captions = useCaptions(video, tracks);
  useTime(video, props.onTime);
  const controls = useControlsVisibility(root, !playback.isPaused, isInteracting);

  // Theater view has no effect in full screen.
  const toggleTheater = onTheater === null || isFullscreen ? null : () => onTheater(!isTheater);

  const filmRoom = useFilmRoom(props.filmRoom, playback.isPaused);
  useFocusOfControls(root, filmRoom.isDrawing);

  function run(command: PlayerCommand): void {
    if (!video || !root.current) return;
    controls.show();
    const message = runCommand(
      { video, root: root.current, onTheater: toggleTheater, onCaptions: captions.toggle, filmRoom: filmRoom.command },
      command,
    );
    if (message !== null) setAnnouncement(message);
  }
  usePlayerKeys(root, hasShortcuts, run);

  const takeFocus = () => root.current?.focus({ preventScroll: true });
  function play(atS: number): void {
    if (!video) return;
    seek(video, atS);
    void video.play().catch(() => undefined);
  }
  useImperativeHandle(props.ref, () => ({
    positionS: () => video?.currentTime ?? 0,
    show: (atS) => {
      video?.pause();
      if (video) seek(video, atS);
    },
    play,
    seek: (atS) => {
      play(atS);
      takeFocus();
      root.current?.scrollIntoView({ block: "nearest" });
    },
  }));

  /** A mouse click plays or pauses; a tap shows or hides the controls. */
  function clickPicture(event: Pick<PointerEvent, "button"> & { pointerType?: string }): void {
    if (!video || event.button !== 0) return;
    isMouse.current = event.pointerType === "mouse";
    takeFocus();
    if (isMouse.current || !playback.hasStarted) togglePlay(video);
    else if (controls.isShown) controls.hide();
    else controls.show();
  }

  const isUnplayed = !playback.hasStarted && playback.isPaused;
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={`Player: ${title}`}
      data-theme="dark"
      data-player
      onPointerMove={(event) => event.pointerType === "mouse" && controls.show()}
      onPointerLeave={(event) => event.pointerType === "mouse" && controls.hide()}
      onFocus={controls.show}
      onKeyDown={controls.show}
      className={clsx(
        "@container relative aspect-video w-full bg-ground text-text outline-none select-none sm:rounded-media",
        filmRoom.height,
        !controls.isShown && "cursor-none",
      )}
    >
      <Picture
        ref={setVideo}
        poster={poster}
        tracks={tracks}
        onLoadedData={() => props.onFirstFrame?.()}
        onPause={() => props.onPaused?.()}
        onPointerUp={clickPicture}
        onDoubleClick={() => isMouse.current && run({ kind: "toggle_fullscreen" })}
      />
      <OverPicture
        captions={captions.text}
        isGrowing={isGrowing}
        areControlsShown={controls.isShown}
        isBuffering={playback.isWaiting && engine.fault === null}
      />
      {!filmRoom.isOpen && (
        <MiddleButtons
          isUnplayed={isUnplayed}
          isShown={controls.isShown}
          title={title}
          run={run}
          onPlay={clickPicture}
        />
      )}
      {filmRoom.render({
        video,
        isFullscreen,
        hasShortcuts,
        framesPerSecond: framesPerSecondOf(engine),
        atS: playback.atS,
        rate: playback.rate,
        isPaused: playback.isPaused,
      })}
      <ControlBar
        video={video}
        playback={playback}
        engine={engine}
        lengthS={lengthS}
        storyboard={storyboard}
        isFullscreen={isFullscreen}
        isTheater={isTheater}
        captions={captions}
        chapters={chapters}
        hasShortcuts={hasShortcuts}
        run={run}
        hasTheater={toggleTheater !== null}
        isShown={controls.isShown && !filmRoom.isDrawing}
        isInert={filmRoom.isDrawing}
        filmRoom={filmRoom.state}
        onInteracting={setInteracting}
        onShortcuts={(isOn) => {
          setHasShortcuts(isOn);
          updateMemory((before) => ({ ...before, hasShortcuts: isOn }));
        }}
      />
      {engine.fault !== null && (
        <PlayerError
          fault={engine.fault}
          onRetry={() => {
            props.onRetry();
            engine.retry();
            takeFocus();
          }}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {announcement}
      </p>
    </section>
  );
}

/** The engine, from where this browser was last time unless the caller says otherwise, with its volume and speed. */
function useStartedEngine(
  video: HTMLVideoElement | null,
  { contentId, hls, lengthS: itemLengthS, fromS = 0, prefetched = null, startAtS, ...props }: PlayerProps,
  { memory, lengthS }: { memory: ReturnType<typeof readMemory>; lengthS: number },
): EngineControls {
  usePlayerMemory(video, { contentId, lengthS, startsMuted: props.startsMuted ?? false });
  return useEngine(video, {
    contentId,
    url: hls,
    prefetched,
    startAtS: startAtS ?? positionOf(memory, contentId, itemLengthS),
    fromS,
    shouldAutoplay: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    renewUrl: props.onGone,
  });
}

/** Of the rendition that plays; 0 while unknown. */
function framesPerSecondOf({ qualities, current }: EngineState): number {
  return qualities.find(({ index }) => index === current)?.framesPerSecond ?? 0;
}

type PlayerState = Omit<FilmPlayer, "loop" | "onLoop" | "onDrawing" | "onClose">;

/** What the film room asks of the player: a loop, and no controls while somebody draws, which takes a paused video. */
function useFilmRoom(filmRoom: PlayerProps["filmRoom"], isPaused: boolean) {
  const [loop, setLoop] = useState<Loop | null>(null);
  const [hasTool, setHasTool] = useState(false);
  const close = () => {
    setLoop(null);
    setHasTool(false);
    filmRoom?.onToggle();
  };
  return {
    isOpen: filmRoom?.isOpen ?? false,
    isDrawing: hasTool && isPaused,
    // In the theater view its tools are below the player.
    height: clsx("max-h-[calc(100dvh-8rem)]", filmRoom?.isOpen && "lg:max-h-[calc(100dvh-10.5rem)]"),
    state: filmRoom ? { isOpen: filmRoom.isOpen, loop } : null,
    command: filmRoom ? { isOpen: filmRoom.isOpen, toggle: close } : null,
    render: (state: PlayerState): ReactNode =>
      filmRoom?.isOpen && filmRoom.render({ ...state, loop, onLoop: setLoop, onDrawing: setHasTool, onClose: close }),
  };
}

/** The length of the element wins, unless it only covers the part that has been processed so far. */
function knownLength(lengthS: number | null, durationS: number, isGrowing: boolean): number {
  if (lengthS === null) return durationS;
  return isGrowing || durationS === 0 ? Math.max(lengthS, durationS) : durationS;
}
