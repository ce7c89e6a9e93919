import type { Plan } from "@app/contract/accounts";
import type { Browser } from "playwright-core";
import { afterAll } from "vitest";
import { openBrowser } from "./browser.ts";
import { addPeople } from "./people.ts";
import { type RunningProduct, runProduct } from "./running-product.ts";

/** A browser and a running product for one file of journeys, with these people in it; both are gone after its last test. */
export async function openJourney(
  people: Record<string, Plan | null>,
): Promise<{ browser: Browser; product: RunningProduct }> {
  const [browser, product] = await Promise.all([openBrowser(), runProduct()]);
  afterAll(async () => {
    await browser.close();
    await product.dispose();
  });
  await addPeople(product.databaseUrl(), people);
  return { browser, product };
}
