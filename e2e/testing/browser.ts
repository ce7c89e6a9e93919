import { accountRoutes, type Session } from "@app/contract/accounts";
import { API_PREFIX } from "@app/contract/paths";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { toLogin } from "../../apps/server/src/testing/people.ts";
import { PASSWORD } from "./people.ts";

/** Without these Chromium looks for its maker's servers, and as root it does not start at all. */
const FLAGS = [
  ...["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"],
  ...["--disable-component-update", "--disable-sync", "--autoplay-policy=no-user-gesture-required"],
];

/** No proof of speed: beside other journeys on a busy machine all of them come later. */
const WAIT_MAX_MS = 60_000;

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS });
}

/** Starts slower. The one without a screen has no notifications. */
export function openDesktopBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.DESKTOP_CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS });
}

export type Visit = { context: BrowserContext; page: Page; faults: string[] };

/** A person's own browser. What a page complains about in its console is collected. */
export async function visit(
  browser: Browser,
  more: { width?: number; height?: number; density?: number; scheme?: "dark" | "light"; hasTouch?: boolean } = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: more.width ?? 1440, height: more.height ?? 900 },
    deviceScaleFactor: more.density ?? 1,
    colorScheme: more.scheme ?? "dark",
    ...(more.hasTouch && { hasTouch: true, isMobile: true }),
  });
  context.setDefaultTimeout(WAIT_MAX_MS);
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

/** By the form, up to the page behind it. Who signs in only to see other pages was here before: `beSignedIn`. */
export async function signIn(page: Page, origin: string, username: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel("Email or username").fill(username);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/explore");
  // The address changes before the page does.
  await page.getByLabel("Password", { exact: true }).waitFor({ state: "detached" });
}

/** On an earlier visit, the bell told of this device, and was read. */
async function readNewDevices(origin: string, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const path = `${origin}${API_PREFIX}/notifications`;
  const { data } = (await (await fetch(`${path}?filter=unread&per_page=50`, { headers })).json()) as {
    data: { notifications: { notification_id: string; kind: string }[] };
  };
  for (const { notification_id: id } of data.notifications.filter(({ kind }) => kind === "security"))
    await fetch(`${path}/${id}`, { method: "PATCH", headers, body: JSON.stringify({ id, status: 1 }) });
}

/** Somebody who signed in here on an earlier visit, before they open a page: a cookie, and what the page kept. */
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
  // A cookie knows no port; only by its scheme is it one that may be secure.
  const url = origin.replace("http:", "https:");
  await page.context().addCookies([{ name, value, url, httpOnly: true, secure: true, sameSite: "Strict" }]);
  // Any address of the origin has its storage, and this one has no page.
  await page.goto(`${origin}/healthz`);
  const kept = JSON.stringify({ state: { user: data.users, deviceId: body.device_id }, version: 1 });
  await page.evaluate((session) => localStorage.setItem("fieldhouse.session", session), kept);
}
