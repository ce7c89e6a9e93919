import { MESSAGES } from "@app/contract/errors";
import { followRoutes } from "@app/contract/follows";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { type Mutation, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";

const FOLLOW = "follow";

type Change = { channelId: ChannelId; following: boolean; contentId?: ContentId | undefined };

type Following = { isFollowing: boolean; follow: () => void; unfollow: () => void };

/**
 * How the person stands to a channel, and a way to change it that shows at once, on every card of the channel.
 * @param known what the list said
 * @param contentId the item one is watching: it gets the credit of the follow
 */
export function useFollow(channelId: ChannelId, known: boolean, contentId?: ContentId): Following {
  const cache = useQueryClient();
  const mutationKey = [FOLLOW, channelId];
  const { mutate } = useMutation({
    mutationKey,
    // One request a channel at a time, in the order of the presses: the last one wins.
    scope: { id: `${FOLLOW}.${channelId}` },
    mutationFn: sendChange,
    onError: (error) => toast.error(toSentence(error)),
    // After a failure too: the server may have done it and not been heard.
    onSettled: (_data, error) => {
      if (cache.isMutating({ mutationKey }) > 1) return;
      const asked = cache.invalidateQueries({
        predicate: ({ meta }) => meta?.["showsFollows"] === true,
        refetchType: "all",
      });
      // A change counts as pending, and is shown, until the lists know of it; one that failed is put back at once.
      return error ? undefined : asked;
    },
  });
  const pending = useMutationState({ filters: { mutationKey, status: "pending" }, select: changeOf });
  const change = (following: boolean) => mutate({ channelId, following, contentId });
  return {
    isFollowing: pending.at(-1)?.following ?? known,
    follow: () => change(true),
    unfollow: () => change(false),
  };
}

/** Of each channel that was followed or unfollowed since this was first shown: whether it is followed. */
export function useFollowedHere(): ReadonlyMap<string, boolean> {
  const [openedAtMs] = useState(() => Date.now());
  const changes = useMutationState({
    filters: {
      mutationKey: [FOLLOW],
      predicate: ({ state }) => state.status !== "error" && state.submittedAt >= openedAtMs,
    },
    select: changeOf,
  });
  return new Map(changes.map(({ channelId, following }) => [channelId, following]));
}

function sendChange({ channelId: id, following, contentId }: Change): Promise<unknown> {
  if (!following) return call(followRoutes.unfollow, { params: { id }, body: { id } });
  return call(followRoutes.follow, { params: { id }, body: { id, ...(contentId ? { content_id: contentId } : {}) } });
}

/** The cache does not know what its mutations are given; only `useFollow` makes those of this key. */
function changeOf({ state }: Mutation): Change {
  return state.variables as Change;
}

/** The server's sentence, else the spec's two. */
function toSentence(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.unexpected;
  return error.kind === "offline" ? MESSAGES.tryAgain : error.message;
}
