import type { ChannelId, ContentId } from "@app/contract/ids";
import { ChevronDown, UserRoundCheck, UserRoundPlus } from "lucide-react";
import { type CSSProperties, type MouseEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button, type ButtonSize } from "#ui/button.tsx";
import { useFollow } from "./use-follow.ts";

type UnfollowMenuProps = {
  id: string;
  name: string;
  /** It opens the menu, by `popoverTarget`. */
  button: RefObject<HTMLButtonElement | null>;
  onUnfollow: () => void;
};

/** Room for the menu under its button; with less it stands above. */
const ROOM_PX = 72;

type FollowButtonProps = {
  channelId: ChannelId;
  name: string;
  following: boolean;
  contentId?: ContentId;
  size?: ButtonSize;
};

/** Follow; once followed, Following with Unfollow under it. One and the same button, so that the focus stays on it. */
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
          : { onClick: (event) => followBy(event, follow) })}
      >
        <Icon aria-hidden size={18} />
        {isFollowing ? "Following" : "Follow"}
        {isFollowing && <ChevronDown aria-hidden size={16} />}
      </Button>
      {isFollowing && <UnfollowMenu id={menuId} name={name} button={button} onUnfollow={unfollow} />}
    </>
  );
}

/** The browser looks for a menu to open after the press was handled, and by then there is one. */
function followBy(event: MouseEvent, follow: () => void): void {
  event.preventDefault();
  follow();
}

/** In the browser's top layer: a carousel around it would cut the menu off. */
function UnfollowMenu({ id, name, button, onUnfollow }: UnfollowMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [place, setPlace] = useState<CSSProperties>({});
  const [isOpen, setOpen] = useState(false);

  useEffect(() => {
    if (!isOpen) return;
    // Its button scrolls away from under it; what else moves by itself on the page is none of its business.
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
  if (bottom + ROOM_PX <= window.innerHeight) return { ...across, top: bottom + 6 };
  return { ...across, bottom: window.innerHeight - top + 6 };
}
