import { mkdirSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Where to put pictures; without it none are taken. */
const SHOTS = process.env.SHOTS_DIR;

/** The page as it stands: free of findings, nothing sticks out at the side, and a picture of it where they are wanted. */
export async function lookAt(page: Page, name: string): Promise<void> {
  const hasModal = (await page.locator("[role=dialog], [role=alertdialog]").count()) > 0;
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"])
    // The page's own heading is out of reach behind a modal, as all of it is.
    .disableRules(hasModal ? ["page-has-heading-one"] : [])
    .analyze();
  expect(violations.map(({ id, nodes }) => `${name} ${id}: ${nodes[0]?.html.slice(0, 160)}`)).toEqual([]);
  const width = page.viewportSize()?.width ?? 0;
  const reached = await page.locator("html").evaluate((html: { scrollWidth: number }) => html.scrollWidth);
  expect(`${name} is ${reached} wide`).toBe(`${name} is ${width} wide`);
  if (!SHOTS) return;
  mkdirSync(SHOTS, { recursive: true });
  const scheme = await page.locator("html").getAttribute("data-theme");
  await page.screenshot({ path: path.join(SHOTS, `${name}-${width}-${scheme}.png`), fullPage: true });
}
