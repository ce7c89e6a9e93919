import { MESSAGES } from "@app/contract/errors";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { type Mutation, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, UserRoundCheck, UserRoundPlus } from "lucide-react";
import { useState } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button, type ButtonSize } from "#ui/button.tsx";
import { Menu, MenuItem } from "#ui/menu.tsx";

const FOLLOW = "follow";

type Change = { channelId: ChannelId; following: boolean; contentId?: ContentId | undefined };

type Following = { isFollowing: boolean; follow: () => void; unfollow: () => void };

type FollowButtonProps = {
  channelId: ChannelId;
  name: string;
  following: boolean;
  contentId?: ContentId;
  size?: ButtonSize;
};

/** Follow, or Following with an Unfollow menu. It stays the same button element, which keeps the focus. */
export function FollowButton({ channelId, name, following, contentId, size = "sm" }: FollowButtonProps) {
  const { isFollowing, follow, unfollow } = useFollow(channelId, following, contentId);
  const Icon = isFollowing ? UserRoundCheck : UserRoundPlus;
  return (
    <Menu
      floats
      align="start"
      label={`Following ${name}`}
      trigger={(opensMenu) => (
        <Button
          {...(isFollowing ? opensMenu : { ref: opensMenu.ref, onClick: follow })}
          variant={isFollowing ? "secondary" : "primary"}
          size={size}
          aria-label={`${isFollowing ? "Following" : "Follow"} ${name}`}
        >
          <Icon aria-hidden size={18} />
          {isFollowing ? "Following" : "Follow"}
          {isFollowing && <ChevronDown aria-hidden size={16} />}
        </Button>
      )}
    >
      <MenuItem onSelect={unfollow}>Unfollow</MenuItem>
    </Menu>
  );
}

/**
 * Whether the user follows a channel. Changes show at once on every card of the channel (optimistic update).
 * @param known the state from the server
 * @param contentId the item being watched, which is credited with the follow
 */
function useFollow(channelId: ChannelId, known: boolean, contentId?: ContentId): Following {
  const cache = useQueryClient();
  const mutationKey = [FOLLOW, channelId];
  const { mutate } = useMutation({
    mutationKey,
    // Requests for a channel run one after another, so the last click wins.
    scope: { id: `${FOLLOW}.${channelId}` },
    mutationFn: sendChange,
    onError: (error) => toast.error(toMessage(error)),
    // Also after an error, because the server may have made the change and the reply got lost.
    onSettled: (_data, error) => {
      if (cache.isMutating({ mutationKey }) > 1) return;
      const refetched = cache.invalidateQueries({
        predicate: ({ meta }) => meta?.["showsFollows"] === true,
        refetchType: "all",
      });
      // A change stays pending, and visible, until the lists are refetched. A failed one is reverted at once.
      return error ? undefined : refetched;
    },
  });
  const pendingFollows = useMutationState({ filters: { mutationKey, status: "pending" }, select: changeOf });
  const change = (following: boolean) => mutate({ channelId, following, contentId });
  return {
    isFollowing: pendingFollows.at(-1)?.following ?? known,
    follow: () => change(true),
    unfollow: () => change(false),
  };
}

/** Whether each channel is followed that was followed or unfollowed since this component mounted. */
export function useFollowChanges(): ReadonlyMap<string, boolean> {
  const [mountedAtMs] = useState(() => Date.now());
  const changes = useMutationState({
    filters: {
      mutationKey: [FOLLOW],
      predicate: ({ state }) => state.status !== "error" && state.submittedAt >= mountedAtMs,
    },
    select: changeOf,
  });
  return new Map(changes.map(({ channelId, following }) => [channelId, following]));
}

function sendChange({ channelId: id, following, contentId }: Change): Promise<unknown> {
  if (!following) return call("POST /unfollow/:id", { params: { id }, body: { id } });
  return call("POST /follow/:id", { params: { id }, body: { id, ...(contentId ? { content_id: contentId } : {}) } });
}

/** The cache does not type variables, but only `useFollow` creates mutations with this key. */
function changeOf({ state }: Mutation): Change {
  return state.variables as Change;
}

/** @returns the server's message, or the specified ones */
function toMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return MESSAGES.unexpected;
  return error.kind === "offline" ? MESSAGES.tryAgain : error.message;
}
