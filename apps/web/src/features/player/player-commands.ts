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

/** @returns an announcement for screen readers; null if the controls announce the change themselves */
export function runCommand(area: PlayerArea, command: PlayerCommand): string | null {
  const { video, root, onTheater, onCaptions, filmRoom } = area;
  switch (command.kind) {
    case "toggle_play":
      togglePlay(video);
      return null;
    case "seek_by":
      seek(video, video.currentTime + command.byS);
      return null;
    case "seek_to_share":
      seek(video, command.share * endOf(video));
      return null;
    case "volume_by":
      setVolume(video, video.volume + command.by);
      return `Volume ${Math.round(video.volume * 100)}%`;
    case "speed_by":
      setSpeed(area, nextSpeed(video.playbackRate, command.steps));
      return `Speed ${video.playbackRate}×`;
    case "set_speed":
      setSpeed(area, command.rate);
      return null;
    case "toggle_mute":
      return toggleMute(video);
    case "toggle_captions":
      return onCaptions();
    case "toggle_fullscreen":
      toggleFullscreen(root, video);
      return null;
    case "toggle_theater":
      onTheater?.();
      return null;
    case "toggle_film_room":
      filmRoom?.toggle();
      return null;
  }
}

/** Browsers may block playing before the first click; then the big play button stays. */
export function togglePlay(video: HTMLVideoElement): void {
  if (video.paused || video.ended) void video.play().catch(() => undefined);
  else video.pause();
}

/** Never past the end of a video that is still growing. */
export function seek(video: HTMLVideoElement, atS: number): void {
  video.currentTime = Math.min(Math.max(0, atS), endOf(video));
}

/** Also for later videos, unless it is chosen in the film room. */
function setSpeed({ video, filmRoom }: PlayerArea, rate: number): void {
  video.playbackRate = rate;
  if (!filmRoom?.isOpen) updateMemory((memory) => ({ ...memory, rate }));
}

/** @returns an announcement for screen readers */
export function toggleMute(video: HTMLVideoElement): string {
  video.muted = !video.muted;
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

function endOf(video: HTMLVideoElement): number {
  const { seekable } = video;
  const end = seekable.length > 0 ? seekable.end(seekable.length - 1) : video.duration;
  return Number.isFinite(end) ? end : video.currentTime;
}
