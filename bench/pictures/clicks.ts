import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContentType } from "@app/contract/contents";
import { contentHref } from "@app/contract/paths";
import type { BrowserContext, Page } from "playwright-core";
import { median } from "../median.ts";
import { openBrowser, openProfile, openTab, signInByForm } from "../page/browser.ts";
import type { Signed } from "../pipeline/upload.ts";
import { closingAfter } from "../product/open-things.ts";
import { PASSWORD } from "../product/people.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
/** How long a page may fetch ahead before somebody clicks. */
const CALM_MS = 1_000;
/** Less than most people take from reaching a card to pressing it. */
const HOVER_MS = 100;
const BUDGET = 1.5;
const LIMIT_MS = 20_000;

type Clicked = {
  name: string;
  /** The owner of the item, on whose profile its card is. */
  username: string;
  type: ContentType;
  id: string;
  /** URL of the picture that its page shows first. */
  picture: string;
  /** Finds that picture on the page. */
  large: string;
};

/** A click on a card of the channel, and one on a link to a page with nothing but an `<img>` of the same file. */
export async function measureClicks(settings: Settings, { origin }: Signed, clicked: Clicked): Promise<Row[]> {
  const { name, username, type, id, picture, large } = clicked;
  const plain = await servePlainPicture(Buffer.from(await (await fetch(new URL(picture, origin))).arrayBuffer()));
  const browser = await openBrowser(settings);
  const close = async () => {
    await browser.close();
    plain.close();
  };
  return closingAfter(close, async () => {
    const member = await openProfile(browser);
    await signInByForm(member, origin, { username, password: PASSWORD });
    const link = `a[href="${contentHref(type, id)}"]`;
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
      ours.push(await timeClick(member, { url: `${origin}/profile?tab=${type}`, link, large }));
      theirs.push(await timeClick(member, { url: plain.origin, link: "a", large: "main > img" }));
    }
    return [
      row(name, median(ours), "ms"),
      row(`${name}: plain img`, median(theirs), "ms"),
      row(`${name}: by that of a plain img`, median(ours) / median(theirs), "×", BUDGET),
    ];
  });
}

async function servePlainPicture(file: Buffer): Promise<{ origin: string; close(): void }> {
  const page = '<main><img src="/picture.webp" width="960"></main>';
  const server = createServer((request, response) => {
    if (request.url === "/picture.webp") response.writeHead(200, { "content-type": "image/webp" }).end(file);
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(request.url === "/shown" ? page : '<a href="/shown">Show</a>');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

type Click = { url: string; link: string; large: string };

async function timeClick(profile: BrowserContext, { url, link, large }: Click): Promise<number> {
  const page = await openTab(profile);
  await page.goto(url, { waitUntil: "load" });
  const card = page.locator(link).first();
  await card.waitFor();
  await page.waitForTimeout(CALM_MS);
  // A hand is over a card for some time before it presses; a page may use it.
  await card.hover();
  await page.waitForTimeout(HOVER_MS);
  await card.click();
  const tookMs = await waitForPicture(page, large);
  await page.close();
  return tookMs;
}

/** Measured by the page itself: what playwright takes to click and to look would make both of them more alike. */
async function waitForPicture(page: Page, selector: string): Promise<number> {
  const untilMs = Date.now() + LIMIT_MS;
  for (;;) {
    // The click may be replacing the document at this moment.
    const tookMs = await page
      .evaluate<number | null>(`fieldhousePicture(${JSON.stringify(selector)})`)
      .catch(() => null);
    if (tookMs !== null) return tookMs;
    if (Date.now() > untilMs) throw new Error(`No picture ${selector} came after the click; now at ${page.url()}`);
    await sleep(50);
  }
}
