import { accountRoutes } from "@app/contract/accounts";
import { LOGIN_MESSAGES } from "@app/contract/errors";
import { API_PREFIX } from "@app/contract/paths";
import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { profileMenu } from "./testing/shell-parts.ts";

const { browser, product } = await openJourney({ leo: null }, { TRUST_PROXY: "loopback" });

async function fillLogin(page: Page): Promise<void> {
  await page.goto(`${product.origin}/login`);
  await page.getByLabel("Email or username").fill("leo");
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
}

test("a user under a day of password guessing signs in on a new device by email, and by password afterwards", async () => {
  for (let at = 0; at < 30; at++)
    await fetch(product.origin + API_PREFIX + accountRoutes.login.path, {
      method: "POST",
      headers: { "content-type": "application/json", "x-forwarded-for": `203.0.${at}.7` },
      body: JSON.stringify(toLogin("leo", "not-it")),
    });

  const { context, page, faults } = await visit(browser);
  await fillLogin(page);
  const main = page.getByRole("main");
  await main.getByText(LOGIN_MESSAGES.linkRequired).waitFor();
  await lookAt(page, "login-link-required");
  await main.getByRole("button", { name: "Email me a sign-in link" }).click();
  await main.getByText(LOGIN_MESSAGES.linkSent).waitFor();
  await lookAt(page, "login-link-sent");

  const link = await mailedLink(product.origin, "leo@people.test", "sign-in-link");
  const small = await visit(browser, { width: 360, scheme: "light" });
  await small.page.goto(link);
  await small.page.getByRole("main").getByRole("button", { name: "Sign In" }).waitFor();
  // Opening the link does not use it up.
  await lookAt(small.page, "sign-in-link");

  await page.goto(link);
  await main.getByRole("button", { name: "Sign In" }).click();
  await page.waitForURL("**/explore");
  // This browser is a known device now, so the password alone is enough again.
  await page.getByRole("banner").getByRole("button", { name: "Profile" }).click();
  await profileMenu(page).getByRole("menuitem", { name: "Logout" }).click();
  await page.getByRole("banner").getByRole("button", { name: "Sign In" }).waitFor();
  await fillLogin(page);
  await page.waitForURL("**/explore");

  await small.page.getByRole("main").getByRole("button", { name: "Sign In" }).click();
  await small.page.getByText(SIGN_UP_MESSAGES.linkUseless).waitFor();
  await small.page.waitForURL(`${product.origin}/sign-in-link`);
  await lookAt(small.page, "sign-in-link-useless");
  await small.page.getByRole("link", { name: "Sign in again" }).click();
  await fillLogin(small.page);
  await small.page.getByRole("button", { name: "Use my authenticator app instead" }).click();
  await small.page.getByLabel("Code").waitFor();
  await lookAt(small.page, "login-link-or-code");

  expect([...faults, ...small.faults]).toEqual([]);
  await Promise.all([context.close(), small.context.close()]);
});
