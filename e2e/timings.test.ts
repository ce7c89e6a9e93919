import { MESSAGES } from "@app/contract/errors";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";

const { browser, product } = await openJourney({ leo: null });

/** From here on time passes only when it is told to. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.pauseAt(Date.now() + 60_000);
}

test("beside the sign-in four sports follow each other, 4 s each and half a second from one to the next", async () => {
  const { context, page, faults } = await visit(browser);
  await page.clock.install();
  await page.goto(`${product.origin}/login`);
  const panel = page.getByRole("region", { name: "Sport pictures" });
  await panel.getByRole("button", { name: "Slide 1 of 4" }).click();
  await expect.poll(() => panel.locator("img").count()).toBe(4);
  // A dot each and the Pause: no arrows.
  await expect.poll(() => panel.getByRole("button").count()).toBe(5);
  const shown = panel.locator("[aria-roledescription=slide]:not([inert])");
  // The pointer and the focus hold it until time stands still; its four seconds begin when both are gone.
  await stopTime(page);
  await page.evaluate("document.activeElement.blur()");
  await page.mouse.move(5, 5);
  const label = () => shown.getAttribute("aria-label");
  for (const next of ["2 of 4", "3 of 4", "4 of 4", "1 of 4"]) {
    const before = await label();
    await page.clock.runFor(3_900);
    expect(await label()).toBe(before);
    await page.clock.runFor(100);
    await expect.poll(label).toBe(next);
  }
  expect(
    await shown.evaluate((slide: { style: { transitionDuration: string } }) => slide.style.transitionDuration),
  ).toBe("500ms");
  expect(faults).toEqual([]);
  await context.close();
});

test("a message goes after 5 s, and waits for as long as it is pointed at", async () => {
  const { context, page } = await visit(browser);
  await page.clock.install();
  await page.goto(`${product.origin}/login`);
  await page.route("**/api/v1/login", (route) => route.abort());
  await page.getByLabel("Email or username").fill("leo");
  await page.getByLabel("Password", { exact: true }).fill("whatever it is");
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  const message = page.getByRole("region", { name: "Messages" }).getByText(MESSAGES.offline);
  await message.hover();
  await stopTime(page);
  expect(await message.count()).toBe(1);
  await page.mouse.move(5, 5);
  await page.clock.runFor(4_900);
  expect(await message.count()).toBe(1);
  await page.clock.runFor(100);
  await expect.poll(() => message.count()).toBe(0);
  await context.close();
});

test("a page waits 5 s for what an earlier visit left, and is drawn all the same", async () => {
  const { context, page } = await visit(browser);
  await signIn(page, product.origin, "leo");
  let askedMs = 0;
  await page.route("**/session/refresh", () => {
    askedMs ||= performance.now();
  });
  await page.goto(`${product.origin}/terms`, { waitUntil: "commit" });
  await page.getByRole("banner").waitFor();
  expect(askedMs).toBeGreaterThan(0);
  expect(performance.now() - askedMs).toBeGreaterThan(4_500);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await context.close();
});
