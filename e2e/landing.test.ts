import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { signIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null });
const videoPath = await publishClip(product, "maya", 'Cup "final" <second half>');

test("a stranger reads what there is, sees true numbers, and goes to any part of it by its anchor", async () => {
  const { context, page, faults } = await visit(browser);
  await page.goto(product.origin);
  const numbers = page.getByRole("region", { name: "Fieldhouse in numbers" });
  await expect.poll(() => numbers.innerText()).toMatch(/athletes and teams\s+1\s+videos, images and documents\s+1\s/);
  await page.getByRole("link", { name: "Features" }).first().click();
  await page.waitForURL("**/#features");
  await expect.poll(() => page.getByRole("heading", { name: "Features" }).isVisible()).toBe(true);
  await page.getByRole("main").getByRole("button", { name: "Join Now" }).first().click();
  await page.getByRole("dialog").getByText("You want to be a").waitFor();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

test("somebody who is signed in is past it", async () => {
  const { context, page } = await visit(browser);
  await signIn(page, product.origin, "leo");
  await page.goto(product.origin);
  await page.waitForURL("**/explore");
  await context.close();
});

test("a shared link says in its first HTML what it is, and its picture is one", async () => {
  const html = await (await fetch(product.origin + videoPath)).text();
  expect(html).toContain("<title>Cup &quot;final&quot; &lt;second half&gt; · maya&#39;s channel</title>");
  expect(html).toContain(`<link rel="canonical" href="${product.origin}${videoPath}" />`);
  const [, picture = ""] = /property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const reply = await fetch(picture);
  expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  expect(Number(reply.headers.get("content-length") ?? (await reply.arrayBuffer()).byteLength)).toBeGreaterThan(10_000);
});
