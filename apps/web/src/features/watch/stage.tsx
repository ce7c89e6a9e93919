import type { ContentItem } from "@app/contract/contents";
import { Hourglass, VideoOff } from "lucide-react";
import { Spinner } from "#ui/spinner.tsx";

/** Stands where the player will stand, in its size, for as long as there is nothing to play. */
export function EmptyStage({ item }: { item: Pick<ContentItem, "state" | "video_content" | "thumbnail"> }) {
  const picture = item.video_content.poster ?? item.thumbnail;
  const Icon = item.state === "failed" ? VideoOff : Hourglass;
  return (
    <div
      data-theme="dark"
      className="relative grid aspect-video max-h-[calc(100dvh-8rem)] w-full place-items-center overflow-clip bg-raised text-text sm:rounded-media"
    >
      {picture !== null && (
        <img src={picture} alt="" className="absolute inset-0 size-full object-contain opacity-40" />
      )}
      <div className="relative flex flex-col items-center gap-3 rounded-media bg-scrim px-6 py-4 text-center text-on-scrim">
        <Icon aria-hidden size={32} />
        {item.state === "failed" ? "There is nothing to play." : "Getting ready…"}
        {item.state === "processing" && <Spinner />}
      </div>
    </div>
  );
}
