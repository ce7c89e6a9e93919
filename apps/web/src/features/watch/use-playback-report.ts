import { API_PREFIX } from "@app/contract/paths";
import { BEAT_EVERY_S, BEAT_MAX_PLAYED_S, BEAT_RANGES_MAX } from "@app/contract/views";
import { useEffect, useState } from "react";
import { call } from "#lib/api.ts";
import { ApiError, isUnknownId } from "#lib/api-error.ts";
import { type PlaybackStart, requestPlayback, usePlaybackTicket } from "./watch.queries.ts";

const NO_REPORTER: Pick<Reporter, "add" | "send"> = { add: () => undefined, send: async () => undefined };

/**
 * Reports what is played every half minute, at pause and when the page is left.
 * @param loaded null if it failed to load: it is requested again
 */
export function usePlaybackReport(contentId: string, loaded: PlaybackStart | null): Pick<Reporter, "add" | "send"> {
  const ticket = usePlaybackTicket(contentId, loaded);
  const [reporter, setReporter] = useState<Reporter | null>(null);
  useEffect(() => {
    if (ticket === null) return;
    // A new reporter counts its reports from 1.
    const visit = { ticket, session: crypto.randomUUID() };
    const created = createReporter((report) => post(contentId, visit, report));
    setReporter(created);
    const leave = () => {
      for (const report of created.leave()) sendBeacon(visit, report);
    };
    const onHidden = () => document.visibilityState === "hidden" && leave();
    const timer = setInterval(() => void created.send(), BEAT_EVERY_S * 1000);
    document.addEventListener("visibilitychange", onHidden);
    window.addEventListener("pagehide", leave);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onHidden);
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [contentId, ticket]);
  return reporter ?? NO_REPORTER;
}

type Visit = { ticket: string; session: string };

/** A refused report is not sent again, unless the ticket has expired: then once, with a new one. */
async function post(contentId: string, visit: Visit, report: PlaybackReport): Promise<void> {
  const send = () => call("POST /playback-beats", { body: { ...visit, ...report } });
  try {
    await send().catch(async (error: unknown) => {
      if (!(error instanceof ApiError) || !error.errors["ticket"]) throw error;
      visit.ticket = (await requestPlayback(contentId)).ticket ?? visit.ticket;
      await send();
    });
  } catch (error) {
    if (!isUnknownId(error)) throw error;
  }
}

/** Survives the page. */
function sendBeacon(visit: Visit, report: PlaybackReport): void {
  const body = new Blob([JSON.stringify({ ...visit, ...report })], { type: "application/json" });
  navigator.sendBeacon(`${API_PREFIX}/playback-beats`, body);
}

/** From and to, in seconds. */
type PlayedRange = readonly [number, number];

export type PlaybackReport = { sequence: number; at_s: number; played: [number, number][] };

type Reporter = {
  add: (range: PlayedRange) => void;
  /** Sends what was played since the last report, first again what could not be sent. One request at a time. */
  send: () => Promise<void>;
  /**
   * The unacknowledged reports, for `sendBeacon`. One that may be in flight keeps its number, so that it counts once.
   */
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
