import { MESSAGES } from "@app/contract/errors";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookInto } from "./testing/look.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });

const CODE = /\/assets\/.*\.js$/;

/** Presses a button whose dialog cannot be fetched, and again when it can; the rest of the page is unchanged. */
async function opensAtTheSecondTry(page: Page, button: string, dialog: string, isServerThere: boolean): Promise<void> {
  await page.route(CODE, (route) => route.abort());
  if (!isServerThere) await page.route("**/healthz", (route) => route.abort());
  const heading = page.getByRole("heading", { level: 1 });
  const title = await heading.innerText();
  const press = () => page.getByRole("banner").getByRole("button", { name: button, exact: true }).click();
  await press();
  await page.getByText(isServerThere ? MESSAGES.unexpected : MESSAGES.offline).waitFor();
  expect([await heading.innerText(), await page.getByRole("dialog").count()]).toEqual([title, 0]);

  await page.unroute(CODE);
  await page.unroute("**/healthz");
  await page.getByRole("button", { name: "Close message" }).click();
  await press();
  await page.getByRole("dialog", { name: dialog }).waitFor();
}

test.each([
  { what: "the menu of a visitor", name: null, button: "Menu", dialog: "Menu", isServerThere: false },
  { what: "the Sign In modal", name: null, button: "Sign In", dialog: "Sign In", isServerThere: true },
  { what: "the menu of an earner", name: "maya", button: "Menu", dialog: "Menu", isServerThere: true },
  {
    what: "the upgrade modal",
    name: "leo",
    button: "Become an Earner",
    dialog: "Become an Earner",
    isServerThere: false,
  },
])("$what, opened offline, leaves the page as it is and opens once online", async (opened) => {
  const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
  if (opened.name) await beSignedIn(page, product.origin, opened.name);
  await page.goto(`${product.origin}/terms`);
  await page.waitForLoadState("networkidle");
  await opensAtTheSecondTry(page, opened.button, opened.dialog, opened.isServerThere);
  expect(faults).toEqual([]);
  await context.close();
});

test("the bell, opened offline, says so in its panel, leaves the page as it is, and loads on Retry", async () => {
  const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(`${product.origin}/terms`);
  await page.waitForLoadState("networkidle");
  await page.route(CODE, (route) => route.abort());
  await page.route("**/healthz", (route) => route.abort());
  await page.getByRole("banner").getByRole("button", { name: "Notifications" }).click();
  const panel = page.getByRole("dialog", { name: "Notifications" });
  await panel.getByText(MESSAGES.offline).waitFor();
  await page.getByRole("heading", { level: 1 }).waitFor();
  await lookInto(page, "[role=dialog][aria-label=Notifications]", "bell-offline");

  await page.unroute(CODE);
  await page.unroute("**/healthz");
  await panel.getByRole("button", { name: "Retry" }).click();
  await panel.getByRole("heading", { name: "Notifications" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});

test("a page waits 5 s for the saved session, and then renders without it", async () => {
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  let isAsked = false;
  await page.route("**/session/refresh", () => {
    isAsked = true;
  });
  const startedMs = performance.now();
  await page.goto(`${product.origin}/terms`, { waitUntil: "commit" });
  await page.getByRole("banner").waitFor();
  expect(isAsked).toBe(true);
  expect(performance.now() - startedMs).toBeGreaterThan(4_500);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.close();
});
