import { channelHref } from "@app/contract/paths";
import { describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { findChannels, PASSWORD } from "./testing/people.ts";

const { browser, product } = await openJourney({ maya: "Individual" });
const channels = await findChannels(openJourneyDatabase(product));

describe("who may open which page", () => {
  test("a visitor on a private page signs in over the landing page, and lands where they wanted", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(`${product.origin}/upload-video`);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email or username").fill("maya");
    expect(new URL(page.url()).pathname).toBe("/");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
    await page.getByRole("heading", { name: "Upload a video" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  test("a visitor with a link reads what they are signing in for, and nothing about private pages", async () => {
    const { context, page } = await visit(browser);
    const dialog = page.getByRole("dialog", { name: "Sign In" });
    await page.goto(`${product.origin}${channelHref(channels.get("maya") ?? "")}`);
    await dialog.getByText("Sign in to see “maya's channel (@maya)”.").waitFor();
    await lookAt(page, "modal-sign-in-for-a-channel");
    await page.goto(`${product.origin}/following`);
    await dialog.getByLabel("Email or username").waitFor();
    expect(await dialog.getByText("Sign in to see").count()).toBe(0);
    await context.close();
  });

  test("a signed-in user is redirected from the pages for visitors, also after a reload", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "maya");
    for (const address of ["/", "/login", "/signup", "/referral/ABC", "/reset-password/abc"]) {
      await page.goto(product.origin + address);
      await page.waitForURL("**/explore");
    }
    await context.close();
  });

  test("an unknown address shows the 404 page, and so does a staff page or an item's page without its id", async () => {
    const { context, page } = await visit(browser);
    for (const who of ["visitor", "maya"]) {
      if (who !== "visitor") await beSignedIn(page, product.origin, who);
      for (const address of ["/no/such/page", "/admin", "/admin/people", "/image", "/file"]) {
        await page.goto(product.origin + address);
        await page.waitForURL("**/404");
        await page.getByRole("heading", { level: 1, name: "404" }).waitFor();
      }
    }
    await context.close();
  });

  test("the notifications page asks a visitor to sign in, and items with a broken address are missing", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    const main = page.getByRole("main");
    await page.goto(`${product.origin}/notification/`);
    await main.getByRole("button", { name: "Sign In", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Email or username").fill("maya");
    await dialog.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await dialog.getByRole("button", { name: "Sign In", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL("**/notification/");
    // The notification of this sign-in on a new device.
    await main
      .getByText(/^New sign-in/)
      .first()
      .waitFor();
    await page.goto(`${product.origin}/upload-content`);
    await main.getByRole("link", { name: /^Video/ }).waitFor();
    await expect.poll(() => main.getByRole("link").count()).toBe(3);
    for (const address of ["/image/abc", "/file/abc", "/edit-video/abc"]) {
      await page.goto(product.origin + address);
      await page.waitForURL("**/404");
    }
    expect(faults).toEqual([]);
    await context.close();
  });
});
