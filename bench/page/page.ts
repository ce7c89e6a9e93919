import { encodeId } from "@app/contract/paths";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { CALM_CLIP, makeClip, SEEK_CLIP } from "../pipeline/clips.ts";
import { closingAfter } from "../product/open-things.ts";
import { PASSWORD } from "../product/people.ts";
import { withProduct } from "../product/with-product.ts";
import type { Row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { openBrowser, openProfile, signInByForm } from "./browser.ts";
import { measureFirstFrame } from "./first-frame.ts";
import { measureSeeks } from "./seek.ts";
import { addVideo, READER, setStage } from "./stage.ts";
import { measureExplore, measureWatch } from "./visits.ts";

const VISITS = 5;
const QUICK_VISITS = 1;
const CLICKS = 5;
const QUICK_CLICKS = 3;

/** Real pages in a real browser, as a first-time visitor sees them. */
export function measurePage(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "all", async (product) => {
    const { origin } = product;
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    const clip = await makeClip(settings, CALM_CLIP);
    const long = await makeClip(settings, SEEK_CLIP);
    const [id, longId] = await closingAfter(database.close, async () => [
      await setStage(product, database, clip),
      await addVideo(product, database, long),
    ]);
    const path = toPath(id);
    const browser = await openBrowser(settings);
    return closingAfter(
      () => browser.close(),
      async () => {
        const rounds = settings.isQuick ? QUICK_VISITS : VISITS;
        const clicks = settings.isQuick ? QUICK_CLICKS : CLICKS;
        const member = await openProfile(browser);
        await signInByForm(member, origin, { username: READER, password: PASSWORD });
        return [
          ...(await measureExplore(browser, { url: `${origin}/explore`, rounds })),
          ...(await measureWatch(member, { url: origin + path, rounds })),
          ...(await measureFirstFrame(member, { origin, path, clip, rounds: clicks })),
          ...(await measureSeeks(member, {
            url: origin + toPath(longId),
            clip: long,
            lengthS: SEEK_CLIP.seconds,
            rounds,
          })),
        ];
      },
    );
  });
}

function toPath(id = ""): string {
  return `/video/${encodeURIComponent(encodeId(id))}`;
}
