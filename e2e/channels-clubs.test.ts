import type { ChannelId } from "@app/contract/ids";
import { channelHref } from "@app/contract/paths";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { hideChannelOf, showChannelOf } from "../apps/server/src/modules/catalog/contents/hide-channel.service.ts";
import { deactivateAccount } from "../apps/server/src/modules/identity/accounts/accounts.service.ts";
import { publishItem } from "../apps/server/src/testing/publish.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { findChannels } from "./testing/people.ts";

const FANS = Array.from({ length: 30 }, (_, at) => `fan_${at}`);

const { browser, product } = await openJourney({
  maya: "Individual",
  mia: "Individual",
  hornets: "Team",
  harbor: "Organization",
  asleep: "Individual",
  leo: null,
  ...Object.fromEntries(FANS.map((fan) => [fan, null])),
});
const database = openJourneyDatabase(product);
const channels = await findChannels(database);
await openWorld();

async function openWorld(): Promise<void> {
  const { pool } = database;
  await pool.query(
    `insert into earner_profiles (account_id, plan, first_name, last_name, street, city, state, zipcode, graduation_year, gpa)
     select id, 'Individual', 'M', 'Vega', '1 Secret Street', 'Austin', 'TX', '73301', 2027, 3.85
     from accounts where username in ('maya', 'mia')`,
  );
  await pool.query(
    `insert into college_entries (account_id, kind, position, college_name, category_id, happened_on, date_precision)
     select id, kind, at, name, 88, day::date, precision from accounts, (values
       ('offer', 0, 'Rice University', '2026-03-01', 'month'), ('visit', 0, 'Tulane University', '2026-05-16', 'day'),
       ('visit', 1, 'Duke University', '2025-09-27', 'day')) e (kind, at, name, day, precision) where username = 'maya'`,
  );
  await pool.query(
    `insert into earner_profiles (account_id, plan, group_name, street, city, state, zipcode)
     select id, plan, case username when 'hornets' then 'Northgate Hornets' else 'Harbor Aquatics Club' end,
       '2 Secret Yard', 'Dover', 'DE', '19901' from accounts where username in ('hornets', 'harbor')`,
  );
  await pool.query(
    `insert into earner_contacts (account_id, role, first_name, last_name, email, street, city, state, zipcode)
     select id, role, first, 'Henrik', 'walt@private.test', '3 Secret Lane', 'Dover', 'DE', '19901'
     from accounts, (values ('coach', 'Walt'), ('contact', 'Denise')) c (role, first)
     where username = 'hornets' or (username = 'harbor' and role = 'contact')`,
  );
  await pool.query(
    "insert into privacy_settings (account_id, shows_gpa) select id, false from accounts where username = 'maya'",
  );
  await pool.query("update accounts set date_of_birth = (now() - interval '16 years')::date where username = 'mia'");
  await pool.query(
    "insert into follows (follower_id, channel_id) select id, $1 from accounts where username like 'fan\\_%'",
    [channels.get("hornets")],
  );
  await pool.query("update channels set subscriber_count = $1 where id = $2", [FANS.length, channels.get("hornets")]);
}

const addressOf = (username: string) => product.origin + channelHref(channels.get(username) ?? "");
const eventually = <Value>(read: () => Value) => expect.poll(read);

async function readAbout(page: Page, username: string, waitsFor: string): Promise<string> {
  await page.goto(`${addressOf(username)}?tab=about`);
  await page.getByText(waitsFor).first().waitFor();
  // CSS shows headings in capitals.
  return (await page.getByRole("main").innerText()).toLowerCase();
}

async function lookAtBoth(page: Page, name: string): Promise<void> {
  await lookAt(page, name);
  await page.setViewportSize({ width: 360, height: 780 });
  await lookAt(page, name);
  await page.setViewportSize({ width: 1440, height: 900 });
}

test("a team shows its name, coach and place, an organization shows no coach, and neither shows its contact details", async () => {
  const { context, page, faults } = await visit(browser);
  await beSignedIn(page, product.origin, "leo");
  const team = await readAbout(page, "hornets", "Northgate Hornets");
  for (const said of ["the team", "coach", "walt henrik", "location", "dover, de"]) expect(team).toContain(said);
  await lookAtBoth(page, "channel-team");
  const club = await readAbout(page, "harbor", "Harbor Aquatics Club");
  for (const said of ["the organization", "dover, de"]) expect(club).toContain(said);
  expect(club).not.toContain("coach");
  for (const kept of ["denise", "private.test", "secret", "19901", "measurables", "recruiting page"])
    expect(team + club).not.toContain(kept);
  expect(faults).toEqual([]);
  await context.close();
});

