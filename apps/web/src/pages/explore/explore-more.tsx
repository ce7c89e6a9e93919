import { AnnouncementBlock } from "#features/announcements/announcement-block.tsx";
import { AthletesCarousel, TopEarners } from "#features/discovery/channel-carousels.tsx";
import { NewestSection } from "#features/discovery/query-carousel.tsx";
import { Slots } from "#features/slots/slots.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { lazyWithPreload } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

/** For members only. If it fails to load, the cards can still be opened. */
const { Component: FollowButton } = lazyWithPreload(
  async () => (await import("#features/follows/follow-button.tsx")).FollowButton,
  () => <Skeleton className="h-8 w-24 touch:h-11" />,
  { Fallback: () => null },
);

/** The sections of the explore page below the fold. */
export function ExploreMore() {
  const isVisitor = useUser() === null;
  const onVisitorOpen = isVisitor ? openJoin : null;
  return (
    <>
      <Section title="TOP EARNERS">
        <TopEarners onVisitorOpen={onVisitorOpen} />
      </Section>
      <Section title="ATHLETES OF THE WEEK">
        <AthletesCarousel
          onVisitorOpen={onVisitorOpen}
          followButton={
            isVisitor
              ? null
              : ({ id, username, following }) => (
                  <FollowButton channelId={id} name={`@${username}`} following={following} />
                )
          }
        />
      </Section>
      <Slots place="explore" />
      <AnnouncementBlock />
      <NewestSection type="image" title="IMAGES" label="Images" onVisitorOpen={onVisitorOpen} />
      <NewestSection type="document" title="DOCUMENTS" label="Documents" onVisitorOpen={onVisitorOpen} />
    </>
  );
}
