import type { MouseEvent } from "react";
import { HomeBanner } from "#features/discovery/home-banner.tsx";
import { TrendingCarousel } from "#features/discovery/query-carousel.tsx";
import { WeeklyStrip } from "#features/discovery/weekly-strip.tsx";
import { openJoin } from "#flows/auth/auth-dialog-store.ts";
import { waitForIdle } from "#lib/idle-queue.ts";
import { lazyWithPreload, withOfflineError } from "#lib/lazy-with-preload.tsx";
import { useUser } from "#lib/session.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Section } from "#ui/section.tsx";

/** Below the fold: loads after the first screen, which stays usable if this fails. */
const { Component: ExploreMore } = lazyWithPreload(
  async () => {
    const { ExploreMore: Loaded } = await withOfflineError(import("./explore/explore-more.tsx"));
    await waitForIdle();
    return Loaded;
  },
  () => <div className="min-h-dvh" />,
  { Fallback: LoadError },
);

/** Rendered while idle, because it is below the fold on most screens. */
const { Component: Trending } = lazyWithPreload(
  async () => {
    await waitForIdle();
    return TrendingCarousel;
  },
  () => <div className="min-h-72" />,
  { Fallback: LoadError },
);

export function ExplorePage() {
  useTitle("Explore");
  const isVisitor = useUser() === null;
  const onVisitorOpen = isVisitor ? openJoin : null;
  return (
    // A visitor's click anywhere in a section asks them to join. Keyboard users have the buttons of the cards.
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
  // Not after selecting text.
  if (getSelection()?.isCollapsed !== false) openJoin(null);
}
