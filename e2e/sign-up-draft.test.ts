import { SIGN_UP_DRAFT_MESSAGES } from "@app/contract/sign-up-drafts";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import { browserStorage } from "./testing/earner-steps.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { continueAs, fillSignUp } from "./testing/sign-up-steps.ts";

const { browser, product } = await openJourney({});

describe("an unsent Sign Up form", () => {
  const SAVED = "Saved for 7 days, without the password.";
  const PLACE = "/signup?as=general-user";

  async function formOf(page: Page): Promise<Record<string, string>> {
    const form = page.locator("form");
    const [year, month, day] = await Promise.all(
      ["Year", "Month", "Day"].map((part) => form.getByLabel(part).inputValue()),
    );
    return {
      email: await form.getByLabel("Email", { exact: true }).inputValue(),
      username: await form.getByLabel("Username").inputValue(),
      password: await form.getByLabel("Password", { exact: true }).inputValue(),
      phone: await form.getByLabel("Phone").inputValue(),
      birth: `${year}-${month}-${day}`,
      gender: (await form.getByRole("radio", { checked: true }).count()) === 1 ? "chosen" : "",
    };
  }

  test("survives a reload, Back and another tab, is stored on the server only, and is deleted once the account exists", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await page.goto(product.origin + PLACE);
    await fillSignUp(page.locator("form"), "zoe");
    await page.getByLabel("Phone").fill("5551234567");
    await page.getByText(SAVED).waitFor();
    const words = /zoe|people\.test|5551234567|\b(2000|29)\b|Other|Horse/;
    expect(await browserStorage(page)).not.toMatch(words);
    expect(await page.evaluate("document.cookie")).toBe("");
    const kept = { email: "zoe@people.test", username: "zoe", phone: "+15551234567", birth: "2000-2-29" };

    await page.reload();
    await page.getByRole("heading", { name: "Continue where you left off?" }).waitFor();
    await lookAt(page, "sign-up-continue");
    expect(await page.getByRole("main").innerText()).not.toMatch(/zoe|5551234567/);
    await page.getByLabel("Email").fill("eve@people.test");
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText(SIGN_UP_DRAFT_MESSAGES.wrongEmail).waitFor();
    await continueAs(page, "zoe");
    await expect.poll(() => formOf(page)).toEqual({ ...kept, gender: "chosen", password: "" });
    await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await page.getByRole("main").getByRole("button", { name: "Back" }).click();
    await page.getByRole("button", { name: /^Content Creator/ }).click();
    await expect.poll(() => formOf(page)).toEqual({ ...kept, gender: "chosen", password: PASSWORD });
    await page.goto(`${product.origin}/terms`);
    await page.goBack();
    await continueAs(page, "zoe");
    await expect.poll(() => formOf(page)).toEqual({ ...kept, gender: "chosen", password: "" });
    const other = await context.newPage();
    await other.goto(product.origin + PLACE);
    await continueAs(other, "zoe");
    await expect.poll(() => formOf(other)).toEqual({ ...kept, gender: "chosen", password: "" });
    for (const tab of [page, other]) expect(await browserStorage(tab)).not.toMatch(words);

    await other.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await other.getByRole("main").getByRole("button", { name: "Sign Up", exact: true }).click();
    await other.waitForURL("**/verify-email");
    await page.reload();
    await expect
      .poll(() => formOf(page))
      .toEqual({
        email: "",
        username: "",
        phone: "+1",
        birth: "--",
        gender: "",
        password: "",
      });
    expect((await context.cookies()).map((cookie) => cookie.name)).toEqual(["__Host-fieldhouse_registration"]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is not shown to the next person in this browser, who starts over", async () => {
    const { context, page, faults } = await visit(browser, { scheme: "light" });
    await page.goto(product.origin + PLACE);
    await fillSignUp(page.locator("form"), "ines");
    await page.getByText(SAVED).waitFor();
    const next = await context.newPage();
    await next.goto(product.origin + PLACE);
    await next.getByRole("heading", { name: "Continue where you left off?" }).waitFor();
    await lookAt(next, "sign-up-continue-light");
    await next.getByRole("button", { name: "Start over" }).click();
    await expect.poll(() => formOf(next)).toMatchObject({ email: "", username: "", birth: "--", gender: "" });
    await next.reload();
    await expect.poll(() => formOf(next)).toMatchObject({ email: "", username: "" });
    expect(faults).toEqual([]);
    await context.close();
  });

  test("is not saved until a date of birth shows that the user is not a child", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(product.origin + PLACE);
    const form = page.locator("form");
    const saved = page.waitForResponse((reply) => reply.request().method() === "PUT");
    await form.getByLabel("Email", { exact: true }).fill("kid@people.test");
    expect(await (await saved).json()).toMatchObject({ data: { is_saved: false } });
    await page.getByText(/^Once you enter your email and date of birth/).waitFor();
    await page.reload();
    await expect.poll(() => formOf(page)).toMatchObject({ email: "" });
    expect((await context.cookies()).map((cookie) => cookie.name)).toEqual([]);
    expect(faults).toEqual([]);
    await context.close();
  });

  test("belongs to one user, and is deleted when the form is cleared", async () => {
    const { context, page, faults } = await visit(browser);
    await page.goto(product.origin + PLACE);
    await fillSignUp(page.locator("form"), "una");
    await page.getByText(SAVED).waitFor();
    const stranger = await visit(browser);
    await stranger.page.goto(product.origin + PLACE);
    expect((await formOf(stranger.page)).email).toBe("");
    await page.getByRole("button", { name: "Clear the form" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Clear the form" }).click();
    await expect.poll(() => formOf(page).then((form) => form.email)).toBe("");
    await page.reload();
    await expect.poll(() => formOf(page)).toMatchObject({ email: "", username: "", birth: "--", gender: "" });
    expect([...faults, ...stranger.faults]).toEqual([]);
    await Promise.all([context.close(), stranger.context.close()]);
  });
});
