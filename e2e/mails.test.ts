import { mkdirSync } from "node:fs";
import path from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { renderEmail } from "../apps/server/src/platform/mail/send-email.ts";
import { MAIL_SAMPLES } from "../apps/server/src/testing/mail-samples.ts";
import { openBrowser } from "./testing/browser.ts";

/** Where to put a picture of every mail; without it they are only held against the rules. */
const SHOTS = process.env.SHOTS_DIR;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  { widthPx: 360, scheme: "dark" as const },
  { widthPx: 1440, scheme: "light" as const },
])("at $widthPx px in a $scheme mail program", ({ widthPx, scheme }) => {
  test("every email is readable, and nothing overflows", async () => {
    const context = await browser.newContext({ viewport: { width: widthPx, height: 700 }, colorScheme: scheme });
    const page = await context.newPage();
    for (const [name, draft] of Object.entries(MAIL_SAMPLES)) {
      await page.setContent(renderEmail("0190a1b2-0000-7000-8000-000000000000", draft).html);
      // A mail is no page: it has no landmarks, which `lookAt` would look for.
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
        .analyze();
      expect(violations.map(({ id }) => `${name}: ${id}`)).toEqual([]);
      const reached = await page.locator("html").evaluate((html: { scrollWidth: number }) => html.scrollWidth);
      expect(`${name} is ${reached} wide`).toBe(`${name} is ${widthPx} wide`);
      if (!SHOTS) continue;
      mkdirSync(SHOTS, { recursive: true });
      await page.screenshot({ path: path.join(SHOTS, `mail-${name}-${widthPx}.png`), fullPage: true });
    }
    await context.close();
  });
});
