import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { ContentType } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import type { BrowserContext, Page } from "playwright-core";
import { median } from "../median.ts";
import { hoverAndClick, openBrowser, openProfile, openTab, signInByForm } from "../page/browser.ts";
import type { Signed } from "../pipeline/upload.ts";
import { closingAfter } from "../product/open-things.ts";
import { PASSWORD } from "../product/people.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
/** How long a page may prefetch before the click. */
const CALM_MS = 1_000;
const BUDGET = 1.5;
const LIMIT_MS = 20_000;

type Clicked = {
  name: string;
  /** The item's owner, whose channel shows its card. */
  username: string;
  type: ContentType;
  id: string;
  /** Finds the image that its page shows first. */
  large: string;
};

/**
 * A click on a card of the channel, and one on a link to a page with nothing but an `<img>` of the same file: the one
 * that the browser chose on our page, because formats differ in how long they take to decode.
 */
export async function measureClicks(settings: Settings, { origin }: Signed, clicked: Clicked): Promise<Row[]> {
  const { name, username, type, id, large } = clicked;
  const browser = await openBrowser(settings);
  return closingAfter(
    () => browser.close(),
    async () => {
      const member = await openProfile(browser);
      await signInByForm(member, origin, { username, password: PASSWORD });
      const card = { url: `${origin}/profile?tab=${type}`, link: `a[href="${contentHref(type, id)}"]`, large };
      const { source } = await timeClick(member, card);
      const plain = await servePlainPicture(await fetch(source));
      return closingAfter(plain.close, async () => {
        const ours: number[] = [];
        const theirs: number[] = [];
        for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
          ours.push((await timeClick(member, card)).tookMs);
          theirs.push((await timeClick(member, { url: plain.origin, link: "a", large: "main > img" })).tookMs);
        }
        return toRows(name, ours, theirs);
      });
    },
  );
}

function toRows(name: string, ours: number[], theirs: number[]): Row[] {
  return [
    row(name, median(ours), "ms"),
    row(`${name}: plain img`, median(theirs), "ms"),
    row(`${name}: relative to a plain img`, median(ours) / median(theirs), "×", BUDGET),
  ];
}

async function servePlainPicture(picture: Response): Promise<{ origin: string; close(): Promise<void> }> {
  const type = picture.headers.get("content-type") ?? "";
  const file = Buffer.from(await picture.arrayBuffer());
  const page = '<main><img src="/picture" width="960"></main>';
  const server = createServer((request, response) => {
    if (request.url === "/picture") response.writeHead(200, { "content-type": type }).end(file);
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(request.url === "/shown" ? page : '<a href="/shown">Show</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}/`, close: () => promisify(server.close.bind(server))() };
}

type Click = { url: string; link: string; large: string };

/** @returns how long it took, and the URL of the image that is shown */
async function timeClick(
  profile: BrowserContext,
  { url, link, large }: Click,
): Promise<{ tookMs: number; source: string }> {
  const page = await openTab(profile);
  await page.goto(url, { waitUntil: "load" });
  const card = page.locator(link).first();
  await card.waitFor();
  await page.waitForTimeout(CALM_MS);
  await hoverAndClick(card);
  const tookMs = await waitForPicture(page, large);
  const source = await page.locator(large).evaluate((image: { currentSrc: string }) => image.currentSrc);
  await page.close();
  return { tookMs, source };
}

/** Measured by the page itself, because Playwright's overhead would make the two look more alike. */
async function waitForPicture(page: Page, selector: string): Promise<number> {
  const untilMs = Date.now() + LIMIT_MS;
  for (;;) {
    // The click may be replacing the document right now.
    const tookMs = await page
      .evaluate<number | null>(`fieldhousePicture(${JSON.stringify(selector)})`)
      .catch(() => null);
    if (tookMs !== null) return tookMs;
    if (Date.now() > untilMs) throw new Error(`No picture ${selector} came after the click; now at ${page.url()}`);
    await sleep(50);
  }
}
