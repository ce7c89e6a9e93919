import { channelHref } from "@app/contract/paths";
import type { Locator, Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { beSignedIn, type Visit, visit } from "./testing/browser.ts";
import { chooseCategory } from "./testing/earner-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { findChannels } from "./testing/people.ts";

const { browser, product } = await openJourney({
  maya: "Individual",
  nia: "Individual",
  hornets: "Team",
  harbor: "Organization",
  leo: null,
  sam: null,
});
const database = openJourneyDatabase(product);
const channels = await findChannels(database);
await openWorld();

async function openWorld(): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into earner_profiles
       (account_id, plan, first_name, last_name, group_name, street, city, state, zipcode, graduation_year, gpa)
     select id, plan, case when plan = 'Individual' then 'M' end, case when plan = 'Individual' then 'Vega' end,
       case plan when 'Team' then 'Northgate Hornets' when 'Organization' then 'Harbor Aquatics Club' end,
       '1 Secret Street', 'Austin', 'TX', '73301',
       case when plan = 'Individual' then 2027 end, case when plan = 'Individual' then 3.85 end
     from accounts where plan is not null`,
  );
  await pool.query(
    `insert into earner_contacts (account_id, role, first_name, last_name, email, phone, street, city, state, zipcode)
     select id, role, first, 'Henrik', 'walt@private.test', '+15551234567', '3 Secret Lane', 'Dover', 'DE', '19901'
     from accounts, (values ('coach', 'Walt'), ('contact', 'Denise')) c (role, first)
     where username = 'hornets' or (username = 'harbor' and role = 'contact')`,
  );
  await pool.query(
    `insert into earner_categories (account_id, category_id)
     select a.id, c.id from accounts a, categories c where a.username in ('maya', 'hornets') and c.slug = 'soccer'`,
  );
  await pool.query(
    "insert into privacy_settings (account_id, shows_gpa) select id, false from accounts where username = 'maya'",
  );
  await pool.query("update accounts set staff_role = 'moderator' where username = 'sam'");
}

async function openOwn(username: string, more: Parameters<typeof visit>[1] = {}): Promise<Visit> {
  const opened = await visit(browser, more);
  await beSignedIn(opened.page, product.origin, username);
  await opened.page.goto(`${product.origin}/profile?tab=about`);
  return opened;
}

const addressOf = (username: string) => `${product.origin}${channelHref(channels.get(username) ?? "")}?tab=about`;
const facts = (page: Page, title: string) => page.getByRole("region", { name: title }).getByRole("definition");
/** On fields that coaches can see, it is a switch. */
const gpaOf = (page: Page) => page.getByRole("textbox", { name: "GPA" });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** A field's description, where a screen reader looks for it. */
async function saysOf(field: Locator, message: string): Promise<void> {
  const described = () => field.getAttribute("aria-describedby");
  await expect.poll(described).toMatch(/-error$/);
  const fault = field.page().locator(`[id="${(await described())?.split(" ").at(-1)}"]`);
  await expect.poll(() => fault.innerText()).toBe(message);
}

async function lookAtBoth(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  await page.setViewportSize({ width: 360, height: 780 });
  await lookAt(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
}

describe("an athlete", () => {
  test("edits class and GPA by keyboard, and loses nothing to an invalid value or a lost connection", async () => {
    const { context, page, faults } = await openOwn("maya");
    await button(page, "Edit the athlete").press("Enter");
    await page.getByLabel("Graduation year").and(page.locator(":focus")).waitFor();
    await page.keyboard.type("x");
    await gpaOf(page).fill("four");
    await page.keyboard.press("Enter");
    await saysOf(page.getByLabel("Graduation year"), "Graduation year must contain only numbers");
    await saysOf(gpaOf(page), "GPA must be a valid number");
    await lookAtBoth(page, "channel-edit-athlete");

    await page.getByLabel("Graduation year").fill("2028");
    await gpaOf(page).fill("3.91");
    await page.getByLabel("City", { exact: true }).fill("Dallas");
    await page.route("**/user/profile/update", (route) => route.abort());
    await button(page, "Save").click();
    await page.getByRole("alert").first().waitFor();
    await expect.poll(() => gpaOf(page).inputValue()).toBe("3.91");
    await page.unroute("**/user/profile/update");
    await button(page, "Save").click();
    await button(page, "Edit the athlete").and(page.locator(":focus")).waitFor();
    await expect
      .poll(() => facts(page, "The athlete").allInnerTexts())
      .toEqual(["2028", "3.91", "Dallas, TX", expect.any(String)]);
    expect(faults).toEqual([]);
    await context.close();

    const other = await visit(browser);
    await beSignedIn(other.page, product.origin, "leo");
    await other.page.goto(addressOf("maya"));
    await expect
      .poll(() => facts(other.page, "The athlete").allInnerTexts())
      .toEqual(["2028", "Dallas, TX", expect.any(String)]);
    await other.context.close();
  });

  test("is asked before leaving unsaved changes, and discards them with Cancel", async () => {
    const { context, page } = await openOwn("maya");
    await button(page, "Edit the athlete").click();
    await gpaOf(page).fill("1.0");
    await page.getByRole("tab", { name: "Videos" }).click();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => gpaOf(page).inputValue()).toBe("1.0");
    await button(page, "Cancel").click();
    await button(page, "Edit the athlete").and(page.locator(":focus")).waitFor();
    await expect.poll(() => facts(page, "The athlete").allInnerTexts()).not.toContain("1.0");
    await page.getByRole("tab", { name: "Videos" }).click();
    await page.getByRole("tab", { name: "Videos", selected: true }).waitFor();

    // Also with Back, which leads to the previous tab.
    await page.getByRole("tab", { name: "About" }).click();
    await button(page, "Edit the athlete").click();
    await gpaOf(page).fill("1.0");
    await page.goBack();
    await question.getByRole("button", { name: "Stay" }).click();
    await question.waitFor({ state: "hidden" });
    await expect.poll(() => gpaOf(page).inputValue()).toBe("1.0");
    await page.goBack();
    await question.getByRole("button", { name: "Leave" }).click();
    await page.getByRole("tab", { name: "Videos", selected: true }).waitFor();
    await context.close();
  });

  test("is invited to fill in empty sections, and sees offers and visits on the timeline", async () => {
    const { context, page, faults } = await openOwn("nia", { scheme: "light" });
    await button(page, "Add measurables").waitFor();
    await lookAtBoth(page, "channel-invitations");
    await button(page, "Add offers and visits").press("Enter");
    await button(page, "Add an offer").and(page.locator(":focus")).press("Enter");
    await page.getByLabel("College name").and(page.locator(":focus")).waitFor();
    await button(page, "Save").click();
    await saysOf(page.getByLabel("College name"), "College name is a required field");
    await page.getByLabel("College name").fill("Rice Uni");
    await page.getByRole("option", { name: "Rice University" }).click();
    await page.getByLabel("Year").selectOption("2026");
    await button(page, "Add a visit").click();
    const visits = page.getByRole("group", { name: "College visits" });
    await visits.getByLabel("College name").fill("Tulane");
    await page.keyboard.press("Escape");
    await visits.getByLabel("Year").selectOption("2025");
    await lookAtBoth(page, "channel-edit-colleges");
    await button(page, "Save").click();
    await button(page, "Edit offers and visits").and(page.locator(":focus")).waitFor();
    const moments = page.getByRole("region", { name: "Offers and visits" }).getByRole("listitem");
    await expect
      .poll(() => moments.allInnerTexts())
      .toEqual([expect.stringMatching(/Rice University\s+Offer/), expect.stringMatching(/Tulane\s+Visit/)]);

    await button(page, "Add measurables").click();
    await page.getByLabel("Position").and(page.locator(":focus")).fill("Libero");
    await button(page, "Save").click();
    await button(page, "Edit measurables").and(page.locator(":focus")).waitFor();
    await expect.poll(() => facts(page, "Measurables").allInnerTexts()).toEqual(["Libero"]);
    await button(page, "Edit measurables").click();
    await page.getByLabel("Weight, pounds").fill("9");
    await button(page, "Save").click();
    await saysOf(page.getByLabel("Weight, pounds"), "Weight must be between 50 lb and 500 lb");
    await page.getByLabel("Weight, pounds").fill("148.5");
    await page.getByLabel("Height, feet").fill("5");
    await page.getByLabel("Height, inches").fill("13");
    await button(page, "Save").click();
    await saysOf(page.getByLabel("Weight, pounds"), "Weight must be in whole pounds");
    await saysOf(page.getByLabel("Height, inches"), "Inches must be a whole number from 0 to 11");
    await page.getByLabel("Height, inches").and(page.locator(":focus")).waitFor();
    await button(page, "Cancel").click();
    await lookAtBoth(page, "channel-own-about");
    expect(faults).toEqual([]);
    await context.close();
  });
});

describe("a club", () => {
  test("on a phone, by touch: a team edits its name, place and coach, who may be the contact person", async () => {
    const { context, page, faults } = await openOwn("hornets", { width: 360, height: 780, hasTouch: true });
    await button(page, "Edit the team").tap();
    // Focus no field, because the keyboard would cover the form.
    await page.getByRole("form", { name: "Your details" }).and(page.locator(":focus")).waitFor();
    await page.getByLabel("Team name").fill("");
    const coach = page.getByRole("group", { name: "Coach" });
    await coach.getByLabel("Email").fill("walt");
    await button(page, "Save").tap();
    await saysOf(page.getByLabel("Team name"), "Team name is a required field");
    await page.getByText("Coach email must be a valid email").waitFor();
    await lookAt(page, "channel-edit-team");
    await page.getByLabel("Team name").fill("Southgate Hornets");
    await page.getByLabel("The coach is the contact person").tap();
    await expect.poll(() => coach.getByLabel("First name").inputValue()).toBe("Denise");
    await button(page, "Save").tap();
    await button(page, "Edit the team").and(page.locator(":focus")).waitFor();
    await expect
      .poll(() => facts(page, "The team").allInnerTexts())
      .toEqual(["Southgate Hornets", "Denise Henrik", "Austin, TX", expect.any(String)]);
    await lookAt(page, "channel-own-team");
    expect(faults).toEqual([]);
    await context.close();
  });

  test("an organization edits its name, place and sports, and has no coach to edit", async () => {
    const { context, page, faults } = await openOwn("harbor", { scheme: "light" });
    await button(page, "Edit the organization").click();
    await page.getByLabel("Organization name").fill("Harbor Swim Club");
    await page.getByLabel("ZIP").fill("1990");
    await button(page, "Save").click();
    await saysOf(page.getByLabel("ZIP"), "ZIP must be exactly 5 digits");
    await page.getByText("Channel category is a required field").waitFor();
    await lookAtBoth(page, "channel-edit-organization");
    await expect.poll(() => page.getByRole("group", { name: "Coach" }).count()).toBe(0);
    await chooseCategory(page);
    await page.getByLabel("ZIP").fill("19901");
    await page.getByLabel("City").fill("Dover");
    await page.getByLabel("State", { exact: true }).selectOption("Delaware");
    await button(page, "Save").click();
    await button(page, "Edit the organization").waitFor();
    await expect
      .poll(() => facts(page, "The organization").allInnerTexts())
      .toEqual(["Harbor Swim Club", "Dover, DE", expect.any(String)]);
    await page.getByRole("list", { name: "Sports" }).getByRole("link", { name: "Soccer" }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});

test.each([
  ["a fan", "leo"],
  ["another earner", "nia"],
  ["a moderator", "sam"],
])("%s sees no Edit button, and no empty card", async (_, username) => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, username);
  const cards = [
    ["maya", "The athlete"],
    ["hornets", "The team"],
    ["harbor", "The organization"],
  ] as const;
  for (const [owner, title] of cards) {
    await page.goto(addressOf(owner));
    await page.getByRole("heading", { name: title }).waitFor();
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await page.waitForLoadState("networkidle");
    expect(await page.getByRole("button", { name: /^(?:Edit|Add)/ }).count()).toBe(0);
    expect(await page.getByRole("heading", { level: 2 }).count()).toBe(1);
    expect(await page.getByRole("main").innerText()).not.toMatch(/Secret|private/);
  }
  expect(faults).toEqual([]);
  await context.close();
});
