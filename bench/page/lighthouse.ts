import { channelHref, contentHref } from "@app/contract/paths";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { DEMO_PASSWORD } from "../../apps/server/src/seed/demo-people.service.ts";
import { EARNERS, FANS } from "../../apps/server/src/seed/world/people.ts";
import { median } from "../median.ts";
import { closingAfter } from "../product/open-things.ts";
import { waitUntilIdle } from "../product/wait-until-idle.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { signInByForm } from "./browser.ts";
import { CATEGORIES, type Category, readScores, type Scores, type Screen } from "./lighthouse-scores.ts";
import { withOpenBrowser } from "./open-browser.ts";
import { waitForDemo } from "./wait-for-demo.ts";

type Visited = { name: string; url: string };

const ROUNDS = 3;
const QUICK_ROUNDS = 1;
const SCREENS = ["desktop", "mobile"] as const;
/** How many points may be missing from 100. Mobile performance, under simulated throttling, has no budget. */
const SHORT_OF_100: Record<Screen, Record<Category, number | null>> = {
  desktop: { performance: 5, accessibility: 0, "best-practices": 0, seo: 0 },
  mobile: { performance: null, accessibility: 0, "best-practices": 0, seo: 0 },
};

/**
 * Runs Lighthouse on the demo world: `/` and `/explore` as a stranger, and as a member a channel and a video, which
 * both redirect a stranger to `/`. Both belong to an adult, so search engines may show them; for a minor's, Lighthouse
 * would report that they are hidden from search engines, as they must be.
 */
export function measureLighthouse(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "demo", async (product) => {
    const { origin } = product;
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    const { channel, video } = await closingAfter(database.close, async () => {
      await waitForDemo(database);
      return choosePages(database);
    });
    await waitUntilIdle(product.webPid);
    const rows = await withOpenBrowser(settings, (stranger) =>
      measureVisits(settings, stranger.port, [
        { name: "/", url: `${origin}/` },
        { name: "/explore", url: `${origin}/explore` },
      ]),
    );
    return withOpenBrowser(settings, async (member) => {
      await signInByForm(member.profile, origin, { username: FANS[0]?.username ?? "", password: DEMO_PASSWORD });
      const visited = [
        { name: "a channel", url: origin + channel },
        { name: "a video", url: origin + video },
      ];
      return [...rows, ...(await measureVisits(settings, member.port, visited))];
    });
  });
}

async function measureVisits(settings: Settings, port: number, visited: readonly Visited[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, url } of visited)
    for (const screen of SCREENS) {
      const looks: Scores[] = [];
      for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++)
        looks.push(await readScores(settings, { port, url, screen }));
      const faults = new Set(looks.flatMap((look) => look.faults));
      if (faults.size > 0) console.error(`${name}, ${screen}: ${[...faults].join(", ")}`);
      for (const category of CATEGORIES) {
        const short = 100 - median(looks.map(({ points }) => points[category]));
        const budget = SHORT_OF_100[screen][category];
        rows.push(row(`lighthouse: ${name}, ${screen}: ${category}, short of 100`, short, "", budget));
      }
    }
  return rows;
}

async function choosePages({ pool }: Database): Promise<{ channel: string; video: string }> {
  const { rows } = await pool.query<{ channel_id: string; content_id: string }>(
    `select c.id as channel_id, i.id as content_id
     from accounts a join channels c on c.owner_id = a.id join contents i on i.channel_id = c.id
     where a.username = $1 and i.state = 'ready' and i.type = 'video' and i.visibility = 'public'
     order by i.total_views desc limit 1`,
    [EARNERS[0]?.username],
  );
  const [ids] = rows;
  const [channel, video] = [channelHref(ids?.channel_id ?? ""), contentHref("video", ids?.content_id ?? "")];
  if (channel === null || video === null) throw new Error("The demo world has no video to look at.");
  return { channel, video };
}
