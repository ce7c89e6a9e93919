import { discoveryRoutes } from "@app/contract/discovery";
import { listWeeklyEarners } from "#modules/discovery/channel-lists.service.ts";
import { listBanner, listTrending } from "#modules/discovery/discovery.service.ts";
import { readNumbers } from "#modules/numbers/numbers.service.ts";
import { findPreview } from "#modules/sharing/previews.service.ts";
import type { Deps } from "#platform/deps.ts";
import type { FirstView, OpenedPage } from "#platform/http/shell.ts";

const EXPLORE = new Set(["/explore", "/portal"]);

/** What is said of an address before its scripts run, and what its page shows first. */
export async function openPage(deps: Deps, address: string): Promise<OpenedPage> {
  const [head, view] = await Promise.all([findPreview(deps, address), openFirstView(deps, address)]);
  return { head, view };
}

/** What the page of this address would ask the API for first; null for a page that asks for nothing public. */
async function openFirstView(deps: Deps, address: string): Promise<FirstView | null> {
  if (address === "/") return { data: { public_numbers: await readNumbers(deps) }, picture: null };
  return EXPLORE.has(address) ? openExplore(deps) : null;
}

async function openExplore(deps: Deps): Promise<FirstView> {
  const [weekly, banner, trending] = await Promise.all([listWeeklyEarners(deps), listBanner(deps), listTrending(deps)]);
  // What the contract does not name does not leave, here as in a reply.
  const { content } = discoveryRoutes.topVideos.data.parse({ content: banner });
  return {
    data: {
      weekly_earners: discoveryRoutes.weeklyEarners.data.parse(weekly),
      top_videos: content,
      trending: discoveryRoutes.trending.data.parse(trending),
    },
    picture: content[0]?.thumbnail ?? null,
  };
}
