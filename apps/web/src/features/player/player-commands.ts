import { seekBy, seekToShare } from "#lib/seek.ts";
import type { PlayerCommand } from "./player-keys.ts";
import { updateMemory } from "./player-memory.ts";

export const SPEEDS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The elements that a command acts on. */
export type PlayerArea = {
  video: HTMLVideoElement;
  root: HTMLElement;
  onTheater: (() => void) | null;
  onCaptions: () => string;
  filmRoom: { isOpen: boolean; toggle: () => void } | null;
};

type Runners = {
  [Kind in PlayerCommand["kind"]]: (
    area: PlayerArea,
    command: Extract<PlayerCommand, { kind: Kind }>,
  ) => string | undefined;
};

/** Each returns an announcement for screen readers, unless the controls announce the change themselves. */
const RUNNERS: Runners = {
  toggle_play: ({ video }) => void togglePlay(video),
  seek_by: ({ video }, { byS }) => void seekBy(video, byS),
  seek_to_share: ({ video }, { share }) => void seekToShare(video, share),
  volume_by: ({ video }, { by }) => {
    setVolume(video, video.volume + by);
    return `Volume ${Math.round(video.volume * 100)}%`;
  },
  speed_by: (area, { steps }) => {
    setSpeed(area, nextSpeed(area.video.playbackRate, steps));
    return `Speed ${area.video.playbackRate}×`;
  },
  set_speed: (area, { rate }) => void setSpeed(area, rate),
  toggle_mute: ({ video }) => toggleMute(video),
  toggle_captions: ({ onCaptions }) => onCaptions(),
  toggle_fullscreen: ({ root, video }) => void toggleFullscreen(root, video),
  toggle_theater: ({ onTheater }) => void onTheater?.(),
  toggle_film_room: ({ filmRoom }) => void filmRoom?.toggle(),
};

/** @returns an announcement for screen readers; null if the controls announce the change themselves */
export function runCommand(area: PlayerArea, command: PlayerCommand): string | null {
  // TypeScript does not know that the runner is that of the command's kind.
  const run = RUNNERS[command.kind] as (area: PlayerArea, command: PlayerCommand) => string | undefined;
  return run(area, command) ?? null;
}

/** Browsers may block playing before the first click; then the big play button stays. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) void video.play().catch(() => undefined);
  else video.pause();
}

/** Also for later videos, unless it is chosen in the film room. */
function setSpeed({ video, filmRoom }: PlayerArea, rate: number): void {
  // A new source, as after Retry, begins at the default.
  video.defaultPlaybackRate = rate;
  video.playbackRate = rate;
  if (!filmRoom?.isOpen) updateMemory((memory) => ({ ...memory, rate }));
}

const AUDIBLE_VOLUME = 0.5;

/** @returns an announcement for screen readers */
export function toggleMute(video: HTMLVideoElement): string {
  video.muted = !video.muted;
  // At volume 0, turning the sound on would not be heard.
  if (!video.muted && video.volume === 0) video.volume = AUDIBLE_VOLUME;
  return video.muted ? "Muted" : "Sound on";
}

/** Raising the volume also unmutes. */
export function setVolume(video: HTMLVideoElement, volume: number): void {
  video.volume = Math.min(1, Math.max(0, Math.round(volume * 100) / 100));
  video.muted = video.volume === 0;
}

/** @returns the next speed in this direction, or the current one at the end of the list */
export function nextSpeed(rate: number, steps: 1 | -1): number {
  const others = steps === 1 ? SPEEDS.filter((speed) => speed > rate) : SPEEDS.filter((speed) => speed < rate);
  return (steps === 1 ? others[0] : others.at(-1)) ?? rate;
}

function toggleFullscreen(root: HTMLElement, video: HTMLVideoElement): void {
  if (document.fullscreenElement) void document.exitFullscreen();
  else if ("requestFullscreen" in root) void root.requestFullscreen().catch(() => undefined);
  // iPhones only support full screen for the video element itself.
  else if ("webkitEnterFullscreen" in video && typeof video.webkitEnterFullscreen === "function")
    video.webkitEnterFullscreen();
}

export function togglePictureInPicture(video: HTMLVideoElement): void {
  if (document.pictureInPictureElement) void document.exitPictureInPicture();
  else void video.requestPictureInPicture().catch(() => undefined);
}
