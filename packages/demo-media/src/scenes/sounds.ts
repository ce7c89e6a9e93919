export const SOUND_KINDS = ["beep", "horn", "whistle", "thud", "tick", "splash", "cheer"] as const;

/** Something to be heard at a moment; `loudness` 1 is as loud as the demo gets. */
export type Sound = { kind: (typeof SOUND_KINDS)[number]; atS: number; loudness?: number };
