import type { ChannelId } from "@app/contract/ids";
import type { Locator, Page } from "playwright-core";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { type NewItem, publishItem } from "../../apps/server/src/testing/publish.ts";

/** Titles in the order of publication, by Maya in Soccer. */
export async function publishItems(
  databaseUrl: string,
  items: readonly (Omit<NewItem, "categoryId"> & { title: string })[],
): Promise<{ channelId: ChannelId; categoryId: number }> {
  const database = createDatabase(databaseUrl, { connections: 2 });
  try {
    const found = await database.pool.query<{ channelId: ChannelId; categoryId: number }>(
      `select c.id as "channelId", g.id as "categoryId" from channels c join accounts a on a.id = c.owner_id, categories g
       where a.username = 'maya' and g.slug = 'soccer'`,
    );
    const [place] = found.rows;
    if (!place) throw new Error("There is no maya, or no Soccer.");
    for (const { title, ...item } of items)
      await publishItem(database, place, title, { ...item, categoryId: place.categoryId });
    return place;
  } finally {
    await database.close();
  }
}

/** For results that no explicit wait names, on a machine that is busy with other work. */

export const searchField = (page: Page): Locator => page.getByRole("combobox", { name: /^Search/ });
export const options = (page: Page): Locator => page.getByRole("option");
export const cards = (page: Page): Locator => page.getByRole("main").getByRole("article");

export async function openSearch(page: Page): Promise<void> {
  await page.getByRole("banner").getByRole("button", { name: "Search", exact: true }).click();
  await searchField(page).waitFor();
}
