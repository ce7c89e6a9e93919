import { readFileSync } from "node:fs";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { commentRoutes } from "@app/contract/comments";
import { contentId } from "@app/contract/ids";
import { PUSH_MESSAGES, type PushMessage } from "@app/contract/web-push";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { createFakePushService } from "../apps/server/src/testing/fake-push-service.ts";
import { PASSWORD, toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, openDesktopBrowser, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";
import { openTab } from "./testing/settings-steps.ts";

const service = await createFakePushService(
  () => JSON.parse(readFileSync(path.join(product.dataDir, "vapid.key"), "utf8")).publicKey,
);
afterAll(() => service.stop());
const { browser, product } = await openJourney(
  { maya: "Individual", leo: null },
  { PUSH_TEST_ORIGIN: service.origin },
  openDesktopBrowser,
);
const database = openJourneyDatabase(product);
await publishClip(product, "maya", "Cup final", { lengthS: 12, size: "320x180", kbps: 300 });

/** Replaces the subscription of the vendor's push service, which these machines cannot reach. */
const SUBSCRIBE = `
  const toSubscription = (key) => ({
    options: { applicationServerKey: key }, unsubscribe: async () => sessionStorage.removeItem("push"),
    toJSON: () => ({ endpoint: SUBSCRIPTION.endpoint, keys: SUBSCRIPTION }),
  });
  const toBytes = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0)).buffer;
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    sessionStorage.setItem("push", applicationServerKey);
    return toSubscription(toBytes(applicationServerKey));
  };
  PushManager.prototype.getSubscription = async () =>
    sessionStorage.getItem("push") && toSubscription(toBytes(sessionStorage.getItem("push")));`;

async function deliver(page: Page, message: PushMessage | undefined): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations.filter((one) => !one.isDeleted);
      if (registration) resolve(registration.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const delivery = { origin: product.origin, registrationId: await registered, data: JSON.stringify(message) };
  await devtools.send("ServiceWorker.deliverPushMessage", delivery);
  await devtools.detach();
}

const SHOWN = `navigator.serviceWorker.ready.then((one) => one.getNotifications())
  .then((all) => all.map(({ title, body, tag }) => ({ title, body, tag })))`;

/** A click as the worker receives it. Only a real click may focus a window, so the worker's attempt is refused here. */
async function click(context: BrowserContext): Promise<void> {
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications();
    let done;
    dispatchEvent(Object.assign(new Event("notificationclick"), { notification, waitUntil: (work) => (done = work) }));
    await done;
  })()`);
}

test("an athlete switches push on, receives a comment, and a click opens it in the open page", async () => {
  await database.pool.query("delete from comments");
  const phone = service.addBrowser();
  const { context, page, faults } = await visit(browser, { width: 1440, scheme: "dark" });
  await context.grantPermissions(["notifications"], { origin: product.origin });
  await context.addInitScript(SUBSCRIBE.replaceAll("SUBSCRIPTION", JSON.stringify(phone.subscription)));
  await beSignedIn(page, product.origin, "maya");
  await openTab(page, product.origin, "notifications");
  const toggle = page.getByRole("switch", { name: "Show notifications on this device" });
  expect(await toggle.isChecked()).toBe(false);
  // Nothing is registered for people who have not switched it on.
  expect(await page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)")).toBe(0);
  await toggle.click();
  await page.getByRole("button", { name: "Send a test notification" }).click();
  await page.getByText(PUSH_MESSAGES.testQueued).waitFor();
  await lookAt(page, "setting-push-on");
  await expect.poll(() => phone.messages.length).toBe(1);
  await deliver(page, phone.messages[0]);
  await expect
    .poll(() => page.evaluate(SHOWN))
    .toEqual([{ title: "Fieldhouse", body: "Notifications work on this device.", tag: "fieldhouse" }]);
  await page.reload();
  await expect.poll(() => toggle.isChecked()).toBe(true);

  // The notification that the clip is ready.
  await database.pool.query("delete from notifications");
  await page.goto(`${product.origin}/explore`);
  const leo = await createCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("leo", PASSWORD) });
  const { rows } = await database.pool.query("select id from contents");
  await createCaller(product.origin, leo.access_token).call(commentRoutes.add, {
    params: { id: contentId.parse(rows[0]?.id) },
    body: { text: "What a secret start", parent_id: null },
  });
  await expect.poll(() => phone.messages.length).toBe(2);
  const [, message] = phone.messages;
  expect(JSON.stringify(message)).not.toContain("secret");
  await deliver(page, message);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await expect
    .poll(() => page.evaluate(SHOWN))
    .toContainEqual({ title: "New comment", body: message?.body, tag: message?.id });
  await page.evaluate(`navigator.serviceWorker.ready.then((one) => one.getNotifications({ tag: "fieldhouse" }))
    .then(([test]) => test.close())`);
  await click(context);
  await page.waitForURL(/\/video\/.*#comment:/);
  await page.getByText("What a secret start").waitFor();
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();

  // Without an open page the worker opens this URL in a new one.
  await page.goto(`${product.origin}/notification/`);
  await page.getByRole("button", { name: /^Actions for:/ }).click();
  await page.getByRole("menuitem", { name: "Mark as Unread" }).click();
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  const [pathname = "", hash = ""] = (message?.href ?? "").split("#");
  await page.goto(`${product.origin}${pathname}?notification=${message?.id}#${hash}`);
  await page.getByText("What a secret start").waitFor();
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  await page.waitForURL(`${product.origin}${message?.href}`);

  await page.getByRole("button", { name: "Profile menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await page.getByRole("button", { name: "Sign In" }).first().waitFor();
  await expect
    .poll(() => page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)"))
    .toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test("the manifest can be installed", async () => {
  const { context, page } = await visit(browser);
  await page.goto(`${product.origin}/terms`);
  const devtools = await context.newCDPSession(page);
  const { url, errors } = await devtools.send("Page.getAppManifest");
  expect([url, errors]).toEqual([`${product.origin}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await devtools.send("Page.getInstallabilityErrors");
  // This is a private window; nothing else prevents it.
  expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(["in-incognito"]);
  await context.close();
});

test.each([
  { width: 1440, scheme: "light" as const },
  { width: 360, scheme: "dark" as const },
])("somebody who blocked notifications reads how to allow them, $width px, $scheme", async (screen) => {
  const { context, page } = await visit(browser, screen);
  await context.addInitScript('Object.defineProperty(Notification, "permission", { get: () => "denied" })');
  await beSignedIn(page, product.origin, "leo");
  await openTab(page, product.origin, "notifications");
  await page.getByText("Blocked by this browser.").waitFor();
  await lookAt(page, "setting-push-blocked");
  await context.close();
});
