import { expect, test } from "vitest";
import { channelContents, channelPage, ownContents } from "#features/channels/channels.queries.ts";
import { topVideos, trendingVideos } from "#features/discovery/discovery.queries.ts";
import { ownProfile } from "#features/earner-forms/registration.queries.ts";
import { followedChannels, followingContents } from "#features/follows/following-tabs.tsx";
import { searchResults, suggestions } from "#features/search/search.queries.ts";
import { signUpDraftOffer } from "#features/sign-up/sign-up-fields.tsx";
import { relatedItems } from "#features/watch/watch.queries.ts";
import { categoryList, contentItem } from "#lib/queries.ts";
import { queryClient } from "./query-client.ts";

type Options = { queryKey: readonly unknown[]; gcTime?: number | undefined };

/** How long unused data stays in the cache. */
function gcTimeMs({ queryKey, gcTime }: Options): number | undefined {
  return queryClient.defaultQueryOptions({ queryKey, ...(gcTime !== undefined && { gcTime }) }).gcTime;
}

test("follows, profiles, contents, items, search results and drafts leave the cache as soon as they are unused", () => {
  const id = "0190a1b2-0000-7000-8000-000000000000";
  const personal = [followingContents(), followedChannels(), ownProfile, channelPage(id), contentItem(id)];
  for (const options of [
    ...personal,
    channelContents(id, "video"),
    ownContents(id, "image"),
    searchResults({ search: "cup" }),
    signUpDraftOffer,
  ])
    expect([options.queryKey, gcTimeMs(options)]).toEqual([options.queryKey, 0]);
});

test("everything else stays in the cache for a minute", () => {
  for (const options of [categoryList, topVideos(), trendingVideos(), relatedItems("x"), suggestions("cup", true)])
    expect([options.queryKey, gcTimeMs(options)]).toEqual([options.queryKey, 60_000]);
});
