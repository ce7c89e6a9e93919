import type { ContentItem } from "@app/contract/contents";
import { exactly, viewCount } from "@app/contract/formats";
import type { ContentId } from "@app/contract/ids";
import { contentHref } from "@app/contract/paths";
import type { ReactionState } from "@app/contract/reactions";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Bookmark, Share2, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { plural } from "#lib/format.ts";
import { lazyDialog } from "#lib/lazy-with-preload.tsx";
import { useItemLive } from "#lib/live.ts";
import { useOptimistic } from "#lib/optimistic.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { SafetyMenu } from "#ui/safety-menu.tsx";
import type { SharedPlace } from "#ui/share-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const { Component: ShareDialog } = lazyDialog(async () => (await import("#ui/share-dialog.tsx")).ShareDialog);

type ReactionBarProps = {
  item: Pick<ContentItem, "id" | "type" | "title" | "channel">;
  /** Where the player or the reader is, so that a link can begin there. */
  place?: () => SharedPlace;
};

const SAVED = "Saved to Watch later. You can find it under Following.";

/** So that all four fit beside each other on a phone. */
const NARROW = "max-sm:px-2";

/** Like, Save and Share, for items of every kind. */
export function ReactionBar({ item, place }: ReactionBarProps) {
  const { data, error, isPending, refetch } = useQuery(reactions(item.id));
  useLiveReactions(item.id);
  const react = useReact(item.id);
  /** Null: closed. */
  const [share, setShare] = useState<{ place: SharedPlace | undefined } | null>(null);
  const { liked = false, saved = false, total_likes: likes = 0 } = data ?? {};
  const path = contentHref(item.type, item.id);

  /** If they could not be loaded, a click says why and loads them again. */
  function change(reaction: { liked: boolean } | { saved: boolean }, onSuccess?: () => void): void {
    if (data) react.mutate(reaction, onSuccess && { onSuccess });
    else if (error) {
      toast.error(messageOf(error));
      void refetch();
    }
  }

  return (
    <div className="flex flex-wrap gap-1.5 sm:gap-2">
      <Button
        variant="secondary"
        className={NARROW}
        aria-pressed={liked}
        disabled={isPending}
        title={`${exactly(likes)} ${plural(likes, "like")}`}
        onClick={() => change({ liked: !liked })}
      >
        <ThumbsUp aria-hidden size={18} className={clsx(liked && "fill-accent text-accent")} />
        Like
        <span className="score text-base">
          {viewCount(likes)} <span className="sr-only">{plural(likes, "like")}</span>
        </span>
      </Button>
      <Button
        variant="secondary"
        className={NARROW}
        aria-pressed={saved}
        disabled={isPending}
        aria-label="Save to Watch later"
        onClick={() => change({ saved: !saved }, () => !saved && toast.success(SAVED))}
      >
        <Bookmark aria-hidden size={18} className={clsx(saved && "fill-accent text-accent")} />
        Save
      </Button>
      <Button
        variant="secondary"
        className={NARROW}
        aria-haspopup="dialog"
        onClick={() => setShare({ place: place?.() })}
      >
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      <SafetyMenu
        target={{ subject: "content", id: item.id, name: item.title }}
        person={{ channelId: item.channel.id, name: item.channel.name }}
        className="size-10 border border-edge"
      />
      {share && path !== null && (
        <ShareDialog name={item.title} path={path} place={share.place} onClose={() => setShare(null)} />
      )}
    </div>
  );
}

/** As large as the bar. */
export function ReactionSkeleton() {
  return <Skeleton className="h-10 w-72 rounded-control touch:h-11" />;
}

function reactions(id: string) {
  return queryOptions({
    queryKey: ["reactions", id],
    queryFn: ({ signal }) => call("GET /content/:id/reactions", { params: { id } }, signal),
    gcTime: 0,
  });
}

/** Other people's likes appear on an open page. */
function useLiveReactions(id: ContentId): void {
  const cache = useQueryClient();
  useItemLive(id, "likes.changed", () => {
    // The reply to a pending click of the user's own brings the newest number.
    if (cache.isMutating({ mutationKey: ["react", id] }) === 0)
      void cache.invalidateQueries({ queryKey: reactions(id).queryKey });
  });
}

type Change = { liked: boolean } | { saved: boolean };

/** Likes or saves an item, or takes it back. */
function useReact(id: ContentId) {
  const { options, show, confirm } = useOptimistic<ReactionState>(["react", id], reactions(id).queryKey);
  return useMutation({
    ...options,
    mutationFn: (change: Change) =>
      "liked" in change
        ? call("POST /content/:id/like", { params: { id }, body: change })
        : call("POST /content/:id/save", { params: { id }, body: change }),
    onMutate: (change) => show((state) => withChange(state, change)),
    onSuccess: confirm,
  });
}

function withChange(state: ReactionState, change: Change): ReactionState {
  if ("saved" in change) return { ...state, saved: change.saved };
  const added = Number(change.liked) - Number(state.liked);
  return { ...state, liked: change.liked, total_likes: Math.max(0, state.total_likes + added) };
}
