import { TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { confirmPassword, openTab } from "./testing/settings-steps.ts";

const { browser, product } = await openJourney({ leo: null });

describe("two-factor sign-in", () => {
  test("is switched on with a code and required at the next sign-in, and a recovery code works once", async () => {
    const { context, page } = await visit(browser);
    await beSignedIn(page, product.origin, "leo");
    await openTab(page, product.origin, "security");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByRole("dialog", { name: "Confirm it's you" }).getByLabel("Your password").fill("wrong");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This is not your password.").waitFor();
    await confirmPassword(page);
    await page.getByRole("img", { name: "QR code for your authenticator app" }).waitFor();
    const secret = (await page.getByText(/^([A-Z2-7]{1,4} ?){6,}$/).innerText()).replaceAll(" ", "");
    await lookAt(page, "setting-two-factor-scan");
    const code = page.getByRole("textbox", { name: "Code" });
    await code.fill("000000");
    await page.getByRole("button", { name: "Turn on" }).click();
    await page.getByText("This code is not valid. Please enter a new one.").waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await page.getByRole("button", { name: "Turn on" }).click();
    const codes = page.getByRole("dialog", { name: "Recovery codes" });
    await codes.getByRole("listitem").first().waitFor();
    const [recovery = "", second = ""] = await codes.getByRole("listitem").allInnerTexts();
    await lookAt(page, "setting-recovery-codes");
    await page.keyboard.press("Escape");
    await codes.getByText("Have you saved them?").waitFor();
    await codes.getByRole("button", { name: "I have saved them" }).click();
    await page.getByText("10 recovery codes left").waitFor();
    await context.close();

    const again = await visit(browser);
    await again.page.goto(`${product.origin}/login`);
    await again.page.getByLabel("Email or username").fill("leo");
    await again.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.getByLabel("Code").fill("123456");
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.getByText("This code is not valid. Please enter a new one.").waitFor();
    await expect.poll(() => again.page.getByLabel("Email or username").inputValue()).toBe("leo");
    await again.page.getByLabel("Code").fill(recovery);
    await again.page.getByRole("button", { name: "Sign In" }).last().click();
    await again.page.waitForURL("**/explore");
    await openTab(again.page, product.origin, "security");
    await again.page.getByText("9 recovery codes left").waitFor();
    await again.page.getByRole("button", { name: "New recovery codes" }).click();
    const renewing = again.page.getByRole("dialog", { name: "New recovery codes" });
    await lookAt(again.page, "setting-new-recovery-codes");
    await renewing.getByRole("textbox").fill(second);
    await renewing.getByRole("button", { name: "New recovery codes" }).click();
    await confirmPassword(again.page);
    await again.page
      .getByRole("dialog", { name: "Recovery codes", exact: true })
      .getByRole("listitem")
      .first()
      .waitFor();
    await again.page.getByRole("button", { name: "I have saved them" }).click();
    await again.page.getByText("10 recovery codes left").waitFor();
    await again.page.getByRole("button", { name: "Turn off" }).click();
    const off = again.page.getByRole("dialog", { name: "Turn off two-factor sign-in" });
    await off.getByRole("textbox").fill(new TOTP({ secret, period: 30 }).generate({ timestamp: Date.now() + 30_000 }));
    await off.getByRole("button", { name: "Turn off" }).click();
    await again.page.getByText("Two-factor sign-in is off.").waitFor();
    await again.page.getByRole("button", { name: "Turn on" }).waitFor();
    await again.context.close();
  });
});
