import { channelHref } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { commentOf } from "./testing/comment-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt, lookInto } from "./testing/look.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ana: null });
const database = openJourneyDatabase(product);
const path = await publishClip(product, "maya", "Cup final", { lengthS: 12, size: "320x180", kbps: 300 });

async function open(name: string, address: string, more: Parameters<typeof visit>[1]): Promise<Page> {
  const { page } = await visit(browser, more);
  await beSignedIn(page, product.origin, name);
  await page.goto(product.origin + address);
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await page.getByLabel("Add a comment").fill(text);
  await page.keyboard.press("Enter");
  await commentOf(page, text).waitFor();
}

test("a fan blocks somebody from a comment, sees them nowhere, and unblocks them in Settings", async () => {
  await database.pool.query("delete from blocks");
  await database.pool.query("delete from comments");
  const leo = await open("leo", path, { width: 360, scheme: "light" });
  await say(leo, "Nonsense from Leo");
  const ana = await open("ana", path, { width: 1440, scheme: "dark" });
  await ana.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await commentOf(ana, "Nonsense")
    .getByRole("button", { name: /^More actions/ })
    .click();
  await ana.getByRole("menuitem", { name: /^Block / }).click();
  await lookAt(ana, "block");
  await ana.getByRole("button", { name: "Block", exact: true }).click();
  // Blocking from an item's page leaves it, because it may be the blocked person's.
  await ana.waitForURL("**/explore");
  await ana.goto(product.origin + path);
  await ana.getByText("No comments yet").or(ana.getByLabel("Add a comment")).first().waitFor();
  await expect.poll(() => commentOf(ana, "Nonsense").count()).toBe(0);

  await ana.goto(`${product.origin}/setting?tab=privacy`);
  await ana.getByRole("list", { name: "Blocked people" }).getByText("@leo").waitFor();
  await lookAt(ana, "blocked-people");
  await ana.getByRole("button", { name: /^Unblock/ }).click();
  await ana.getByText("You have not blocked anyone.").waitFor();
});

test("the menu of a channel blocks and unblocks, and the blocked one finds no channel", async () => {
  await database.pool.query("delete from blocks");
  const { rows } = await database.pool.query(
    "select c.id from channels c join accounts a on a.id = c.owner_id where a.username = 'maya'",
  );
  const leo = await open("leo", channelHref(rows[0].id) ?? "", { width: 1440, scheme: "light" });
  await leo
    .getByRole("button", { name: /^More actions/ })
    .first()
    .click();
  await lookInto(leo, "[role=menu]", "channel-menu");
  await leo.getByRole("menuitem", { name: /^Block / }).click();
  await leo.getByRole("button", { name: "Block", exact: true }).click();
  await leo.getByRole("heading", { name: /^You blocked/ }).waitFor();
  await lookAt(leo, "channel-blocked");
  await leo.getByRole("button", { name: "Unblock" }).click();
  await leo.getByRole("tab", { name: "Videos" }).waitFor();
});
