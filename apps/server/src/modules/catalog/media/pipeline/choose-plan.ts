import { canCopySound, canCopyTop, chooseOwnSize, chooseRenditions, isCopyableSound } from "./ladder.ts";
import { PIECE_BESIDE_COPY_S, SEGMENT_S } from "./playlists.ts";
import { readTables, type StoredSound } from "./read-tables.ts";
import type { SourceFacts } from "./source-facts.ts";
import type { Tools, Where } from "./tools.ts";
import type { Plan } from "./transcode-args.ts";

/** With keyframes further apart, a segment would exceed twice its length. */
const MAX_KEYFRAME_GAP_S = 4;

/**
 * Clocks round to a millisecond. Closer to a cut point than this, two rungs could end a piece at different keyframes.
 */
const CLOCK_S = 0.0009;

type Stored = Pick<SourceFacts, "lengthMs" | "videoMs" | "framesPerSecond" | "startS" | "audio">;

/** What of a source may be copied. */
export type Copying = "all" | "picture" | "nothing";

/**
 * The ladder, with the source itself as the top rung if it can be copied (remuxed): at 1080p or below, or above it as one
 * more. Then its sound is copied too, if it can be.
 * @param where.copying less after a copy turned out to be damaged
 */
export async function choosePlan(
  tools: Tools,
  source: SourceFacts,
  where: Where & { copying?: Copying },
): Promise<Plan> {
  const { copying = "all" } = where;
  if (copying === "nothing") return planToEncode(source);
  const ladder = chooseRenditions(source);
  const ownSize = chooseOwnSize(source);
  const copied = ownSize ?? ladder.at(-1);
  const found = copied && canCopyTop(source, copied) ? await findCuts(tools, source, where) : null;
  if (!copied || !found) return planToEncode(source);
  const encoded = ownSize ? ladder : ladder.slice(0, -1);
  return {
    renditions: [...encoded, { ...copied, isCopied: true }],
    hasAudio: source.audio !== null,
    isAudioCopied: copying === "all" && found.sound !== null && canCopySound(source, found.sound),
    // No segment is longer, and a playlist may not change its target duration while it grows.
    segmentS: 2 * SEGMENT_S,
    cutsS: found.cutsS,
  };
}

/** The ladder with nothing copied. */
export function planToEncode(source: SourceFacts): Plan {
  return {
    renditions: chooseRenditions(source),
    hasAudio: source.audio !== null,
    isAudioCopied: false,
    segmentS: SEGMENT_S,
  };
}

/**
 * Where the stored video can be cut without encoding.
 * @returns start times of the pieces in seconds, with what is known of the sound; null if it cannot be cut, or if that
 * would take too long to find out
 */
async function findCuts(
  tools: Tools,
  source: Stored,
  where: Where,
): Promise<{ cutsS: number[]; sound: StoredSound | null } | null> {
  const keyframes = createKeyframeChecker(source);
  const withSound = isCopyableSound(source.audio);
  const { endS, sound } = await readTables(tools, { ...where, withSound }, (atS, isKey) =>
    keyframes.addPacket(atS - source.startS, isKey),
  );
  // Otherwise the file is cut off, or an edit list moves what follows.
  const isAsProbed = Math.abs(endS - source.startS - source.videoMs / 1000) <= 1 / source.framesPerSecond;
  const cutsS = isAsProbed ? keyframes.cuts() : null;
  return cutsS && { cutsS, sound };
}

/**
 * Checks packets of a stored video in order: it must start with a keyframe, have one at least every four seconds, and
 * have no frame that depends on a keyframe before its own (an open GOP). Encoders store such frames right after the
 * keyframe, so it needs to see the first packet, the keyframes and the packet after each.
 */
export function createKeyframeChecker(source: Pick<SourceFacts, "lengthMs" | "framesPerSecond">): {
  addPacket(atS: number, isKey: boolean): void;
  cuts(): number[] | null;
} {
  const frameS = 1 / source.framesPerSecond;
  const cuts: number[] = [];
  let keyS = Number.NaN;
  let isSteady = true;

  function isFitting(atS: number, isKey: boolean): boolean {
    if (cuts.length === 0) return isKey && Math.abs(atS) <= frameS;
    if (!(atS >= keyS)) return false;
    return !isKey || (atS - keyS <= MAX_KEYFRAME_GAP_S + frameS && !isBetweenClocks(atS));
  }

  return {
    addPacket(atS, isKey) {
      isSteady &&= isFitting(atS, isKey);
      if (!isKey || !isSteady) return;
      keyS = atS;
      // ffmpeg ends a piece at the first keyframe at or after each multiple.
      if (atS >= cuts.length * PIECE_BESIDE_COPY_S || cuts.length === 0) cuts.push(atS);
    },
    cuts() {
      const isWhole = source.lengthMs / 1000 - keyS <= MAX_KEYFRAME_GAP_S + frameS;
      return isSteady && isWhole ? cuts : null;
    },
  };
}

function isBetweenClocks(atS: number): boolean {
  const beyondS = atS % PIECE_BESIDE_COPY_S;
  const offS = Math.min(beyondS, PIECE_BESIDE_COPY_S - beyondS);
  return offS > 1e-6 && offS < CLOCK_S;
}
