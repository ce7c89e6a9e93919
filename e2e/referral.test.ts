import { accountRoutes } from "@app/contract/accounts";
import { earningRoutes } from "@app/contract/earnings";
import { referralRoutes } from "@app/contract/referrals";
import { expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";

const { browser, product } = await openJourney({ ana: "Individual" });

test("a friend's link is remembered: signing up later, elsewhere on the site, earns the friend ten dollars", async () => {
  const visitor = createCaller(product.origin, null);
  const session = await visitor.call(accountRoutes.login, { body: toLogin("ana", PASSWORD) });
  const ana = createCaller(product.origin, session.access_token);
  const { url, code } = await ana.call(referralRoutes.link);

  const { context, page, faults } = await visit(browser);
  await page.goto(url);
  await page.getByText("You were referred by").waitFor();
  await page.getByText("@ana").waitFor();
  await expect.poll(() => page.getByLabel("Referral code").inputValue()).toBe(code);
  expect(String(await page.evaluate("document.cookie"))).not.toContain(code);

  await page.goto(`${product.origin}/explore`);
  await page.getByRole("banner").getByRole("button", { name: "Join Now" }).click();
  const form = page.getByRole("dialog");
  await form.getByRole("button", { name: /^Registered User/ }).click();
  await form.getByText("@ana").waitFor();
  await form.getByLabel("Email", { exact: true }).fill("bea@people.test");
  await form.getByLabel("Username").fill("bea");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("radio", { name: "Other" }).check();
  await form.getByLabel("Month").selectOption("February");
  await form.getByLabel("Day").selectOption("29");
  await form.getByLabel("Year").selectOption("2000");
  await form.getByRole("button", { name: "Sign Up", exact: true }).click();
  await page.waitForURL("**/verify-email");
  expect(await ana.call(earningRoutes.summary)).toMatchObject({ total_cents: 0, referrals: { joined: 1 } });

  await page.goto(await mailedLink(product.origin, "bea@people.test", "email-verification"));
  await page.waitForURL("**/explore");
  expect(await ana.call(earningRoutes.summary)).toMatchObject({ pending_cents: 1000, referrals: { pending: 1 } });
  expect((await context.cookies()).map((cookie) => cookie.name)).not.toContain("fieldhouse_referral");
  expect(faults).toEqual([]);
  await context.close();
});

test("an earner finds their own link, and copies it", async () => {
  const { context, page, faults } = await visit(browser);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await beSignedIn(page, product.origin, "ana");
  await page.goto(`${product.origin}/explore`);
  await page.getByRole("banner").getByRole("link", { name: "My Referrals" }).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Referral link copied to clipboard!").waitFor();
  const copied = String(await page.evaluate("navigator.clipboard.readText()"));
  await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))");
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByText("Failed to copy referral link").waitFor();
  expect(faults).toEqual([]);
  await context.close();

  const friend = await visit(browser);
  await friend.page.goto(copied);
  await friend.page.getByText("@ana").waitFor();
  await friend.context.close();
});

test("without a code it shows the sign-up to a visitor, and Explore to a signed-in user", async () => {
  const { context, page, faults } = await visit(browser);
  for (const path of ["/referral", "/referral/"]) {
    await page.goto(product.origin + path);
    await page.getByText("You want to be a").waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/referral\/?$/);
  }
  await beSignedIn(page, product.origin, "ana");
  for (const path of ["/referral", "/referral/", "/referral/NOBODYS2"]) {
    await page.goto(product.origin + path);
    await page.waitForURL("**/explore");
  }
  expect(faults).toEqual([]);
  await context.close();
});

test("an unknown link does not block the sign-up", async () => {
  const { context, page, faults } = await visit(browser, { width: 360 });
  await page.goto(`${product.origin}/referral/NOBODYS2`);
  await page.getByRole("button", { name: "Sign Up", exact: true }).waitFor();
  await page.waitForLoadState("networkidle");
  await expect.poll(() => page.getByText("You were referred by").count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});
