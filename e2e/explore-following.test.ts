import { accountRoutes } from "@app/contract/accounts";
import { CHANNEL_MESSAGES } from "@app/contract/channels";
import { discoveryRoutes } from "@app/contract/discovery";
import { MESSAGES } from "@app/contract/errors";
import { FOLLOW_MESSAGES, followRoutes } from "@app/contract/follows";
import type { Locator } from "playwright-core";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, isFocused, visit } from "./testing/browser.ts";
import { athlete, leftPx, openExplore, section, shownSlide } from "./testing/explore-page.ts";
import { fillExplore, PEOPLE } from "./testing/explore-world.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";

const { browser, product } = await openJourney(PEOPLE);
beforeAll(() => fillExplore(product.databaseUrl()));
const { access_token } = await createCaller(product.origin, null).call(accountRoutes.login, {
  body: toLogin("leo", PASSWORD),
});
const asLeo = createCaller(product.origin, access_token);

test("a fan follows and unfollows by keyboard; the focus stays, the count updates, and the last action wins", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  await openExplore(page, product.origin);
  const asked: string[] = [];
  let held: Promise<void> | null = null;
  await page.route(/\/(un)?follow\//, async (route) => {
    asked.push(route.request().url().includes("/unfollow/") ? "unfollow" : "follow");
    await held;
    await route.continue();
  });
  const card = athlete(page, "maya");
  await card.getByRole("button", { name: "Follow @maya" }).press("Enter");
  const following = card.getByRole("button", { name: "Following @maya" });
  await following.waitFor();
  await expect.poll(() => isFocused(following)).toBe(true);
  await card.getByText("1 follower", { exact: true }).waitFor();
  await lookAt(page, "explore-fan");

  // Fast: unfollow, follow, unfollow, all before the first reply.
  asked.length = 0;
  let answer = () => undefined as unknown;
  held = new Promise((resolve) => {
    answer = resolve;
  });
  for (const name of ["Following", "Follow", "Following"]) {
    await card.getByRole("button", { name: `${name} @maya` }).press("Enter");
    if (name === "Following") await page.getByRole("menuitem", { name: "Unfollow" }).press("Enter");
  }
  const follow = card.getByRole("button", { name: "Follow @maya" });
  await follow.waitFor();
  const answered = page.waitForResponse(/\/unfollow\//);
  answer();
  await answered;
  await expect.poll(() => isFocused(follow)).toBe(true);
  await card.getByText("0 followers", { exact: true }).waitFor();
  await expect.poll(() => asked.length).toBe(3);
  await expect.poll(() => isFollowed("maya")).toBe(false);
  expect(asked).toEqual(["unfollow", "follow", "unfollow"]);
  expect(faults).toEqual([]);
  await context.close();
});

const xOf = async (part: Locator) => (await part.boundingBox())?.x ?? Number.NaN;

test("the menu stays open while the strip above it moves, and stays at its button when its own row moves", async () => {
  // Tall enough to show both, because carousels out of sight do not move.
  const { context, page } = await visit(browser, { height: 3_000 });
  await beSignedIn(page, product.origin, "leo");
  await openExplore(page, product.origin);
  const strip = section(page, "Top 25 earners: This week");
  await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).click();
  const following = athlete(page, "nia").getByRole("button", { name: "Following @nia" });
  await expect.poll(() => isFollowed("nia")).toBe(true);
  // By key, because the row may move by itself under a pointer.
  await following.press("Enter");
  const item = page.getByRole("menuitem", { name: "Unfollow" });
  await item.waitFor();
  for (let moves = 0; moves < 2; moves++) {
    const beforePx = await leftPx(strip);
    await expect.poll(() => leftPx(strip)).not.toBe(beforePx);
  }
  await expect.poll(() => item.isVisible()).toBe(true);

  await section(page, "ATHLETES OF THE WEEK")
    .getByRole("list")
    .evaluate((list: { scrollBy(by: object): void }) => list.scrollBy({ left: 300, behavior: "instant" }));
  // The item lies inside its menu, which begins where the button does.
  await expect.poll(async () => Math.abs((await xOf(item)) - (await xOf(following)))).toBeLessThan(20);
  await item.click();
  await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).waitFor();
  await expect.poll(() => isFollowed("nia")).toBe(false);
  await context.close();
});

describe("a follow that does not get through", async () => {
  const { context, page } = await visit(browser);
  beforeAll(async () => {
    await beSignedIn(page, product.origin, "leo");
    await openExplore(page, product.origin);
  });
  // As at the beginning, whatever failed.
  afterEach(async () => {
    await page.unrouteAll();
    await context.setOffline(false);
  });
  const follow = athlete(page, "nia").getByRole("button", { name: "Follow @nia" });

  test.each([
    [409, "conflict", FOLLOW_MESSAGES.tooMany],
    [410, "gone", CHANNEL_MESSAGES.deactivated],
    [500, "internal", MESSAGES.unexpected],
  ])("because it is refused with %i is reverted, with the server's message", async (code, kind, message) => {
    await page.route(/\/follow\//, (route) =>
      route.fulfill({
        status: code,
        json: { code, status: "error", kind, message, data: null, errors: {}, request_id: "r-1" },
      }),
    );
    await follow.click();
    await page.getByText(message, { exact: true }).waitFor();
    await follow.waitFor();
  });

  test("because the browser is offline is reverted, and a message says so", async () => {
    await context.setOffline(true);
    await follow.click();
    await page.getByText(MESSAGES.tryAgain).waitFor();
    await follow.waitFor();
    expect(await isFollowed("nia")).toBe(false);
  });

  test("because only the reply is lost shows the actual state: the list is reloaded", async () => {
    // An earlier attempt may have got through.
    const runner = (await asLeo.call(discoveryRoutes.userAthletes)).find(({ username }) => username === "runner_1");
    if (runner?.following) await asLeo.call(followRoutes.unfollow, { params: { id: runner.id }, body: {} });
    await openExplore(page, product.origin);
    await page.route(/\/follow\//, async (route) => {
      await route.fetch();
      await route.abort();
    });
    const card = athlete(page, "runner_1");
    await card.getByRole("button", { name: "Follow @runner_1" }).click();
    await page.getByText(MESSAGES.tryAgain).waitFor();
    await card.getByRole("button", { name: "Following @runner_1" }).waitFor();
    await card.getByText("1 follower", { exact: true }).waitFor();
  });
});

test("an earner opens a channel and a video, and cannot follow themselves", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openExplore(page, product.origin);
  await expect.poll(() => asked.filter((path) => path.endsWith("top-earners"))).toEqual(["/api/v1/user-top-earners"]);
  await athlete(page, "nia").getByRole("button", { name: "Follow @nia" }).waitFor();
  await expect.poll(() => athlete(page, "maya").getByRole("button").count()).toBe(0);
  await shownSlide(page)
    .getByRole("link", { name: /^Play Video/ })
    .click();
  await page.waitForURL("**/video/*");
  await openExplore(page, product.origin);
  await section(page, "TOP EARNERS").getByRole("link", { name: "@club_seven" }).click();
  await page.waitForURL("**/profile/*");
  expect(faults).toEqual([]);
  await context.close();
});

/** The server's state. */
async function isFollowed(name: string): Promise<boolean> {
  const cards = await asLeo.call(discoveryRoutes.userAthletes);
  return cards.find((card) => card.username === name)?.following ?? false;
}
