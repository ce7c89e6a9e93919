import type { Locator, Page } from "playwright-core";

export function section(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

/** The banner's visible slide; the others are inert. */
export function shownSlide(page: Page): Locator {
  return page.locator("[aria-label='Top videos'] > [role=group]:not([inert])");
}

export function athlete(page: Page, name: string): Locator {
  return section(page, "ATHLETES OF THE WEEK")
    .getByRole("article")
    .filter({ hasText: `@${name}` });
}

/** How far a carousel has been scrolled. */
export function leftPx(carousel: Locator): Promise<number> {
  return carousel.getByRole("list").evaluate((list: { scrollLeft: number }) => list.scrollLeft);
}

export async function openExplore(page: Page, origin: string, path = "/explore"): Promise<void> {
  await page.goto(origin + path);
  // The last section that is always there, and every requested list.
  await section(page, "ATHLETES OF THE WEEK").waitFor();
  await page.waitForLoadState("networkidle");
}

/** Adds up layout shifts from the first paint on; call it before opening the page. */
export async function watchShift(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(`
    globalThis.shift = 0;
    new PerformanceObserver((list) => list.getEntries().forEach((one) => { globalThis.shift += one.value; }))
      .observe({ type: "layout-shift", buffered: true });
  `);
  return () => page.evaluate<number>("globalThis.shift");
}
