import { discoveryRoutes } from "@app/contract/discovery";
import { listBanner, listTrending } from "#modules/discovery/discovery.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { FirstView } from "#platform/http/shell.ts";

const EXPLORE = new Set(["/explore", "/portal"]);

/** What the page of this address would ask the API for first; null for a page that asks for nothing public. */
export async function openFirstView(deps: Deps, address: string): Promise<FirstView | null> {
  if (!EXPLORE.has(address)) return null;
  const [banner, trending] = await Promise.all([listBanner(deps), listTrending(deps)]);
  // What the contract does not name does not leave, here as in a reply.
  const { content } = discoveryRoutes.topVideos.data.parse({ content: banner });
  return {
    data: { top_videos: content, trending: discoveryRoutes.trending.data.parse(trending) },
    picture: content[0]?.thumbnail ?? null,
  };
}
