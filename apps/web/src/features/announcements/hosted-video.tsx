import type { Announcement } from "@app/contract/announcements";
import { Play } from "lucide-react";
import { useState } from "react";
import { lateDialog } from "#lib/late.tsx";
import defaultThumbnail from "../../assets/default-thumbnail.svg";
import type { HostedPlayerProps } from "./hosted-player.tsx";

type HostedVideoProps = { address: string; poster: string | null; loop: Announcement["loop"]; title: string };

/** Fetched by the press. Where that fails, a toast says why, and the button stands there again. */
const { Late: HostedPlayer, preload } = lateDialog<HostedPlayerProps & { onClose: () => void }>(
  async () => (await import("./hosted-player.tsx")).HostedPlayer,
);

/** A video on somebody else's server: until a click nothing is fetched from there. */
export function HostedVideo({ address, poster, loop, title }: HostedVideoProps) {
  const [isWanted, setWanted] = useState(false);
  const show = () => setWanted(true);
  if (isWanted) return <HostedPlayer address={address} loop={loop} title={title} onClose={() => setWanted(false)} />;
  return (
    <button
      type="button"
      // The button stays, and the focus on it, until the player takes its place.
      onClick={() => void preload().then(show, show)}
      className="group relative aspect-video w-full overflow-hidden rounded-media"
    >
      <img src={poster ?? defaultThumbnail} alt="" loading="lazy" className="size-full object-cover" />
      <span className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-scrim/50 px-4 text-on-scrim">
        <Play aria-hidden size={48} className="fill-current" />
        <span className="line-clamp-2 rounded-control bg-scrim px-3 py-1 text-sm">Play on YouTube: {title}</span>
      </span>
    </button>
  );
}
