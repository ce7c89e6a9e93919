import { accountRoutes } from "@app/contract/accounts";
import { commentRoutes } from "@app/contract/comments";
import { contentId } from "@app/contract/ids";
import { channelHref, decodeId } from "@app/contract/paths";
import { reportRoutes } from "@app/contract/reports";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { hearBell } from "./testing/bell.ts";
import { beSignedIn, visit } from "./testing/browser.ts";
import { commentOf } from "./testing/comment-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { lookAt, lookInto } from "./testing/look.ts";
import { mailedLink } from "./testing/mailbox.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";
import { beStaff } from "./testing/staff.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ana: null, sam: null, sue: null });
const database = openJourneyDatabase(product);
const path = await publishClip(product, "maya", "Cup final", { lengthS: 12, size: "320x180", kbps: 300 });

async function open(name: string, address: string, more: Parameters<typeof visit>[1]): Promise<Page> {
  const { page } = await visit(browser, more);
  await beSignedIn(page, product.origin, name);
  await page.goto(product.origin + address);
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await page.getByLabel("Add a comment").fill(text);
  await page.keyboard.press("Enter");
  await commentOf(page, text).waitFor();
}

test("a fan blocks somebody from a comment, sees them nowhere, and unblocks them in Settings", async () => {
  await database.pool.query("delete from blocks");
  await database.pool.query("delete from comments");
  const leo = await open("leo", path, { width: 360, scheme: "light" });
  await say(leo, "Nonsense from Leo");
  const ana = await open("ana", path, { width: 1440, scheme: "dark" });
  await ana.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await commentOf(ana, "Nonsense")
    .getByRole("button", { name: /^More actions/ })
    .click();
  await ana.getByRole("menuitem", { name: /^Block / }).click();
  const block = ana.getByRole("button", { name: "Block", exact: true });
  await block.waitFor();
  await lookAt(ana, "block");
  await block.click();
  // The item is somebody else's, so its page stays.
  await expect.poll(() => commentOf(ana, "Nonsense").count()).toBe(0);
  await ana.getByText("No comments yet").or(ana.getByLabel("Add a comment")).first().waitFor();
  expect(ana.url()).toBe(product.origin + path);

  await ana.goto(`${product.origin}/setting?tab=privacy`);
  await ana.getByRole("list", { name: "Blocked people" }).getByText("@leo").waitFor();
  await lookAt(ana, "blocked-people");
  await ana.getByRole("button", { name: /^Unblock/ }).click();
  await ana.getByText("You have not blocked anyone.").waitFor();
});

test("a channel's menu blocks and unblocks, and the blocked person cannot find the channel", async () => {
  await database.pool.query("delete from blocks");
  const { rows } = await database.pool.query(
    "select c.id from channels c join accounts a on a.id = c.owner_id where a.username = 'maya'",
  );
  const leo = await open("leo", channelHref(rows[0].id) ?? "", { width: 1440, scheme: "light" });
  await leo
    .getByRole("button", { name: /^More actions/ })
    .first()
    .click();
  await lookInto(leo, "[role=menu]", "channel-menu");
  await leo.getByRole("menuitem", { name: /^Block / }).click();
  await leo.getByRole("button", { name: "Block", exact: true }).click();
  await leo.getByRole("heading", { name: /^You blocked/ }).waitFor();
  await lookAt(leo, "channel-blocked");
  await leo.getByRole("button", { name: "Unblock" }).click();
  await leo.getByRole("tab", { name: "Videos" }).waitFor();
});

