import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { channelHref } from "@app/contract/paths";
import { referralRoutes } from "@app/contract/referrals";
import { describe, expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { openJourney } from "./testing/journey.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const { product } = await openJourney({ maya: "Individual" });
const session = await createCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
const maya = createCaller(product.origin, session.access_token);
const { code } = await maya.call(referralRoutes.link);
const [category] = await maya.call(categoryRoutes.list);
const videoPath = await publishClip(product, "maya", 'Cup "final" <second half>');
const channelPath = channelHref(session.users.channel.id) ?? "";

/** What a messenger reads at a URL: the first HTML, without running scripts. */
async function readHead(path: string) {
  const html = await (await fetch(product.origin + path)).text();
  const value = (pattern: RegExp) => pattern.exec(html)?.[1] ?? null;
  return {
    title: value(/<title>([^<]*)<\/title>/),
    description: value(/<meta name="description" content="([^"]*)"/),
    canonical: value(/<link rel="canonical" href="([^"]*)"/),
    picture: value(/<meta property="og:image" content="([^"]*)"/),
    isIndexed: !html.includes('<meta name="robots" content="noindex"'),
  };
}

describe("the first HTML describes the address, and its preview image exists", () => {
  const PAGES: [
    string,
    { path: string; title: string; description: string; canonical?: string; isIndexed?: boolean },
  ][] = [
    [
      "the front door",
      { path: "/", title: "Fieldhouse: sports video by", description: "Fieldhouse is where athletes" },
    ],
    ["explore", { path: "/explore", title: "Explore · Fieldhouse", description: "Trending sports videos" }],
    [
      "a category",
      {
        path: `/category-listing/${category?.id}`,
        title: `${category?.name} · Fieldhouse`,
        description: `${category?.name} on Fieldhouse: videos by athletes and teams`,
      },
    ],
    [
      "a channel",
      { path: channelPath, title: "maya&#39;s channel (@maya)", description: "maya&#39;s channel shows their" },
    ],
    [
      "an item",
      {
        path: videoPath,
        title: "Cup &quot;final&quot; &lt;second half&gt; · maya&#39;s channel",
        description: "The turn at 0:03. More at https://example.com",
      },
    ],
    [
      "an invitation",
      {
        path: `/referral/${code.toLowerCase()}`,
        canonical: `/referral/${code}`,
        title: "maya&#39;s channel invites you to Fieldhouse",
        description: "Accept the invitation from maya&#39;s channel",
        isIndexed: false,
      },
    ],
  ];
  test.each(PAGES)("%s", async (_what, { path, title, description, canonical = path, isIndexed = true }) => {
    const head = await readHead(path);
    expect(head).toMatchObject({
      title: expect.stringContaining(title),
      description: expect.stringContaining(description),
      canonical: product.origin + canonical,
      isIndexed,
    });
    const reply = await fetch(head.picture ?? "");
    expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    expect((await reply.arrayBuffer()).byteLength).toBeGreaterThan(10_000);
  });
});

test("an unknown address has the preview of the home page", async () => {
  for (const path of ["/referral/NOBODYS2", "/referral", "/nowhere"]) {
    const head = await readHead(path);
    expect(head).toMatchObject({ title: "Fieldhouse", canonical: null, isIndexed: false });
    expect(head.picture).toContain("/share/page/home-");
  }
});
