import type { SourceFacts } from "./source-facts.ts";

/** The errors ffmpeg printed while reading a file to its end. */
export type Damage = {
  isCutOff: boolean;
  /** An unreadable part of the container was skipped. */
  hasGap: boolean;
  /** Frames that could not be decoded, completely or in part. */
  pictures: number;
  /** Audio packets that could not be decoded. */
  sounds: number;
};

const CUT_OFF = /partial file|File ended prematurely/;
const GAP = /invalid as first byte of an EBML number|exceeds containing master element/;
/**
 * `Error while decoding stream #0:1: …`, or `[aist#0:1/aac @ …] … Error submitting packet to decoder: …` in later
 * releases.
 */
const NOT_DECODED = /Error while decoding stream #0:(\d+)|st#0:(\d+)\b.*Error submitting packet to decoder/;
/** The frame is still shown, with a part of it concealed. */
const MADE_UP = /error while decoding MB|concealing \d+|Error at MB|-tex damaged/;
/** A cut-off file always leaves a packet or two that cannot be decoded. */
const LEFT_BY_CUT = 2;
/** Fewer audio packets are a tenth of a second, which nobody hears. */
const HEARD_SOUNDS = 5;
const TOLD_MISSING_MS = 500;

export function watchDamage({ videoIndex, audio }: Pick<SourceFacts, "videoIndex" | "audio">): {
  see(line: string): void;
  found(): Damage;
} {
  const damage: Damage = { isCutOff: false, hasGap: false, pictures: 0, sounds: 0 };
  return {
    see(line) {
      damage.isCutOff ||= CUT_OFF.test(line);
      damage.hasGap ||= GAP.test(line);
      const [, earlier, later] = NOT_DECODED.exec(line) ?? [];
      const index = Number(earlier ?? later ?? Number.NaN);
      if (index === videoIndex || MADE_UP.test(line)) damage.pictures += 1;
      if (index === audio?.index) damage.sounds += 1;
    },
    found: () => damage,
  };
}

/** @returns what was lost, in words for the owner; null if nobody would notice */
export function describeDamage(
  { isCutOff, hasGap, pictures, sounds }: Damage,
  source: Pick<SourceFacts, "missingMs" | "framesPerSecond">,
): string | null {
  const isEndMissing = isCutOff || source.missingMs >= TOLD_MISSING_MS;
  const byCut = isEndMissing ? LEFT_BY_CUT : 0;
  const lost = [
    ...(isEndMissing ? [describeEnd(source.missingMs)] : []),
    ...(hasGap ? ["a part in the middle is missing"] : []),
    ...(pictures > byCut ? [`${describeLength(pictures / source.framesPerSecond)} of the picture is damaged`] : []),
    ...(sounds >= HEARD_SOUNDS + byCut ? ["parts of the sound are damaged"] : []),
  ];
  if (lost.length === 0) return null;
  const whole = "If the video is whole on your device, please upload it again.";
  return `The file is damaged: ${listOf(lost)}. What could be read can be watched. ${whole}`;
}

/** The loss known before the file is read to its end, in the same words. */
export function describeLoss(source: Pick<SourceFacts, "missingMs" | "framesPerSecond">): string | null {
  return describeDamage({ isCutOff: false, hasGap: false, pictures: 0, sounds: 0 }, source);
}

function describeEnd(missingMs: number): string {
  if (missingMs < TOLD_MISSING_MS) return "its end is missing";
  const seconds = Math.max(1, Math.round(missingMs / 1000));
  return seconds === 1 ? "its last second is missing" : `its last ${seconds} seconds are missing`;
}

function describeLength(seconds: number): string {
  return seconds < 1.5 ? "a moment" : `about ${Math.round(seconds)} seconds`;
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
