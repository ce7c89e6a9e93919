import { describe, expect, test } from "vitest";
import { drawPicture } from "../apps/server/src/testing/pictures.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
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
    // Left by a failed first try.
    await database.pool.query("delete from announcements");
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
    await entry.getByText("With an uploaded video, without sound.").waitFor();
    await entry.getByRole("button", { name: "Preview Kick-off" }).click();
    await expect.poll(() => entry.locator("video").evaluate((it: Film) => it.currentTime)).toBeGreaterThan(10);
    await entry.getByRole("button", { name: "Turn on Kick-off" }).click();
    await entry.getByText("Shown on Explore").waitFor();
    await lookAt(page, "console-announcement");

    const visitor = await visit(browser);
    const team = visitor.page.getByRole("region", { name: "FROM THE FIELDHOUSE'S TEAM" });
    await visitor.page.goto(`${origin}/explore`);
    await team.scrollIntoViewIfNeeded();
    const atS = () => team.locator("video").evaluate((it: Film) => it.currentTime);
    await expect.poll(atS).toBeGreaterThan(10);
    expect(await atS()).toBeLessThan(17);

    await entry.getByRole("button", { name: "Turn off Kick-off" }).click();
    await entry.getByText("Off", { exact: true }).waitFor();
    await visitor.page.reload();
    await visitor.page.getByRole("region", { name: "TRENDING VIDEOS" }).waitFor();
    await expect.poll(() => team.count()).toBe(0);
    expect([...faults, ...visitor.faults]).toEqual([]);
    await Promise.all([context.close(), visitor.context.close()]);
  });
  test("a sponsor's picture, shown to a visitor with its link, counted, and never to an earner", async () => {
    const { context, page, faults } = await visit(browser, { width: 360 });
    await beStaff(page, "ada", { origin, database, role: "moderator" });
    // Left by a failed first try.
    await database.pool.query("delete from slots");
    await page.goto(`${origin}/admin/slots`);
    await page.getByText("Nothing is shown.").waitFor();
    await page.getByRole("button", { name: "Add a slot" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a slot" });
    await dialog.getByLabel(/^Sponsor/).fill("Shoe shop");
    await dialog.getByLabel("Link").fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("Say what the picture shows, for those who do not see it.").waitFor();
    await dialog.getByText(/^Please enter a link that begins with https/).waitFor();
    await dialog.getByLabel("What the picture shows and says").fill("Running shoes, half price");
    await dialog.getByLabel("Link").fill("/terms");
    await lookAt(page, "console-slot-form");
    await dialog.getByRole("button", { name: "Save" }).click();
    const entry = page.getByRole("article").filter({ hasText: "Running shoes" });
    await entry.getByText("Waiting for its picture").waitFor();
    await entry
      .locator("input[type=file]")
      .setInputFiles({ name: "shoes.png", mimeType: "image/png", buffer: await drawPicture(1600, 400) });
    await entry.getByRole("img", { name: "Running shoes" }).waitFor();
    await entry.getByRole("button", { name: /^Turn on/ }).click();
    await entry.getByText("Shown", { exact: true }).waitFor();
    await lookAt(page, "console-slots");

    const visitor = await visit(browser);
    await visitor.page.goto(`${origin}/explore`);
    const link = visitor.page.getByRole("region", { name: "Sponsors" }).getByRole("link", { name: /Running shoes/ });
    await link.scrollIntoViewIfNeeded();
    expect([await link.getAttribute("rel"), await link.getAttribute("href")]).toEqual(["sponsored noopener", "/terms"]);
    await visitor.page.getByText("Sponsored by Shoe shop").waitFor();
    await lookAt(visitor.page, "explore-slot");
    const [opened] = await Promise.all([visitor.context.waitForEvent("page"), link.click()]);
    await opened.waitForURL("**/terms");
    await expect
      .poll(async () => (await database.pool.query("select opens from slot_daily_opens")).rows)
      .toEqual([{ opens: 1 }]);

    const earner = await visit(browser);
    const asked: string[] = [];
    earner.page.on("request", (request) => request.url().includes("/api/v1/slots") && asked.push(request.url()));
    await beSignedIn(earner.page, origin, "maya");
    await earner.page.goto(`${origin}/explore`);
    await earner.page.getByRole("heading", { name: "ATHLETES OF THE WEEK" }).waitFor();
    await earner.page.waitForLoadState("networkidle");
    expect([await earner.page.getByRole("region", { name: "Sponsors" }).count(), asked]).toEqual([0, []]);
    expect([...faults, ...visitor.faults, ...earner.faults]).toEqual([]);
    await Promise.all([context.close(), visitor.context.close(), earner.context.close()]);
  });
});

test("an admin changes what earns a referral reward, and the log records it", async () => {
  const { context, page, faults } = await visit(browser);
  await beStaff(page, "ada", { origin, database, role: "admin" });
  await page.goto(`${origin}/admin/settings`);
  await page.getByText("A verified email address").waitFor();
  await page.getByRole("button", { name: "Change the rule" }).click();
  const dialog = page.getByRole("dialog", { name: "When a referral earns the reward" });
  await dialog.getByRole("radio", { name: /^The first paid subscription/ }).check();
  await dialog.getByRole("button", { name: "Change" }).click();
  await dialog.getByText("Please give a reason.").waitFor();
  await dialog.getByLabel("Reason").fill("Too many accounts that nobody uses");
  await lookAt(page, "console-setting");
  await dialog.getByRole("button", { name: "Change" }).click();
  await page.getByText("The setting was changed. It applies from now on.").waitFor();
  await page.getByText(/^The first paid subscription/).waitFor();
  await page.goto(`${origin}/admin/audit-log?search=nobody`);
  await page.getByRole("article").filter({ hasText: "Changed a setting of the platform" }).waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
