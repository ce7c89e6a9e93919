import { clsx } from "clsx";
import {
  type PointerEvent,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { ControlBar } from "./control-bar.tsx";
import { captionsOf, runCommand, seek, togglePlay } from "./player-commands.ts";
import type { PlayerCommand } from "./player-keys.ts";
import { positionOf, readMemory, updateMemory } from "./player-memory.ts";
import { BigPlayButton, FaultSign, TouchSkips, WaitingSign } from "./player-overlays.tsx";
import type { PreparedEngine } from "./prepared-engine.ts";
import { useControlsShown } from "./use-controls-shown.ts";
import { useEngine } from "./use-engine.ts";
import { usePlayback } from "./use-playback.ts";
import { usePlayerKeys } from "./use-player-keys.ts";
import { useRemembered } from "./use-remembered.ts";
import { addPlayed, breakPlayed, NOTHING_WATCHED } from "./watched-time.ts";

// The player's code is fetched as one: with it a page can begin to load a video before it draws the player.
export { prepareEngine } from "./prepared-engine.ts";

/** What a page may ask of a player it shows. */
export type PlayerHandle = { seek: (atS: number) => void };

export type PlayerProps = {
  /** Names the video for what is remembered about it. */
  contentId: string;
  /** HLS multivariant playlist. */
  hls: string;
  poster: string | null;
  /** WebVTT whose cues point into sprite sheets. */
  storyboard: string | null;
  title: string;
  /** null while nobody has measured it. */
  lengthS: number | null;
  /** Goes before the remembered position. */
  startAtS?: number | undefined;
  /** Loads `hls` already. */
  prepared?: PreparedEngine | null;
  /** Starts without sound, as a page must that plays at once for somebody who has not clicked yet. */
  isSilent?: boolean;
  /** Still being processed: more of it is to come. */
  isGrowing: boolean;
  isTheatre: boolean;
  /** Null on a page with only one view: there is no button for the other. */
  onTheatre: ((isTheatre: boolean) => void) | null;
  /** Seconds truly played since the player opened; told each time there are more. */
  onWatched: (watchedS: number) => void;
  /** It has played to its end. Another item may follow in the same player, also in full screen. */
  onEnded?: (isMuted: boolean) => void;
  /** Somebody asks to try again after a fault: the address may have expired meanwhile. */
  onRetry: () => void;
  /** The address leads nowhere any more: asks for a new `hls`. @returns whether there is one */
  onGone: () => Promise<boolean>;
  ref?: Ref<PlayerHandle>;
};

export function Player(props: PlayerProps) {
  const { contentId, hls, poster, storyboard, title, isGrowing, isTheatre, onTheatre } = props;
  const root = useRef<HTMLElement>(null);
  const isMouse = useRef(true);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [memory] = useState(readMemory);
  const [hasShortcuts, setHasShortcuts] = useState(memory.hasShortcuts);
  const [isHeld, setHeld] = useState(false);
  const [said, setSaid] = useState("");

  const playback = usePlayback(video);
  const lengthS = knownLength(props.lengthS, playback.durationS, isGrowing);
  useRemembered(video, { contentId, lengthS, isSilent: props.isSilent ?? false });
  useWatchedTime(video, contentId, props.onWatched);
  useEnded(video, (isMuted) => props.onEnded?.(isMuted));
  const engine = useEngine(video, {
    ...{ contentId, url: hls, prepared: props.prepared ?? null },
    startAtS: props.startAtS ?? positionOf(memory, contentId),
    isPlayedAtOnce: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
    renew: props.onGone,
  });
  const isFullscreen = useIsFullscreen(root);
  const captions = useCaptions(video);
  const controls = useControlsShown(root, !playback.isPaused, isHeld);

  // In full screen there is no page whose view could change.
  const toggleTheatre = onTheatre === null || isFullscreen ? null : () => onTheatre(!isTheatre);

  function run(command: PlayerCommand): void {
    if (!video || !root.current) return;
    controls.wake();
    const happened = runCommand({ video, root: root.current, onTheatre: toggleTheatre }, command);
    if (happened !== null) setSaid(happened);
  }
  usePlayerKeys(root, hasShortcuts, run);

  useImperativeHandle(props.ref, () => ({
    seek: (atS) => {
      if (!video) return;
      seek(video, atS);
      void video.play().catch(() => undefined);
      root.current?.focus({ preventScroll: true });
      root.current?.scrollIntoView({ block: "nearest" });
    },
  }));

  /** A mouse plays and pauses; a finger brings the controls and sends them away. */
  function clickPicture(event: PointerEvent): void {
    if (!video || event.button !== 0) return;
    isMouse.current = event.pointerType === "mouse";
    root.current?.focus({ preventScroll: true });
    if (event.pointerType === "mouse" || !playback.hasStarted) togglePlay(video);
    else if (controls.isShown) controls.hide();
    else controls.wake();
  }

  const isOpening = !playback.hasStarted && playback.isPaused;
  return (
    <section
      ref={root}
      tabIndex={-1}
      aria-label={`Player: ${title}`}
      data-theme="dark"
      data-player
      onPointerMove={(event) => event.pointerType === "mouse" && controls.wake()}
      onPointerLeave={(event) => event.pointerType === "mouse" && controls.hide()}
      onFocus={controls.wake}
      onKeyDown={controls.wake}
      className={clsx(
        "relative aspect-video max-h-[calc(100dvh-8rem)] w-full bg-ground text-text outline-none select-none sm:rounded-media",
        !controls.isShown && "cursor-none",
      )}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: captions come with the playlist, where there are any */}
      <video
        ref={setVideo}
        poster={poster ?? undefined}
        playsInline
        preload="auto"
        onPointerUp={clickPicture}
        onDoubleClick={() => isMouse.current && run({ kind: "toggle_fullscreen" })}
        className="size-full rounded-[inherit] object-contain"
      />
      {isGrowing && controls.isShown && <GrowingSign />}
      {playback.isWaiting && engine.fault === null && <WaitingSign />}
      {isOpening && <BigPlayButton title={title} onPlay={() => run({ kind: "toggle_play" })} />}
      {!isOpening && <TouchSkips isShown={controls.isShown} run={run} />}
      <ControlBar
        {...{ video, playback, engine, lengthS, storyboard, isFullscreen, isTheatre, captions, hasShortcuts, run }}
        hasTheatre={toggleTheatre !== null}
        isShown={controls.isShown}
        onHold={setHeld}
        onShortcuts={(isOn) => {
          setHasShortcuts(isOn);
          updateMemory((before) => ({ ...before, hasShortcuts: isOn }));
        }}
      />
      {engine.fault !== null && (
        <FaultSign
          fault={engine.fault}
          onRetry={() => {
            props.onRetry();
            engine.retry();
          }}
        />
      )}
      <p className="sr-only" aria-live="polite">
        {said}
      </p>
    </section>
  );
}

