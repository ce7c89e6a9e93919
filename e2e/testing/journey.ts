import type { Plan } from "@app/contract/accounts";
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import { cloneDatabase } from "../../apps/server/src/testing/test-database.ts";
import { openBrowser } from "./browser.ts";
import { addPeople } from "./people.ts";
import { type RunningProduct, runProduct } from "./running-product.ts";

/**
 * A browser and a running product for one file of journeys, with these people in it; the product is removed after the
 * last test. Its database is a clone; `start` and `recovery` test the embedded one.
 */
export async function openJourney(
  people: Record<string, Plan | null>,
  environment: Record<string, string> = {},
  open = openBrowser,
): Promise<{ browser: Browser; product: RunningProduct }> {
  const database = await cloneDatabase();
  const [browser, product] = await Promise.all([open(), runProduct({ ...environment, DATABASE_URL: database.url })]);
  afterAll(async () => {
    await product.dispose();
    await database.drop();
  });
  await addPeople(product.databaseUrl(), people);
  return { browser, product };
}

/** The database of a journey's product, until after its last test. */
export function openJourneyDatabase(product: RunningProduct): Database {
  const database = createDatabase(product.databaseUrl(), { connections: 2 });
  afterAll(database.close);
  return database;
}
