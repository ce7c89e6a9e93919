import { expect, test } from "vitest";
import { categoryList } from "#features/categories/categories.queries.ts";
import { channelContents, channelPage, ownContents } from "#features/channels/channels.queries.ts";
import { topVideos, trendingVideos } from "#features/discovery/discovery.queries.ts";
import { ownProfile } from "#features/earner-forms/profile.queries.ts";
import { followedChannels, followingContents } from "#features/following/following.queries.ts";
import { searchResults, suggestions } from "#features/search/search.queries.ts";
import { signUpDraftOffer } from "#features/sign-up/sign-up.queries.ts";
import { contentItem, relatedItems } from "#features/watch/watch.queries.ts";
import { queryClient } from "./query-client.ts";

type Options = { queryKey: readonly unknown[]; gcTime?: number | undefined };

/** How long an answer stays in the cache that nobody looks at. */
function keptMs({ queryKey, gcTime }: Options): number | undefined {
  return queryClient.defaultQueryOptions({ queryKey, ...(gcTime !== undefined && { gcTime }) }).gcTime;
}

test("what one follows, profiles, content, an item, what was found and what was typed are not kept when nobody looks at them", () => {
  const id = "0190a1b2-0000-7000-8000-000000000000";
  const asked = [followingContents(), followedChannels(), ownProfile, channelPage(id), contentItem(id)];
  for (const options of [
    ...asked,
    channelContents(id, "video"),
    ownContents("image"),
    searchResults({ search: "cup" }),
    signUpDraftOffer,
  ])
    expect([options.queryKey, keptMs(options)]).toEqual([options.queryKey, 0]);
});

test("everything else is kept for a minute", () => {
  for (const options of [categoryList(), topVideos(), trendingVideos(), relatedItems("x"), suggestions("cup", true)])
    expect([options.queryKey, keptMs(options)]).toEqual([options.queryKey, 60_000]);
});
