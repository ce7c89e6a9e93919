import type { Announcement } from "@app/contract/announcements";
import { Play } from "lucide-react";
import { useState } from "react";
import defaultThumbnail from "../../assets/default-thumbnail.svg";
import { toEmbedAddress } from "./embed-address.ts";

type HostedVideoProps = { link: string; poster: string | null; loop: Announcement["loop"]; title: string };

/** A video on somebody else's server: until a click nothing is fetched from there. */
export function HostedVideo({ link, poster, loop, title }: HostedVideoProps) {
  const [isWanted, setWanted] = useState(false);
  const address = toEmbedAddress(link, loop);
  if (address === null) return null;
  if (isWanted)
    return (
      <iframe
        src={address}
        title={title}
        allow="autoplay; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation"
        className="aspect-video w-full rounded-media border-0"
      />
    );
  return (
    <button
      type="button"
      onClick={() => setWanted(true)}
      className="group relative aspect-video w-full overflow-hidden rounded-media"
    >
      <img src={poster ?? defaultThumbnail} alt="" loading="lazy" className="size-full object-cover" />
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-scrim/50 text-on-scrim">
        <Play aria-hidden size={48} strokeWidth={1.75} className="fill-current" />
        <span className="rounded-control bg-scrim px-3 py-1 text-sm">Play on YouTube: {title}</span>
      </span>
    </button>
  );
}
