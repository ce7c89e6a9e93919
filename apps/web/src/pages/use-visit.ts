import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Stream } from "#features/player/lazy-player.tsx";
import { fetchPlayback, type PlaybackStart } from "#features/watch/watch.queries.ts";

/** The visit that playback is reported for: its ticket names the video as it was before a trim, so it gets another. */
export function useVisit(id: string, loaded: PlaybackStart | null, { fromS, lengthS }: Stream): PlaybackStart | null {
  const [visit, setVisit] = useState(loaded);
  const ticketOf = useRef({ fromS, lengthS });
  const renewTicket = useEffectEvent(async () => setVisit(await fetchPlayback(id)));
  useEffect(() => {
    if (ticketOf.current.fromS === fromS && ticketOf.current.lengthS === lengthS) return;
    ticketOf.current = { fromS, lengthS };
    void renewTicket();
  }, [fromS, lengthS]);
  return visit;
}
