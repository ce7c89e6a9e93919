import { describe, expect, test } from "vitest";
import { signIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ ada: null, mod: null, maya: "Individual", leo: null });
const { origin } = product;
const database = openJourneyDatabase(product);

describe("the staff console", () => {
  test("asks staff to switch two-factor sign-in on, and opens what their role may use", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await beStaff(page, "ada", { origin, database, role: "admin", hasTwoFactor: false });
    await page.goto(`${origin}/admin`);
    await page.getByRole("heading", { name: "Turn on two-factor sign-in" }).waitFor();
    await lookAt(page, "console-two-factor");
    await page.getByRole("link", { name: "Set it up" }).click();
    await page.getByText("Staff need two-factor sign-in.").waitFor();

    await beStaff(page, "ada", { origin, database, role: "admin" });
    await page.goto(`${origin}/explore`);
    await page.getByRole("button", { name: "Profile menu" }).click();
    await page.getByRole("menuitem", { name: "Staff console" }).click();
    await page.getByText("New people").waitFor();
    await lookAt(page, "console-today");
    await page.getByText(/^Staff:/).click();
    const nav = page.getByRole("navigation", { name: "Staff console" });
    await nav.getByRole("link", { name: "Audit log" }).click();
    await page.getByRole("heading", { name: "Audit log" }).waitFor();
    await context.close();

    const other = await visit(browser);
    await beStaff(other.page, "mod", { origin, database, role: "moderator" });
    await other.page.goto(`${origin}/admin/jobs`);
    await other.page.waitForURL("**/404");
    expect([...faults, ...other.faults]).toEqual([]);
    await other.context.close();
  });

  test("suspends somebody, who reads why, and restores them; the log has it all", async () => {
    const { context, page, faults } = await visit(browser);
    await beStaff(page, "mod", { origin, database, role: "moderator" });
    await page.goto(`${origin}/admin/people`);
    await page.getByRole("searchbox", { name: "Search" }).fill("leo");
    await page.getByRole("link", { name: /^leo/ }).click();
    await page.getByRole("button", { name: "Suspend", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Suspend leo" });
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await dialog.getByText("Please give a reason.").waitFor();
    await dialog.getByLabel("Reason").fill("Insults in comments");
    await lookAt(page, "console-suspend");
    await dialog.getByRole("button", { name: "Suspend" }).click();
    await page.getByText("The person is suspended and signed out everywhere.").waitFor();
    await page.getByText(/Reason: Insults in comments/).waitFor();
    await lookAt(page, "console-person");

    const suspended = await visit(browser, { width: 360 });
    await suspended.page.goto(`${origin}/login`);
    await suspended.page.getByLabel("Email or username").fill("leo");
    await suspended.page.getByLabel("Password", { exact: true }).fill(PASSWORD);
    await suspended.page.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
    const notice = suspended.page.getByRole("main").getByText(/Your account is suspended until .+ Insults in comments/);
    await notice.first().waitFor();

    await page.getByRole("button", { name: "Restore" }).click();
    const restoring = page.getByRole("dialog", { name: "Restore leo" });
    await restoring.getByLabel("Reason").fill("They apologized");
    await restoring.getByRole("button", { name: "Restore" }).click();
    await page.getByText("The person can sign in again.").waitFor();
    await signIn(suspended.page, origin, "leo");

    await beStaff(page, "ada", { origin, database, role: "admin" });
    await page.goto(`${origin}/admin/audit-log?search=leo`);
    await page.getByRole("article").filter({ hasText: "Restored a person" }).first().waitFor();
    await page.getByRole("article").filter({ hasText: "Suspended a person" }).first().waitFor();
    expect([...faults, ...suspended.faults]).toEqual([]);
    await suspended.context.close();
    await context.close();
  });
});
