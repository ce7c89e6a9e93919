import { MESSAGES } from "@app/contract/errors";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { type Mutation, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { ChevronDown, UserRoundCheck, UserRoundPlus } from "lucide-react";
import { type CSSProperties, type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { call } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button, type ButtonSize } from "#ui/button.tsx";

const FOLLOW = "follow";

type Change = { channelId: ChannelId; following: boolean; contentId?: ContentId | undefined };

type Following = { isFollowing: boolean; follow: () => void; unfollow: () => void };

/** With less room than this below the button, the menu opens above it. */
const MIN_ROOM_PX = 72;

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
  const menuId = useId();
  const button = useRef<HTMLButtonElement>(null);
  const Icon = isFollowing ? UserRoundCheck : UserRoundPlus;
  return (
    <>
      <Button
        ref={button}
        variant={isFollowing ? "secondary" : "primary"}
        size={size}
        aria-label={`${isFollowing ? "Following" : "Follow"} ${name}`}
        {...(isFollowing
          ? { popoverTarget: menuId, "aria-haspopup": "menu" }
          : { onClick: (event) => onFollowClick(event, follow) })}
      >
        <Icon aria-hidden size={18} />
        {isFollowing ? "Following" : "Follow"}
        {isFollowing && <ChevronDown aria-hidden size={16} />}
      </Button>
      {isFollowing && <UnfollowMenu id={menuId} name={name} button={button} onUnfollow={unfollow} />}
    </>
  );
}

/** Prevents the default, because after rerendering the same click would open the Unfollow menu. */
function onFollowClick(event: MouseEvent, follow: () => void): void {
  event.preventDefault();
  follow();
}

type UnfollowMenuProps = {
  id: string;
  name: string;
  /** Opens the menu by `popoverTarget`. */
  button: RefObject<HTMLButtonElement | null>;
  onUnfollow: () => void;
};

/** In the browser's top layer, because a carousel would clip it. */
function UnfollowMenu({ id, name, button, onUnfollow }: UnfollowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    // Only if the button scrolls away, not for other scrolling such as a carousel's autoplay.
    const close = ({ target }: Event) => {
      if (target instanceof Node && target.contains(button.current)) menu.current?.hidePopover();
    };
    window.addEventListener("scroll", close, { capture: true, passive: true });
    return () => window.removeEventListener("scroll", close, { capture: true });
  }, [isOpen, button]);

  return (
    <div
      ref={menu}
      id={id}
      popover="auto"
      role="menu"
      aria-label={`Following ${name}`}
      onBeforeToggle={({ newState }) => newState === "open" && setPlace(placeAt(button.current))}
      onToggle={() => {
        // A busy browser sends this event late: the menu may be closed again.
        const isOpenNow = menu.current?.matches(":popover-open") ?? false;
        setOpen(isOpenNow);
        if (isOpenNow) menu.current?.querySelector("button")?.focus({ preventScroll: true });
      }}
      className="fixed inset-auto m-0 rounded-media border border-line bg-raised p-1.5 text-text shadow-float"
      style={place}
    >
      <button
        type="button"
        role="menuitem"
        onClick={() => {
          menu.current?.hidePopover();
          button.current?.focus();
          onUnfollow();
        }}
        className="flex min-h-10 w-full items-center rounded-control px-3 text-left text-sm hover:bg-lift focus:bg-lift touch:min-h-11"
      >
        Unfollow
      </button>
    </div>
  );
}

function placeAt(button: HTMLButtonElement | null): CSSProperties {
  if (!button) return {};
  const { left, top, bottom, width } = button.getBoundingClientRect();
  const across = { left, minWidth: width };
  if (bottom + MIN_ROOM_PX <= window.innerHeight) return { ...across, top: bottom + 6 };
  return { ...across, bottom: window.innerHeight - top + 6 };
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
