import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes, type Visibility } from "@app/contract/contents";
import { contentId } from "@app/contract/ids";
import { decodeId } from "@app/contract/paths";
import { recruitingRoutes } from "@app/contract/recruiting";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const video = await publishClip(product, "maya", "State final");
const id = contentId.parse(decodeId(decodeURIComponent(video.split("/").at(-1) ?? "")));
const session = await createCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
const maya = createCaller(product.origin, session.access_token);

const setVisibility = (visibility: Visibility) =>
  maya.call(contentRoutes.update, { params: { id }, body: { visibility } });

/** Holds back everything from the fourth second on until `release`. */
async function holdTheRest(page: Page): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/_0000[3-9]\.m4s$/, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

const playedS = (page: Page) =>
  page.locator("video").evaluate((element: { currentTime: number }) => element.currentTime);

async function playTo(page: Page, atS: number): Promise<void> {
  await expect.poll(() => playedS(page)).toBeGreaterThan(atS);
}

test("playback continues at the same position when the video becomes unlisted, and stops with a message when it becomes private", async () => {
  await setVisibility("public");
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  const goOn = await holdTheRest(page);
  await page.goto(product.origin + video);
  await playTo(page, 1);
  const before = await playedS(page);
  await setVisibility("unlisted");
  const played: string[] = [];
  page.on("response", (reply) => {
    if (reply.ok() && reply.url().endsWith(".m4s")) played.push(new URL(reply.url()).pathname);
  });
  goOn();
  await playTo(page, 4);
  expect(before).toBeLessThan(4.5);
  expect(await page.getByText("The video could not be loaded").count()).toBe(0);
  expect(played.every((path) => path.startsWith("/media/s/"))).toBe(true);

  const end = await holdTheRest(page);
  await page.goto(`${product.origin}${video}?t=0`);
  await playTo(page, 1);
  await setVisibility("private");
  end();
  await page.waitForURL("**/404");
  expect(faults).toEqual([]);
  await context.close();
});

test("a coach's page keeps playing after the video was briefly private", async () => {
  await setVisibility("public");
  const { path } = await maya.call(recruitingRoutes.save, { body: { is_on: true, highlights: [id] } });
  const { context, page, faults } = await visit(browser);
  const goOn = await holdTheRest(page);
  await page.goto(product.origin + (path ?? ""));
  await playTo(page, 1);
  await setVisibility("private");
  await setVisibility("public");
  goOn();
  await playTo(page, 4);
  expect(await page.getByText("The video could not be loaded").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
