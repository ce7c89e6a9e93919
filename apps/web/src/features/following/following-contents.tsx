import { MESSAGES } from "@app/contract/errors";
import { useInfiniteQuery } from "@tanstack/react-query";
import { toDatedCardProps } from "#lib/card-props.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { MediaCard } from "#ui/media-card.tsx";
import { followedChannels, followingContents } from "./following.queries.ts";

const FIRST_CARDS = 4;

export function FollowingContents({ onShowChannels }: { onShowChannels: () => void }) {
  const list = useInfiniteQuery(followingContents());
  return (
    <InfiniteList
      label="New from the channels you follow"
      list={list}
      itemsOf={({ contents }) => contents}
      empty={<NothingNew onShowChannels={onShowChannels} />}
    >
      {(card, at) => <MediaCard {...toDatedCardProps(card)} isFirst={at < FIRST_CARDS} />}
    </InfiniteList>
  );
}

/** Who follows nobody is told how to begin; who does is told that nothing was published. */
function NothingNew({ onShowChannels }: { onShowChannels: () => void }) {
  const channels = useInfiniteQuery(followedChannels());
  const isFollowing = (channels.data?.pages[0]?.pagination.total ?? 0) > 0;
  if (!isFollowing) return <FollowsNobody />;
  return (
    <Empty title={MESSAGES.noData}>
      <p>The channels you follow haven't published anything yet. What they publish shows up here.</p>
      <Button variant="secondary" onClick={onShowChannels}>
        Show the channels
      </Button>
    </Empty>
  );
}

export function FollowsNobody() {
  return (
    <Empty title={MESSAGES.noData}>
      <p>You follow no channels yet. Open one you like and press Follow: what it publishes shows up here.</p>
      <LinkButton href="/explore">Find channels to follow</LinkButton>
    </Empty>
  );
}