test("a fan reports a video, staff remove it with one key, its owner appeals, and another staff member restores it", async () => {
  await database.pool.query("delete from blocks");
  await database.pool.query("delete from report_cases");
  await database.pool.query("update contents set hidden_at = null");
  const { origin } = product;
  const leo = await open("leo", path, { width: 360, scheme: "dark" });
  await leo.getByRole("button", { name: "More actions for Cup final" }).click();
  await leo.getByRole("menuitem", { name: "Report" }).click();
  await leo.getByLabel("Something else").check();
  await leo.getByRole("button", { name: "Report", exact: true }).click();
  await leo.getByText("Please say what is wrong.").waitFor();
  await leo.getByLabel("A minor's safety").check();
  await leo.getByRole("textbox").fill("The player is twelve, and says where she lives.");
  await lookAt(leo, "report");
  await leo.getByRole("button", { name: "Report", exact: true }).click();
  await leo.getByText(/^Thank you\./).waitFor();

  const sam = (await visit(browser, { width: 1440, scheme: "light" })).page;
  await beStaff(sam, "sam", { origin, database, role: "moderator" });
  await sam.goto(`${origin}/admin/reports`);
  const card = sam.getByRole("article", { name: "Content: Cup final" });
  await card.getByText("About a minor").waitFor();
  await lookAt(sam, "report-queue");
  await card.getByRole("button", { name: "Show the video" }).click();
  await card.locator("video").waitFor();
  const maya = await open("maya", "/setting?tab=reports", { width: 360, scheme: "light" });
  await maya.getByRole("heading", { name: "Settings" }).waitFor();
  await card.focus();
  await sam.keyboard.press("r");
  await sam.getByText("Nothing is waiting.").waitFor();

  await hearBell(maya, "“Cup final” was hidden by our team");
  await maya.reload();
  await maya.getByText("Our team removed it.").waitFor();
  await maya.getByRole("button", { name: "Appeal" }).click();
  await maya.getByLabel("Why is the decision wrong?").fill("It is my own film, and I am thirty.");
  await lookAt(maya, "appeal");
  await maya.getByRole("button", { name: "Send appeal" }).click();
  await maya.getByText("Someone else on our team will look at it.").first().waitFor();

  const sue = (await visit(browser, { width: 360, scheme: "dark" })).page;
  await beStaff(sue, "sue", { origin, database, role: "admin" });
  await sue.goto(`${origin}/admin/reports?tab=appeals`);
  const appealed = sue.getByRole("article", { name: "Content: Cup final" });
  await appealed.getByText("It is my own film").waitFor();
  await lookAt(sue, "appeal-queue");
  await appealed.getByLabel("Reason").fill("She is an adult");
  await appealed.focus();
  await sue.keyboard.press("o");
  await sue.getByText("No appeals are waiting.").waitFor();
  await hearBell(maya, /^We reviewed your appeal$|^“Cup final” is visible again$/);
  await leo.reload();
  await leo.getByRole("heading", { name: "Cup final" }).waitFor();
  await leo.goto(`${origin}/setting?tab=reports`);
  await leo.getByText("We found that it follows our guidelines.").waitFor();
  await lookAt(leo, "own-reports");
});

