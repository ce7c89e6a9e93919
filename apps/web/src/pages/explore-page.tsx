import type { MouseEvent } from "react";
import { HomeBanner } from "#features/discovery/home-banner.tsx";
import { TrendingRail } from "#features/discovery/trending-rail.tsx";
import { WeeklyStrip } from "#features/discovery/weekly-strip.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { idleTurn } from "#lib/idle-queue.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";

/** Below the first screen: its code comes after what is seen at once, which stays where this does not come. */
const { Component: ExploreMore } = lazyWithPreload(
  async () => {
    const { ExploreMore: Fetched } = await withOfflineError(import("./explore/explore-more.tsx"));
    await idleTurn();
    return Fetched;
  },
  () => <div className="min-h-dvh" />,
  { Fallback: LoadError },
);

/** As it is drawn bit by bit, and below the first screen of most. */
const { Component: Trending } = lazyWithPreload(
  async () => {
    await idleTurn();
    return TrendingRail;
  },
  () => <div className="min-h-72" />,
);

export function ExplorePage() {
  useTitle("Explore");
  const isVisitor = useUser() === null;
  const onVisitorOpen = isVisitor ? openJoin : null;
  return (
    // For a visitor a click anywhere in a section asks them to join. The keyboard has the cards' own buttons.
    <div className="column flex flex-col gap-12 py-6 sm:py-8" {...(isVisitor && { onClick: joinUnlessControl })}>
      <h1 className="sr-only">Explore</h1>
      <WeeklyStrip onVisitorOpen={onVisitorOpen} />
      <HomeBanner onVisitorOpen={onVisitorOpen} />
      <Section title="TRENDING VIDEOS" subtitle="Browse according to your interests">
        <Trending onVisitorOpen={onVisitorOpen} />
      </Section>
      <ExploreMore />
    </div>
  );
}

function joinUnlessControl({ target }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest("a, button") || !target.closest("section")) return;
  // Whoever has marked some text wants the text.
  if (getSelection()?.isCollapsed !== false) openJoin(null);
}
