import type { LibraryName } from "@app/contract/library";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { FollowButton, useFollowChanges } from "#features/follows/follow-button.tsx";
import { FollowedChannels, FollowingContents } from "#features/follows/following-tabs.tsx";
import { LibraryList } from "#features/library/library-list.tsx";
import { updateMemory, withoutPositions } from "#features/player/player-memory.ts";
import { privacySettings } from "#features/settings/settings.queries.ts";
import { useTitle } from "#lib/use-title.ts";
import { Link } from "#ui/link.tsx";
import { LibraryLinks } from "#ui/page-links.tsx";
import { Tabs } from "#ui/tabs.tsx";

const TITLES: Record<LibraryName, string> = { history: "History", saved: "Watch later", liked: "Liked" };

export function HistoryPage() {
  return <LibraryPage name="history" />;
}

export function WatchLaterPage() {
  return <LibraryPage name="saved" />;
}

export function LikedPage() {
  return <LibraryPage name="liked" />;
}

function LibraryPage({ name }: { name: LibraryName }) {
  const { search = "" } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const isHistory = name === "history";
  const settings = useQuery({ ...privacySettings, enabled: isHistory });
  const isOff = isHistory && settings.data?.keeps_history === false;
  const title = TITLES[name];
  useTitle(title);
  return (
    <div className="column flex flex-col gap-6 py-6 sm:py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <div>
          <h1 className="page-title">{title}</h1>
          <p className="text-muted">Only you can see this list.</p>
        </div>
        <LibraryLinks />
      </header>
      {isOff && <HistoryIsOff />}
      <LibraryList
        key={name}
        name={name}
        search={search}
        onSearch={(text) =>
          void navigate({ to: ".", search: text === "" ? {} : { search: text }, replace: true, resetScroll: false })
        }
        isOff={isOff}
        onForgotten={(id) => updateMemory((memory) => withoutPositions(memory, id))}
      />
    </div>
  );
}

function HistoryIsOff() {
  return (
    <p role="status">
      Your watch history is off: what you watch is not added here.{" "}
      <Link href="/setting?tab=privacy" className="text-accent underline">
        Turn it on
      </Link>
    </p>
  );
}

export function FollowingPage() {
  useTitle("Following");
  const { tab } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const show = (chosen: "new" | "channels") => void navigate({ to: ".", search: { tab: chosen }, resetScroll: false });
  return (
    <div className="column flex flex-col gap-6 py-6 sm:py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="page-title">Following</h1>
        <LibraryLinks />
      </header>
      <Tabs
        label="Following"
        value={tab === "channels" ? "channels" : "new"}
        onChange={show}
        tabs={[
          { value: "new", label: "New", content: <FollowingContents onShowChannels={() => show("channels")} /> },
          {
            value: "channels",
            label: "Channels",
            content: <Channels />,
          },
        ]}
      />
    </div>
  );
}

function Channels() {
  return (
    <FollowedChannels
      changed={useFollowChanges()}
      followButton={({ id, name }, isFollowed) => <FollowButton channelId={id} name={name} following={isFollowed} />}
    />
  );
}
