import type { Channel } from "@app/contract/channels";
import type { ContentType } from "@app/contract/contents";
import { channelHref, decodeId } from "@app/contract/paths";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useParams, useSearch } from "@tanstack/react-router";
import { Fragment, useDeferredValue } from "react";
import { About } from "#features/channels/about.tsx";
import { ChannelHeader, ShareButton } from "#features/channels/channel-header.tsx";
import { ChannelSkeleton, ChannelUnavailable, isUnavailable } from "#features/channels/channel-states.tsx";
import { ChannelTabs, readTab } from "#features/channels/channel-tabs.tsx";
import { channelContents, channelPage } from "#features/channels/channels.queries.ts";
import { FollowButton } from "#features/follows/follow-button.tsx";
import { BlockedNotice } from "#features/safety/blocked-notice.tsx";
import { isUnknownId } from "#lib/api-error.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { SafetyMenu } from "#ui/safety-menu.tsx";

/** For the owner only, so that nobody else loads the editing code. Until it has loaded, the public tab is shown. */
const { Component: OwnAbout } = lazyWithPreload(
  async () => (await withOfflineError(import("./profile/own-about.tsx"))).OwnAbout,
  About,
  {
    Fallback: LoadError,
  },
);

const FIRST_TAB = "video";

/** `/profile/{encoded id}`: any channel, including the user's own as others see it. */
export function ProfilePage() {
  const { id } = useParams({ from: "/profile/$id" });
  return <Profile id={decodeId(id)} isMine={false} />;
}

/** `/profile`: the user's own channel. */
export function OwnProfilePage() {
  return <Profile id={useUser()?.channel.id ?? ""} isMine />;
}

function Profile({ id, isMine }: { id: string; isMine: boolean }) {
  const own = useUser()?.channel.id ?? "";
  if (id === "") return <Navigate to="/404" replace />;
  // The key resets all state for another channel.
  return (
    <Fragment key={id}>
      {id !== own && <PrefetchItems id={id} />}
      <ChannelOf id={id} isMine={isMine} />
    </Fragment>
  );
}

/** Requests the list of the open tab in parallel with the channel. The user's own page shows another list. */
function PrefetchItems({ id }: { id: string }) {
  const search = useSearch({ from: "__root__" });
  const tab = readTab(search.tab) ?? FIRST_TAB;
  return tab === "about" ? null : <PrefetchList id={id} type={tab} />;
}

/** Stays mounted to keep the list in the cache, which drops unused lists at once. */
function PrefetchList({ id, type }: { id: string; type: ContentType }) {
  useInfiniteQuery({ ...channelContents(id, type), notifyOnChangeProps: [] });
  return null;
}

function ChannelOf({ id, isMine }: { id: string; isMine: boolean }) {
  const channel = useQuery(channelPage(id));
  // Deferred, so that rendering the channel does not block input.
  const shown = useDeferredValue(channel.data);
  if (channel.isPending || (channel.data && !shown)) return <ChannelSkeleton />;
  if (isUnknownId(channel.error)) return <Navigate to="/404" replace />;
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
  const { id, name, plan, content_count: items, is_blocked: isBlocked } = channel;
  // A fan has no content, so About comes first.
  const tab = readTab(search.tab) ?? (plan === null && items === 0 ? "about" : FIRST_TAB);
  return (
    <div className="column flex flex-col gap-8 pb-12 sm:pt-6">
      <ChannelHeader channel={channel} actions={<ChannelActions {...channel} />} />
      {isBlocked ? (
        <BlockedNotice channelId={id} name={name} />
      ) : (
        <ChannelTabs
          channel={channel}
          tab={tab}
          onTab={(chosen) => void navigate({ to: ".", search: { tab: chosen }, resetScroll: false })}
          about={channel.is_own ? <OwnAbout channel={channel} /> : <About channel={channel} />}
        />
      )}
    </div>
  );
}

function ChannelActions({ id, name, following, can, visibility, is_blocked: isBlocked }: Channel) {
  return (
    <>
      {(can.follow || following) && <FollowButton channelId={id} name={name} following={following} size="md" />}
      {visibility === "open" && <ShareButton name={name} path={channelHref(id) ?? "/"} />}
      {can.block && !isBlocked && (
        <SafetyMenu
          person={{ channelId: id, name }}
          target={{ subject: "channel", id, name }}
          className="size-10 border border-edge"
        />
      )}
    </>
  );
}