test("staff suspend with one key: a dialog asks for the reason and the end, keeps what was typed, and leads to the next case", async () => {
  await database.pool.query("delete from report_cases");
  await database.pool.query("delete from comments");
  await database.pool.query("delete from suspensions");
  const { origin } = product;
  const signedIn = async (name: string) => {
    const session = await createCaller(origin, null).call(accountRoutes.login, { body: toLogin(name, PASSWORD) });
    return createCaller(origin, session.access_token);
  };
  const [leo, ana] = [await signedIn("leo"), await signedIn("ana")];
  const id = contentId.parse(decodeId(decodeURIComponent(path.split("/").at(-1) ?? "")));
  for (const text of ["Buy followers here", "Buy likes here"]) {
    const comment = await leo.call(commentRoutes.add, { params: { id }, body: { text } });
    await ana.call(reportRoutes.comment, { params: { id: comment.id }, body: { reason: "spam", text: "" } });
  }

  const sam = (await visit(browser, { width: 1440, scheme: "dark" })).page;
  await beStaff(sam, "sam", { origin, database, role: "moderator" });
  await sam.goto(`${origin}/admin/reports`);
  const next = sam.getByRole("article", { name: "Comment: Buy likes here" });
  await next.waitFor();
  await sam.getByRole("article", { name: "Comment: Buy followers here" }).focus();
  await sam.keyboard.press("s");
  const dialog = sam.getByRole("dialog", { name: "Suspend leo" });
  await dialog.getByLabel("For how long").selectOption("30");
  await dialog.getByLabel("Reason").fill("Sells followers");
  await sam.keyboard.press("Escape");
  await sam.getByRole("alertdialog", { name: "Discard changes?" }).waitFor();
  await lookAt(sam, "discard-changes");
  await sam.getByRole("button", { name: "Keep editing" }).click();
  await expect.poll(() => dialog.getByLabel("Reason").inputValue()).toBe("Sells followers");
  await lookAt(sam, "suspend-owner");
  await dialog.getByRole("button", { name: "Suspend", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => next.evaluate((card) => card.matches(":focus"))).toBe(true);
  const { rows } = await database.pool.query(
    "select reason, until > now() + interval '29 days' as ends_late from suspensions",
  );
  expect(rows).toEqual([{ reason: "Sells followers", ends_late: true }]);

  // The other comment is found by its words, hidden, and restored.
  await sam.goto(`${origin}/admin/comments?search=buy+likes`);
  await sam.getByRole("button", { name: "Hide the comment by leo" }).click();
  await sam.getByLabel("Reason").fill("The same again");
  await sam.getByRole("dialog").getByRole("button", { name: "Hide", exact: true }).click();
  await sam.getByText("Hidden by staff. The same again").waitFor();
  await sam.getByRole("button", { name: "Restore the comment by leo" }).click();
  await sam.getByLabel("Reason").fill("By mistake");
  await sam.getByRole("dialog").getByRole("button", { name: "Restore", exact: true }).click();
  await sam.getByRole("button", { name: "Hide the comment by leo" }).waitFor();
  await database.pool.query("delete from suspensions");
});

test("a suspended person appeals from the refused sign-in, reads the same by the emailed link, and gets back in", async () => {
  await database.pool.query("delete from report_cases");
  await database.pool.query("delete from suspensions");
  const { origin } = product;
  const sam = (await visit(browser, { width: 1440, scheme: "dark" })).page;
  await beStaff(sam, "sam", { origin, database, role: "moderator" });
  await sam.goto(`${origin}/admin/people?search=ana`);
  await sam.getByRole("link", { name: /^ana/ }).click();
  await sam.getByRole("button", { name: "Suspend", exact: true }).click();
  const dialog = sam.getByRole("dialog", { name: "Suspend ana" });
  await dialog.getByLabel("Reason").fill("Insults in comments");
  await dialog.getByRole("button", { name: "Suspend" }).click();
  await dialog.waitFor({ state: "detached" });

  const ana = (await visit(browser, { width: 360, scheme: "dark" })).page;
  await ana.goto(`${origin}/login`);
  await ana.getByLabel("Email or username").fill("ana");
  await ana.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ana.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  const appeal = ana.getByRole("button", { name: "Appeal this decision" });
  await appeal.waitFor();
  await lookAt(ana, "suspended-sign-in");
  await appeal.click();
  await ana.getByText("Insults in comments", { exact: true }).waitFor();
  await ana.getByRole("button", { name: "Send appeal" }).click();
  await ana.getByText("Please say why the decision is wrong.").waitFor();
  await ana.getByLabel("Why is the decision wrong?").fill("Somebody else used my phone.");
  await lookAt(ana, "suspension-appeal");
  await ana.getByRole("button", { name: "Send appeal" }).click();
  await ana.getByRole("status").getByText("We are looking at it again.").waitFor();
  await lookAt(ana, "suspension-appealed");

  const link = await mailedLink(origin, "ana@people.test", "appeal");
  const mailed = (await visit(browser, { width: 1440, scheme: "light" })).page;
  await mailed.goto(link);
  await mailed.getByText("Somebody else used my phone.").waitFor();
  expect(await mailed.getByRole("button", { name: "Send appeal" }).count()).toBe(0);
  await lookAt(mailed, "suspension-mailed");

  const sue = (await visit(browser, { width: 1440, scheme: "light" })).page;
  await beStaff(sue, "sue", { origin, database, role: "admin" });
  await sue.goto(`${origin}/admin/reports?tab=appeals`);
  const card = sue.getByRole("article", { name: "Account: @ana" });
  await card.getByText("Somebody else used my phone.").waitFor();
  await lookAt(sue, "suspension-in-the-queue");
  await card.getByLabel("Reason").fill("The times fit");
  await card.focus();
  await sue.keyboard.press("o");
  await sue.getByText("No appeals are waiting.").waitFor();
  await mailed.reload();
  await mailed.getByText("Your account is open again.").waitFor();
  await ana.goto(`${origin}/login`);
  await ana.getByLabel("Email or username").fill("ana");
  await ana.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await ana.getByRole("main").getByRole("button", { name: "Sign In", exact: true }).click();
  await ana.waitForURL("**/explore");
});
