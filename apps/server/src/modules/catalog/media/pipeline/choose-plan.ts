import { findCuts } from "./keyframes.ts";
import { canCopyTop, chooseRenditions } from "./ladder.ts";
import { SEGMENT_S } from "./segment-lengths.ts";
import type { SourceFacts } from "./source-facts.ts";
import type { Tools } from "./tools.ts";
import type { Plan } from "./transcode-args.ts";

/** The ladder, with the source itself as its top where it can stand there. */
export async function choosePlan(
  tools: Tools,
  source: SourceFacts,
  where: { folder: string; signal: AbortSignal },
): Promise<Plan> {
  const renditions = chooseRenditions(source);
  const top = renditions.at(-1);
  const cutsS = top && canCopyTop(source, top) ? await findCuts(tools, source, where) : null;
  if (!top || !cutsS) return { renditions, hasAudio: source.audio !== null, segmentS: SEGMENT_S };
  return {
    renditions: [...renditions.slice(0, -1), { ...top, isCopied: true }],
    hasAudio: source.audio !== null,
    // None is longer, and a playlist may not change its mind while it grows.
    segmentS: 2 * SEGMENT_S,
    cutsS,
  };
}