function GrowingSign() {
  return (
    <p className="pointer-events-none absolute top-3 left-3 z-10 rounded-control bg-scrim px-2 py-1 text-sm text-on-scrim">
      Still being processed: more of it follows
    </p>
  );
}

/** The element knows best, unless what it knows is only the part that exists so far. */
function knownLength(lengthS: number | null, durationS: number, isGrowing: boolean): number {
  if (lengthS === null) return durationS;
  return isGrowing || durationS === 0 ? Math.max(lengthS, durationS) : durationS;
}

/** Tells that a video has played to its end, and not that somebody moved a paused one there. */
function useEnded(video: HTMLVideoElement | null, onEnded: (isMuted: boolean) => void): void {
  const tell = useEffectEvent(onEnded);
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let isPlaying = !video.paused;
    const listen = (event: string, then: () => void) => video.addEventListener(event, then, { signal });
    listen("play", () => {
      isPlaying = true;
    });
    // At the end it pauses by itself.
    listen("pause", () => {
      isPlaying = isPlaying && video.ended;
    });
    listen("ended", () => {
      if (isPlaying) tell(video.muted);
      isPlaying = false;
    });
    return () => listeners.abort();
  }, [video]);
}

function useIsFullscreen(root: RefObject<HTMLElement | null>): boolean {
  const [isFullscreen, setFullscreen] = useState(false);
  useEffect(() => {
    const read = () =>
      setFullscreen(document.fullscreenElement !== null && document.fullscreenElement === root.current);
    document.addEventListener("fullscreenchange", read);
    return () => document.removeEventListener("fullscreenchange", read);
  }, [root]);
  return isFullscreen;
}

function useCaptions(video: HTMLVideoElement | null): "none" | "off" | "on" {
  const [captions, setCaptions] = useState<"none" | "off" | "on">("none");
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const read = () => {
      const tracks = captionsOf(video);
      const isOn = tracks.some(({ mode }) => mode === "showing");
      setCaptions(tracks.length === 0 ? "none" : isOn ? "on" : "off");
    };
    for (const event of ["addtrack", "removetrack", "change"])
      video.textTracks.addEventListener(event, read, { signal: listeners.signal });
    read();
    return () => listeners.abort();
  }, [video]);
  return captions;
}

/** Tells how many seconds have truly been played, each time there are more of them. */
function useWatchedTime(
  video: HTMLVideoElement | null,
  contentId: string,
  onWatched: (watchedS: number) => void,
): void {
  const tell = useEffectEvent(onWatched);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another item is counted from nothing
  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    let time = NOTHING_WATCHED;
    const interrupt = () => {
      time = breakPlayed(time);
    };
    video.addEventListener("seeking", interrupt, { signal });
    video.addEventListener("emptied", interrupt, { signal });
    video.addEventListener(
      "timeupdate",
      () => {
        if (video.seeking) return;
        const before = time.watchedS;
        time = addPlayed(time, video.currentTime);
        if (time.watchedS > before) tell(time.watchedS);
      },
      { signal },
    );
    return () => listeners.abort();
  }, [video, contentId]);
}
