import { describe, expect, test } from "vitest";
import { visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt } from "./testing/look.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ ada: null, maya: "Individual", leo: null });
const { origin } = product;
const database = openJourneyDatabase(product);

type Film = { currentTime: number };

describe("what staff show on the home page", () => {
  test("an announcement with an uploaded video, previewed, turned on, seen by a visitor, and turned off", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await beStaff(page, "ada", { origin, database, role: "admin" });
    await page.goto(`${origin}/admin/announcements`);
    await page.getByText("Nothing has been announced yet.").waitFor();
    await page.getByRole("button", { name: "Write an announcement" }).click();
    const dialog = page.getByRole("dialog", { name: "Write an announcement" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("An announcement needs a title.").waitFor();
    await dialog.getByLabel("Title").fill("Kick-off");
    await dialog.getByLabel(/^Description/).fill("The season begins on Saturday.");
    await dialog.getByLabel(/^YouTube link/).fill("https://example.com/film");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Please paste the link of a YouTube video").waitFor();
    await lookAt(page, "console-announcement-form");
    await dialog.getByLabel(/^YouTube link/).fill("");
    await dialog.getByRole("button", { name: "Save" }).click();
    const entry = page.getByRole("article").filter({ hasText: "Kick-off" });
    await entry.getByText("Off", { exact: true }).waitFor();

    const film = makeClip({ lengthS: 18, size: "160x90", kbps: 60 });
    await entry.locator("input[type=file]").first().setInputFiles(film);
    await entry.getByText("With an uploaded video, without sound.").waitFor({ timeout: 30_000 });
    await entry.getByRole("button", { name: "Preview Kick-off" }).click();
    await expect
      .poll(() => entry.locator("video").evaluate((it: Film) => it.currentTime), { timeout: 15_000 })
      .toBeGreaterThan(10);
    await entry.getByRole("button", { name: "Turn on Kick-off" }).click();
    await entry.getByText("Shown on Explore").waitFor();
    await lookAt(page, "console-announcement");

    const visitor = await visit(browser);
    const team = visitor.page.getByRole("region", { name: "FROM THE FIELDHOUSE'S TEAM" });
    await visitor.page.goto(`${origin}/explore`);
    await team.scrollIntoViewIfNeeded();
    const atS = () => team.locator("video").evaluate((it: Film) => it.currentTime);
    await expect.poll(atS, { timeout: 15_000 }).toBeGreaterThan(10);
    expect(await atS()).toBeLessThan(16);

    await entry.getByRole("button", { name: "Turn off Kick-off" }).click();
    await entry.getByText("Off", { exact: true }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole("region", { name: "TRENDING VIDEOS" }).waitFor();
    await expect.poll(() => team.count()).toBe(0);
    expect([...faults, ...visitor.faults]).toEqual([]);
    await Promise.all([context.close(), visitor.context.close()]);
  });
});