test("an athlete's visits appear among the offers; a hidden GPA and a minor's place are hidden from everybody else", async () => {
  const { context, page } = await visit(browser, { scheme: "light" });
  await beSignedIn(page, product.origin, "leo");
  const athlete = await readAbout(page, "maya", "Rice University");
  const moments = page.getByRole("listitem").filter({ hasText: /Offer|Visit/ });
  await expect
    .poll(() => moments.allInnerTexts())
    .toEqual([
      expect.stringMatching(/Tulane University\s+Visit · May/),
      expect.stringMatching(/Rice University\s+Offer · Mar/),
      expect.stringMatching(/Duke University\s+Visit · Sep/),
    ]);
  expect(athlete).toContain("austin, tx");
  for (const hidden of ["gpa", "3.85"]) expect(athlete).not.toContain(hidden);
  await lookAtBoth(page, "channel-athlete");
  const minor = await readAbout(page, "mia", "2027");
  for (const hidden of ["gpa", "3.85", "hometown", "austin"]) expect(minor).not.toContain(hidden);
  await context.close();

  const own = await visit(browser);
  await beSignedIn(own.page, product.origin, "maya");
  expect(await readAbout(own.page, "maya", "Rice University")).toContain("3.85");
  await own.context.close();
});

test("the list of followers loads more on scroll", async () => {
  const { context, page, faults } = await visit(browser, { width: 360, height: 780 });
  await beSignedIn(page, product.origin, "leo");
  await page.goto(addressOf("hornets"));
  await page.getByRole("button", { name: /30\s+followers/ }).click();
  const people = page.getByRole("dialog").getByRole("listitem");
  await eventually(() => people.count()).toBe(12);
  const reachEnd = async () => {
    await people.last().hover();
    await page.mouse.wheel(0, 5_000);
    return people.count();
  };
  await eventually(reachEnd).toBe(FANS.length);
  await expect.poll(() => page.getByRole("button", { name: "Load more" }).count()).toBe(0);
  await lookAt(page, "followers");
  expect(faults).toEqual([]);
  await context.close();
});

test("the owner of a hidden channel learns that it is hidden, still sees its content, and learns how to restore it", async () => {
  const { pool, sql } = database;
  const found = await pool.query<{ id: string; channel_id: ChannelId; category_id: number }>(
    `select a.id, c.id as channel_id, (select id from categories where slug = 'soccer') as category_id
     from accounts a join channels c on c.owner_id = a.id where a.username = 'asleep'`,
  );
  const { id = "", channel_id: channelId, category_id: categoryId = 0 } = found.rows[0] ?? {};
  if (channelId) await publishItem({ sql }, { channelId }, "Night relay", { categoryId });
  await hideChannelOf(sql, id, "staff");
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "asleep");
  await page.goto(`${product.origin}/profile`);
  await page.getByText("Your channel is hidden.").waitFor();
  await page.getByRole("article").getByRole("link", { name: "Night relay" }).waitFor();
  await lookAtBoth(page, "channel-blocked");
  await showChannelOf(sql, id, "staff");
  await deactivateAccount(sql, id);
  await hideChannelOf(sql, id, "deactivation");
  await page.reload();
  await page.getByText("Your channel is deactivated.").waitFor();
  const main = page.getByRole("main");
  expect(await main.getByRole("button", { name: "Share" }).or(main.getByText("Become an Earner")).count()).toBe(0);
  await page.getByRole("article").getByRole("link", { name: "Night relay" }).waitFor();
  await lookAtBoth(page, "channel-deactivated");
  await expect
    .poll(() => page.getByRole("link", { name: "Open Settings" }).getAttribute("href"))
    .toBe("/setting?tab=leave");
  await page.goto(addressOf("maya"));
  await page.getByRole("heading", { level: 1, name: "maya's channel" }).waitFor();
  await expect.poll(() => page.getByText("Your channel is").count()).toBe(0);
  await context.close();
});
