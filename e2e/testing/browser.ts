import { accountRoutes, type Session } from "@app/contract/accounts";
import { API_PREFIX } from "@app/contract/paths";
import { type Browser, type BrowserContext, chromium, type Locator, type Page } from "playwright-core";
import { afterAll } from "vitest";
import { toLogin } from "../../apps/server/src/testing/people.ts";
import { PASSWORD } from "./people.ts";

/** Without these Chromium contacts Google's servers, and does not start as root. */
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required"],
];

/** Not a performance limit: beside other journeys on a busy machine everything is slower. */
export const WAIT_MAX_MS = 180_000;

let running: Browser | undefined;

/**
 * The browser of this test process, which exits with it. Every person is a context with cookies and storage of its own;
 * those of a file are closed after its last test.
 */
export async function openBrowser(): Promise<Browser> {
  if (!running?.isConnected())
    running = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS });
  const browser = running;
  afterAll(async () => {
    for (const context of browser.contexts()) await context.close();
  });
  return browser;
}

/** The browser of somebody who set a larger size of letters than the usual 16 px. */
export function openLargeTextBrowser(lettersPx: number): Promise<Browser> {
  return openOwnBrowser(process.env.CHROMIUM_PATH, [`--blink-settings=defaultFontSize=${lettersPx}`]);
}

/** It starts slower than the headless shell, which has no notifications. */
export function openDesktopBrowser(): Promise<Browser> {
  return openOwnBrowser(process.env.DESKTOP_CHROMIUM_PATH);
}

/** For one file of tests. */
async function openOwnBrowser(executablePath = "/usr/bin/chromium", more: string[] = []): Promise<Browser> {
  const browser = await chromium.launch({ executablePath, args: [...FLAGS, ...more] });
  afterAll(() => browser.close());
  return browser;
}

export type Visit = { context: BrowserContext; page: Page; faults: string[] };

/** A person's own browser. Collects errors and warnings from the console. */
export async function visit(
  browser: Browser,
  more: {
    width?: number;
    height?: number;
    density?: number;
    scheme?: "dark" | "light";
    hasTouch?: boolean;
    timezoneId?: string;
  } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: more.width ?? 1440, height: more.height ?? 900 },
    deviceScaleFactor: more.density ?? 1,
    colorScheme: more.scheme ?? "dark",
    ...(more.hasTouch && { hasTouch: true, isMobile: true }),
    ...(more.timezoneId && { timezoneId: more.timezoneId }),
  });
  context.setDefaultTimeout(WAIT_MAX_MS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    // The browser itself logs a refused sign-in or a missing page; that is not the page's error.
    if (message.type() === "error" && !message.text().startsWith("Failed to load resource"))
      faults.push(message.text());
  });
  return { context, page, faults };
}

/** Whether a control has the keyboard focus. */
export function isFocused(control: Locator): Promise<boolean> {
  return control.evaluate((element: { matches(selector: string): boolean }) => element.matches(":focus"));
}

/** Signs in by the form. To only see members' pages, use `beSignedIn`, which is faster. */
export async function signIn(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/explore");
  // The URL changes before the page does.
  await page.getByLabel("Password", { exact: true }).waitFor({ state: "detached" });
}

/** Marks the notification of this new device as read, as on an earlier visit. */
async function readNewDevices(origin: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `${origin}${API_PREFIX}/notifications`;
  const { data } = (await (await fetch(`${path}?filter=unread&per_page=50`, { headers })).json()) as {
    data: { notifications: { notification_id: string; kind: string }[] };
  };
  for (const { notification_id: id } of data.notifications.filter(({ kind }) => kind === "security"))
    await fetch(`${path}/${id}`, { method: "PATCH", headers, body: JSON.stringify({ id, status: 1 }) });
}

/** Restores an earlier visit's session before a page is opened: its cookie, and what the page stored. */
export async function beSignedIn(page: Page, origin: string, username: string): Promise<void> {
  const body = toLogin(username, PASSWORD);
  const reply = await fetch(`${origin}${API_PREFIX}${accountRoutes.login.path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const { data } = (await reply.json()) as { data: Session };
  await readNewDevices(origin, data.access_token);
  const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(reply.headers.get("set-cookie") ?? "") ?? [];
  // A cookie has no port; whether it may be `secure` depends on the scheme alone.
  const url = origin.replace("http:", "https:");
  await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: "Strict" }]);
  // Every URL of the origin shares its storage, and this one loads no page.
  await page.goto(`${origin}/healthz`);
  const kept = JSON.stringify({ state: { user: data.users, deviceId: body.device_id }, version: 1 });
  await page.evaluate((session) => localStorage.setItem("fieldhouse.session", session), kept);
}
