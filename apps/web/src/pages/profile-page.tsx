import type { Channel } from "@app/contract/channels";
import type { ContentType } from "@app/contract/contents";
import { channelHref, decodeId } from "@app/contract/paths";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Fragment, useDeferredValue } from "react";
import { About } from "#features/channels/about.tsx";
import { ChannelHeader, ShareButton } from "#features/channels/channel-header.tsx";
import { ChannelSkeleton } from "#features/channels/channel-skeleton.tsx";
import { ChannelTabs, readTab } from "#features/channels/channel-tabs.tsx";
import { ChannelUnavailable, isUnavailable } from "#features/channels/channel-unavailable.tsx";
import { channelContents, channelPage } from "#features/channels/channels.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";

/** One's own page alone has it: nobody else fetches what it is edited with. Until it is there it reads as others see it. */
const { Component: OwnAbout } = lazyWithPreload(
  async () => (await withOfflineError(import("./profile/own-about.tsx"))).OwnAbout,
  About,
  {
    Fallback: LoadError,
  },
);

const FIRST_TAB = "video";

/** `/profile/{encoded id}` is anybody's channel, also one's own as others see it. */
export function ProfilePage() {
  const { id } = useParams({ from: "/profile/$id" });
  return <Profile id={decodeId(id)} isMine={false} />;
}

/** `/profile` is one's own. */
export function OwnProfilePage() {
  return <Profile id={useUser()?.channel.id ?? ""} isMine />;
}

function Profile({ id, isMine }: { id: string; isMine: boolean }) {
  const own = useUser()?.channel.id ?? "";
  if (id === "") return <Navigate to="/404" replace />;
  // Another channel is another page: nothing of the one before stays.
  return (
    <Fragment key={id}>
      {id !== own && <EarlyItems id={id} />}
      <ChannelOf id={id} isMine={isMine} />
    </Fragment>
  );
}

/** Asks for what the open tab lists beside the channel, which comes first in the page; of one's own another list is shown. */
function EarlyItems({ id }: { id: string }) {
  const search = useSearch({ from: "__root__" });
  const tab = readTab(search.tab) ?? FIRST_TAB;
  return tab === "about" ? null : <EarlyList id={id} type={tab} />;
}

/** Holds what it asked for: a list that nobody looks at is not kept. */
function EarlyList({ id, type }: { id: string; type: ContentType }) {
  useInfiniteQuery({ ...channelContents(id, type), notifyOnChangeProps: [] });
  return null;
}

function ChannelOf({ id, isMine }: { id: string; isMine: boolean }) {
  const channel = useQuery(channelPage(id));
  // What has come is drawn bit by bit, and what somebody does meanwhile comes first.
  const shown = useDeferredValue(channel.data);
  if (channel.isPending || (channel.data && !shown)) return <ChannelSkeleton />;
  if (!shown || isUnavailable(channel.error))
    return (
      <ChannelUnavailable
        error={channel.error}
        isRetrying={channel.isFetching}
        onRetry={() => void channel.refetch()}
      />
    );
  return <ChannelPage channel={shown} title={isMine ? "My Profile" : shown.name} />;
}

function ChannelPage({ channel, title }: { channel: Channel; title: string }) {
  const search = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  useTitle(title);
  const { id, name, following, can, plan, visibility, content_count: items } = channel;
  // A fan publishes nothing: what there is to read of them is all there is.
  const tab = readTab(search.tab) ?? (plan === null && items === 0 ? "about" : FIRST_TAB);
  return (
    <div className="column flex flex-col gap-8 pb-12 sm:pt-6">
      <ChannelHeader
        channel={channel}
        actions={
          <>
            {(can.follow || following) && <FollowButton channelId={id} name={name} following={following} size="md" />}
            {visibility === "open" && <ShareButton name={name} path={channelHref(id) ?? "/"} />}
          </>
        }
      />
      <ChannelTabs
        channel={channel}
        tab={tab}
        onTab={(chosen) => void navigate({ to: ".", search: { tab: chosen }, resetScroll: false })}
        about={channel.is_own ? <OwnAbout channel={channel} /> : <About channel={channel} />}
      />
    </div>
  );
}
