import type { ChannelId, ContentId } from "@app/contract/ids";
import { ChevronDown, UserRoundCheck, UserRoundPlus } from "lucide-react";
import { type MouseEvent, useId, useRef } from "react";
import { Button } from "#ui/button.tsx";
import type { ButtonSize } from "#ui/button-style.ts";
import { UnfollowMenu } from "./unfollow-menu.tsx";
import { useFollow } from "./use-follow.ts";

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
      {isFollowing && (
        <UnfollowMenu
          id={menuId}
          name={name}
          button={button}
          onUnfollow={() => {
            // The menu goes with the press: without this the focus would go with it.
            button.current?.focus();
            unfollow();
          }}
        />
      )}
    </>
  );
}

/** The browser looks for a menu to open after the press was handled, and by then there is one. */
function followBy(event: MouseEvent, follow: () => void): void {
  event.preventDefault();
  follow();
}
