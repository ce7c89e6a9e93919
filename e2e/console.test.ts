import { describe, expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ ada: null, mod: null, maya: "Individual" });
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
    await page.getByText(/^Staff:/).click();
    const nav = page.getByRole("navigation", { name: "Staff console" });
    await nav.getByRole("link", { name: "Audit log" }).click();
    await page.getByText("Whatever staff change is written down here, and stays.").waitFor();
    await context.close();

    const other = await visit(browser);
    await beStaff(other.page, "mod", { origin, database, role: "moderator" });
    await other.page.goto(`${origin}/admin/audit-log`);
    await other.page.waitForURL("**/404");
    expect([...faults, ...other.faults]).toEqual([]);
    await other.context.close();
  });
});
