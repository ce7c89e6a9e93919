import { API_PREFIX } from "@app/contract/paths";
import { BEAT_EVERY_S } from "@app/contract/playback";
import { useEffect, useState } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { createReporter, type PlaybackReport, type Reporter } from "./playback-report.ts";

const NO_REPORTER: Pick<Reporter, "add" | "send"> = { add: () => undefined, send: async () => undefined };

/**
 * Reports what is played every half minute, at pause and when the page is left.
 * @param ticket null: nothing is reported
 */
export function usePlaybackReport(ticket: string | null): Pick<Reporter, "add" | "send"> {
  const [session] = useState(() => crypto.randomUUID());
  const [reporter, setReporter] = useState<Reporter | null>(null);
  useEffect(() => {
    if (ticket === null) return;
    const visit = { ticket, session };
    const created = createReporter((report) => post(visit, report));
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
  }, [ticket, session]);
  return reporter ?? NO_REPORTER;
}

type Visit = { ticket: string; session: string };

/** A refused report is not sent again. */
async function post(visit: Visit, report: PlaybackReport): Promise<void> {
  try {
    await call("POST /playback-beats", { body: { ...visit, ...report } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "invalid_input") throw error;
  }
}

/** Survives the page. */
function sendBeacon(visit: Visit, report: PlaybackReport): void {
  const body = new Blob([JSON.stringify({ ...visit, ...report })], { type: "application/json" });
  navigator.sendBeacon(`${API_PREFIX}/playback-beats`, body);
}
