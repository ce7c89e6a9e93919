import type { SourceFacts } from "./source-facts.ts";

/** The errors ffmpeg printed while reading a file to its end. */
export type Damage = {
  isCutOff: boolean;
  /** An unreadable part of the container was skipped. */
  hasGap: boolean;
  /** Frames that could not be decoded, completely or in part. */
  frames: number;
  /** Audio packets that could not be decoded. */
  audioPackets: number;
};

const CUT_OFF = /partial file|File ended prematurely/;
const GAP = /invalid as first byte of an EBML number|exceeds containing master element/;
/**
 * `Error while decoding stream #0:1: …`, or `[aist#0:1/aac @ …] … Error submitting packet to decoder: …` in later
 * releases.
 */
const NOT_DECODED = /Error while decoding stream #0:(\d+)|st#0:(\d+)\b.*Error submitting packet to decoder/;
/** The frame is still shown, with a part of it concealed. */
const CONCEALED = /error while decoding MB|concealing \d+|Error at MB|-tex damaged/;
/** A cut-off file always leaves a packet or two that cannot be decoded. */
const BROKEN_BY_CUT = 2;
/** Fewer audio packets are a tenth of a second, which nobody hears. */
const AUDIBLE_PACKETS = 5;
const REPORTED_MISSING_MS = 500;

export function createDamageDetector({ videoIndex, audio }: Pick<SourceFacts, "videoIndex" | "audio">): {
  onErrorLine(line: string): void;
  result(): Damage;
} {
  const damage: Damage = { isCutOff: false, hasGap: false, frames: 0, audioPackets: 0 };
  return {
    onErrorLine(line) {
      damage.isCutOff ||= CUT_OFF.test(line);
      damage.hasGap ||= GAP.test(line);
      const [, earlier, later] = NOT_DECODED.exec(line) ?? [];
      const index = Number(earlier ?? later ?? Number.NaN);
      if (index === videoIndex || CONCEALED.test(line)) damage.frames += 1;
      if (index === audio?.index) damage.audioPackets += 1;
    },
    result: () => damage,
  };
}

/** @returns what was lost, in words for the owner; null if nobody would notice */
export function describeDamage(
  { isCutOff, hasGap, frames, audioPackets }: Damage,
  source: Pick<SourceFacts, "missingMs" | "framesPerSecond">,
): string | null {
  const isEndMissing = isCutOff || source.missingMs >= REPORTED_MISSING_MS;
  const byCut = isEndMissing ? BROKEN_BY_CUT : 0;
  const lost = [
    ...(isEndMissing ? [describeEnd(source.missingMs)] : []),
    ...(hasGap ? ["a part in the middle is missing"] : []),
    ...(frames > byCut ? [`${describeLength(frames / source.framesPerSecond)} of the picture is damaged`] : []),
    ...(audioPackets >= AUDIBLE_PACKETS + byCut ? ["parts of the sound are damaged"] : []),
  ];
  if (lost.length === 0) return null;
  const whole = "If the video is whole on your device, please upload it again.";
  return `The file is damaged: ${listOf(lost)}. What could be read can be watched. ${whole}`;
}

/** The loss known before the file is read to its end, in the same words. */
export function describeLoss(source: Pick<SourceFacts, "missingMs" | "framesPerSecond">): string | null {
  return describeDamage({ isCutOff: false, hasGap: false, frames: 0, audioPackets: 0 }, source);
}

function describeEnd(missingMs: number): string {
  if (missingMs < REPORTED_MISSING_MS) return "its end is missing";
  const seconds = Math.max(1, Math.round(missingMs / 1000));
  return seconds === 1 ? "its last second is missing" : `its last ${seconds} seconds are missing`;
}

function describeLength(seconds: number): string {
  return seconds < 1.5 ? "a moment" : `about ${Math.round(seconds)} seconds`;
}

function listOf(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}
