import type { Channel } from "@app/contract/channels";
import { exactly, viewCount } from "@app/contract/counts";
import { type ReactNode, useState } from "react";
import { plural } from "#lib/format.ts";
import { Followers } from "./late-parts.tsx";

/** Followers, media and views. Who the followers are opens where the owner shows it. */
export function Counts({ channel }: { channel: Channel }) {
  const [isListOpen, setListOpen] = useState(false);
  const { subscriber_count: followers, content_count: media, total_views: views } = channel;
  return (
    <>
      <ul aria-label="Counts" className="flex flex-wrap items-center gap-x-8 gap-y-2 sm:px-6">
        <li>
          {channel.can.see_followers && followers > 0 ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setListOpen(true)}
              className="rounded-control hover:underline touch:min-h-11"
            >
              <Count value={followers}>{plural(followers, "follower")}</Count>
            </button>
          ) : (
            <Count value={followers}>{plural(followers, "follower")}</Count>
          )}
        </li>
        <li>
          <Count value={media}>media</Count>
        </li>
        <li>
          <Count value={views}>{plural(views, "view")}</Count>
        </li>
      </ul>
      {isListOpen && <Followers channel={channel} onClose={() => setListOpen(false)} />}
    </>
  );
}

function Count({ value, children }: { value: number; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-1.5" title={exactly(value)}>
      <span className="score text-2xl">{viewCount(value)}</span> <span className="text-sm text-muted">{children}</span>
    </span>
  );
}
