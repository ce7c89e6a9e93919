import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { Page, WebSocketRoute } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hearBell } from "./testing/bell.ts";
import { beSignedIn, signIn, type Visit, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney({ maya: null, leo: null, tom: null, ida: null });

/** Opens this many browsers of one signed-in person, with live connections. */
async function openBrowsers(username: string, count: number): Promise<Visit[]> {
  const visits: Visit[] = [];
  for (let at = 0; at < count; at++) {
    const opened = await visit(browser);
    const joined = waitForRoom(opened.page);
    await beSignedIn(opened.page, product.origin, username);
    await opened.page.goto(`${product.origin}/setting`);
    await joined;
    visits.push(opened);
  }
  return visits;
}

/** Resolves once the page has joined its room, however many attempts that takes. */
function waitForRoom(page: Page): Promise<void> {
  return new Promise((resolve) => {
    page.on("websocket", (socket) =>
      socket.on("framereceived", ({ payload }) => {
        if (String(payload).includes("subscription_succeeded")) resolve();
      }),
    );
  });
}

/** @returns what a members' page shows, and what the browser stores of the session */
async function isSignedOut(page: Page): Promise<boolean> {
  const kept = await page.evaluate(() => localStorage.getItem("fieldhouse.session")).catch(() => null);
  return new URL(page.url()).pathname === "/" && kept !== null && JSON.parse(kept).state.user === null;
}

async function openDevices(page: Page) {
  await page.goto(`${product.origin}/setting?tab=devices`);
  const list = page.getByRole("list", { name: "Your devices" });
  await list.getByText("This device").waitFor();
  return list;
}

async function confirm(page: Page, name: string): Promise<void> {
  await page.getByRole("alertdialog").getByRole("button", { name }).click();
}

describe("a device that is removed", () => {
  test("is signed out on its open page, without any action there", async () => {
    const [here, phone] = await openBrowsers("maya", 2);
    if (!here || !phone) throw new Error("two browsers are needed");
    const list = await openDevices(here.page);
    await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
    const phoneItem = list.getByRole("listitem").filter({ hasNotText: "This device" });
    await phoneItem.getByRole("button", { name: /^Remove / }).click();
    // Until the open page has been redirected to the landing page, without the time to load that.
    const told = phone.page.waitForEvent("request", (request) => request.isNavigationRequest());
    await confirm(here.page, "Remove");
    expect(new URL((await told).url()).pathname).toBe("/");
    await expect.poll(() => isSignedOut(phone.page)).toBe(true);
    await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
    await phone.page.goto(`${product.origin}/setting`);
    await phone.page.getByRole("dialog").getByLabel("Email or username").waitFor();
    expect([...here.faults, ...phone.faults]).toEqual([]);
    for (const { context } of [here, phone]) await context.close();
  });

  test("is signed out with all others in one click; this one stays signed in, even after a reload", async () => {
    const [here, phone, tablet] = await openBrowsers("leo", 3);
    if (!here || !phone || !tablet) throw new Error("three browsers are needed");
    const list = await openDevices(here.page);
    // A second attempt still has those of the first.
    await expect.poll(() => list.getByRole("listitem").count()).toBeGreaterThanOrEqual(3);
    await here.page.getByRole("button", { name: "Sign out all other devices" }).click();
    // From before the click on, because the message is there for five seconds only.
    const told = here.page.getByText(SIGN_UP_MESSAGES.othersSignedOut).waitFor();
    await confirm(here.page, "Sign out");
    await told;
    for (const { page } of [phone, tablet]) await expect.poll(() => isSignedOut(page)).toBe(true);
    await here.page.getByText("You are only signed in on this device.").waitFor();
    await here.page.reload();
    await here.page.getByText("You are only signed in on this device.").waitFor();
    for (const { context } of [here, phone, tablet]) await context.close();
  });
});

test("an open list of devices updates on a sign-in elsewhere, even after the server was down", async () => {
  const [here] = await openBrowsers("tom", 1);
  if (!here) throw new Error("a browser is needed");
  const list = await openDevices(here.page);
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  const [phone] = await openBrowsers("tom", 1);
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);

  await product.stop();
  const back = waitForRoom(here.page);
  await product.start();
  await back;
  const tablet = await visit(browser);
  await signIn(tablet.page, product.origin, "tom");
  await expect.poll(() => list.getByRole("listitem").count()).toBe(3);
  await hearBell(here.page, /^New sign-in/);
  for (const opened of [here, phone, tablet]) await opened?.context.close();
});

test("missed events are requested once the live connection is back", async () => {
  const here = await visit(browser);
  const line = await routeLine(here.page);
  await beSignedIn(here.page, product.origin, "ida");
  const list = await openDevices(here.page);
  await expect.poll(line.joined).toBeGreaterThan(0);
  line.cut();
  const [phone] = await openBrowsers("ida", 1);
  await expect.poll(() => list.getByRole("listitem").count()).toBe(1);
  line.mend();
  await expect.poll(() => list.getByRole("listitem").count()).toBe(2);
  expect(here.faults).toEqual([]);
  for (const opened of [here, phone]) await opened?.context.close();
});

/** Proxies a page's live connection, so that it can be cut. */
async function routeLine(page: Page) {
  let mended = Promise.withResolvers<void>();
  mended.resolve();
  let joined = 0;
  const open = new Set<WebSocketRoute>();
  await page.routeWebSocket(/\/app\//, async (route) => {
    await mended.promise;
    open.add(route);
    const server = route.connectToServer();
    server.onMessage((message) => {
      if (String(message).includes("subscription_succeeded")) joined += 1;
      route.send(message);
    });
  });
  return {
    joined: () => joined,
    cut() {
      mended = Promise.withResolvers<void>();
      for (const route of open) void route.close({ code: 4200, reason: "cut" });
      open.clear();
    },
    mend: () => mended.resolve(),
  };
}
