import { useNavigate, useSearch } from "@tanstack/react-router";
import { FollowButton, useFollowChanges } from "#features/follows/follow-button.tsx";
import { FollowedChannels, FollowingContents } from "#features/follows/following-tabs.tsx";
import { useTitle } from "#lib/use-title.ts";
import { LibraryLinks } from "#ui/page-links.tsx";
import { Tabs } from "#ui/tabs.tsx";

export function FollowingPage() {
  useTitle("Following");
  const { tab } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  const show = (chosen: "new" | "channels") => void navigate({ to: ".", search: { tab: chosen }, resetScroll: false });
  return (
    <div className="column flex flex-col gap-6 py-6 sm:py-8">
      <header className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="title text-4xl sm:text-5xl">Following</h1>
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
