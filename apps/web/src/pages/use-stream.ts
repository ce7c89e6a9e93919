import type { ContentItem } from "@app/contract/contents";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { fetchPlayback, type PlaybackStart } from "#features/watch/watch.queries.ts";

/** What the player plays; a trim replaces all of it. */
type Stream = { hls: string | null; storyboard: string | null; fromS: number; lengthS: number | null };

function streamOf({ video_content, trim_from_s, length }: ContentItem): Stream {
  return { hls: video_content.hls, storyboard: video_content.storyboard, fromS: trim_from_s, lengthS: length };
}

/**
 * Keeps the URL that is playing, because a newer one of the same video would restart it; but chapters and captions
 * follow the item, so once its time line begins or ends elsewhere, the player goes on there too.
 */
export function useStream(item: ContentItem, refetch: () => Promise<ContentItem | null>) {
  const [stream, setStream] = useState(() => streamOf(item));
  const { hls, fromS, lengthS } = stream;
  const [seenItem, setSeenItem] = useState(item);
  if (item !== seenItem) {
    setSeenItem(item);
    const isRetimed = item.trim_from_s !== fromS || item.length !== lengthS;
    if (item.video_content.hls !== null && (hls === null || isRetimed)) setStream(streamOf(item));
  }

  async function renewUrl(): Promise<boolean> {
    const fresh = await refetch();
    if (!fresh?.video_content.hls || fresh.video_content.hls === hls) return false;
    setStream(streamOf(fresh));
    return true;
  }
  return { stream, renewUrl };
}

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
