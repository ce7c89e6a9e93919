import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { PASSWORD } from "./people.ts";

/** Without these Chromium looks for its maker's servers, and as root it does not start at all. */
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required"],
];

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS });
}

export type Visit = { context: BrowserContext; page: Page; faults: string[] };

/** A person's own browser. What a page complains about in its console is collected. */
export async function visit(
  browser: Browser,
  more: { width?: number; height?: number; scheme?: "dark" | "light"; hasTouch?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: more.width ?? 1440, height: more.height ?? 900 },
    colorScheme: more.scheme ?? "dark",
    ...(more.hasTouch && { hasTouch: true, isMobile: true }),
  });
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // A refused sign-in or a missing page is a line of the browser's own, and no fault of the page.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  return { context, page, faults };
}

export async function signIn(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/explore");
}
