export const SOUND_KINDS = ["beep", "horn", "whistle", "thud", "tick", "splash", "cheer"] as const;

/** A sound at a moment; `loudness` 1 is the maximum. */
export type Sound = { kind: (typeof SOUND_KINDS)[number]; atS: number; loudness?: number };
