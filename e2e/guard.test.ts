import { describe, expect, test } from "vitest";
import { signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { PASSWORD } from "./testing/people.ts";

const { browser, product } = await openJourney({ maya: "Individual" });

describe("the doors of the pages", () => {
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

  test("who is signed in is sent on from the pages for visitors, also after a reload", async () => {
    const { context, page } = await visit(browser);
    await signIn(page, product.origin, "maya");
    for (const address of ["/", "/login", "/signup", "/referral/ABC", "/reset-password/abc"]) {
      await page.goto(product.origin + address);
      await page.waitForURL("**/explore");
    }
    await context.close();
  });

  test("an unknown address is the page that says so", async () => {
    const { context, page } = await visit(browser);
    await page.goto(`${product.origin}/no/such/page`);
    await page.waitForURL("**/404");
    await context.close();
  });
});
