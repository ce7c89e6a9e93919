import { BEAT_MAX_PLAYED_S, BEAT_RANGES_MAX } from "@app/contract/playback";

/** From and to, in seconds. */
export type PlayedRange = readonly [number, number];

export type PlaybackReport = { sequence: number; at_s: number; played: [number, number][] };

export type Reporter = {
  add: (range: PlayedRange) => void;
  /** Sends what was played since the last report, first again what could not be sent. One request at a time. */
  send: () => Promise<void>;
  /** What is not acknowledged, for `sendBeacon`. What may be on its way keeps its number, so that it counts once. */
  leave: () => PlaybackReport[];
};

/** Reports have gaps of rounding; a real seek is longer. */
const GAP_S = 0.05;

/**
 * Collects what was played and reports it with growing sequence numbers.
 * @param post rejects if the report may be sent again
 */
export function createReporter(post: (report: PlaybackReport) => Promise<void>): Reporter {
  let played: [number, number][] = [];
  let sequence = 0;
  let unsent: PlaybackReport | null = null;
  let isSending = false;

  function next(): PlaybackReport | null {
    const last = played.at(-1);
    if (!last) return null;
    sequence += 1;
    const report = { sequence, at_s: last[1], played: withinLimits(played) };
    played = [];
    return report;
  }

  return {
    add([from, to]) {
      const last = played.at(-1);
      if (last && Math.abs(from - last[1]) <= GAP_S) last[1] = to;
      else played.push([from, to]);
    },
    async send() {
      if (isSending) return;
      isSending = true;
      try {
        for (unsent ??= next(); unsent; unsent = next()) await post(unsent);
      } catch {
        // Sent again with the next report.
      } finally {
        isSending = false;
      }
    },
    leave() {
      const reports = [unsent, next()].filter((report) => report !== null);
      unsent = null;
      return reports;
    },
  };
}

/** After a long time offline, the latest part counts. */
function withinLimits(played: readonly [number, number][]): [number, number][] {
  const kept: [number, number][] = [];
  let leftS = BEAT_MAX_PLAYED_S - 1;
  for (const [from, to] of played.toReversed().slice(0, BEAT_RANGES_MAX)) {
    if (leftS <= 0) break;
    kept.unshift([Math.max(from, to - leftS), to]);
    leftS -= to - from;
  }
  return kept;
}
