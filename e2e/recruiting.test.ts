import { mkdirSync } from "node:fs";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { measurableRoutes } from "@app/contract/measurables";
import { recruitingRoutes } from "@app/contract/recruiting";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "vitest";
import { openCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const SHOTS = process.env.SHOTS_DIR;

const { browser, product } = await openJourney({ maya: "Individual" });
await publishClip(product, "maya", "State final, all my saves");
const address = await openRecruitingPage();

async function openRecruitingPage(): Promise<string> {
  const session = await openCaller(product.origin, null).call(accountRoutes.login, { body: toLogin("maya", PASSWORD) });
  const maya = openCaller(product.origin, session.access_token);
  const { contents } = await maya.call(contentRoutes.mine, { params: { contentType: "video" } });
  await maya.call(measurableRoutes.save, {
    body: { height_in: 70, weight_lb: 148, position: "Goalkeeper", marks: [{ label: "Reach", value: "7′ 9″" }] },
  });
  const link = await maya.call(recruitingRoutes.save, {
    body: {
      ...{ is_on: true, shows_gpa: true, shows_graduation: true, shows_colleges: true, shows_measurables: true },
      ...{ shows_location: true, highlights: contents.map(({ id }) => id) },
    },
  });
  return link.path ?? "";
}

test.each([
  { width: 1440, scheme: "light" as const },
  { width: 360, scheme: "dark" as const },
])("a coach at $width px sees the highlights play, reads the figures, writes, and prints one page", async (look) => {
  const { context, page, faults } = await visit(browser, look);
  await page.goto(product.origin + address);
  await page.getByRole("heading", { name: "maya's channel" }).first().waitFor();
  const video = page.locator("video");
  await expect
    .poll(() => video.evaluate((element: { currentTime: number; muted: boolean }) => element.currentTime > 0.1))
    .toBe(true);
  expect(await video.evaluate((element: { muted: boolean }) => element.muted)).toBe(true);
  expect(await page.getByRole("main").innerText()).toContain("5′ 10″");

  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);

  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Name is a required field").waitFor();
  await page.getByLabel("Your name").fill("Coach Hale");
  await page.getByLabel("School or club").fill("State College");
  await page.getByLabel("Your email").fill("hale@college.test");
  await page.getByRole("textbox", { name: "Message" }).fill("We saw your tape.");
  await page.getByRole("button", { name: "Send message" }).click();
  await page.getByText("Your message was sent.").waitFor();

  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
  if (SHOTS)
    await page.screenshot({ path: path.join(SHOTS, `recruit-${look.width}-${look.scheme}.png`), fullPage: true });
  const pdf = await page.pdf({ format: "Letter", ...(SHOTS ? { path: path.join(SHOTS, "recruit.pdf") } : {}) });
  expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  expect(faults).toEqual([]);
  await context.close();
});

test("an address that does not open says so, and tells nothing else", async () => {
  const { context, page } = await visit(browser);
  await page.goto(`${product.origin}/recruit/${"A".repeat(43)}`);
  await page.getByText("This recruiting page is not open").waitFor();
  await context.close();
});
