/** A part of a video. B is missing until it is set. */
export type Loop = { fromS: number; toS: number | null };

/** What a film room reads and changes of the player that it belongs to. */
export type FilmPlayer = {
  video: HTMLVideoElement | null;
  atS: number;
  rate: number;
  isPaused: boolean;
  isFullscreen: boolean;
  /** Of the rendition that plays; 0 while unknown. */
  framesPerSecond: number;
  hasShortcuts: boolean;
  loop: Loop | null;
  onLoop: (loop: Loop | null) => void;
  /** Hides the player's controls, which would cover what is drawn. */
  onDrawing: (isDrawing: boolean) => void;
  onClose: () => void;
};
