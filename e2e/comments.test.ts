import { COMMENT_MESSAGES } from "@app/contract/comment-limits";
import type { Page } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { commentOf } from "./testing/comment-steps.ts";
import { openJourney, openJourneyDatabase } from "./testing/journey.ts";
import { expectWidth, lookAt, lookInto } from "./testing/look.ts";
import { PASSWORD } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";

const { browser, product } = await openJourney({ maya: "Individual", leo: null, ana: null });
const database = openJourneyDatabase(product);
const path = await publishClip(product, "maya", "Cup final", { lengthS: 12, size: "320x180", kbps: 300 });

/** Resets the item, so that a retry of the journey starts clean. */
beforeEach(async () => {
  // The worker counts new comments, and would lock the same rows in another order.
  const waiting = () => database.pool.query("select 1 from comments_to_count");
  await expect.poll(async () => (await waiting()).rowCount).toBe(0);
  for (const table of ["comments", "comment_totals", "content_likes", "comment_hidden_people"])
    await database.pool.query(`delete from ${table}`);
  await database.pool.query("update contents set total_likes = 0");
  await nameChannel("ana", "ana");
});

async function nameChannel(username: string, name: string): Promise<void> {
  await database.pool.query(
    "update channels set name = $2 where owner_id in (select id from accounts where username = $1)",
    [username, name],
  );
}

async function openVideo(name: string, more: Parameters<typeof visit>[1]) {
  const visited = await visit(browser, more);
  await beSignedIn(visited.page, product.origin, name);
  await visited.page.goto(product.origin + path);
  await visited.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await visited.page.getByLabel("Add a comment").waitFor();
  return visited;
}

async function choose(page: Page, text: string, action: string): Promise<void> {
  await commentOf(page, text)
    .getByRole("button", { name: /^More actions/ })
    .click();
  const { x = 0, width = 0 } = (await page.getByRole("menu").boundingBox()) ?? {};
  expect(x + width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await page.getByRole("menuitem", { name: action }).click();
}

test("a fan comments, the owner sees it at once, answers, and a link opens the answer", async () => {
  const fan = await openVideo("leo", { width: 360, scheme: "light" });
  const owner = await openVideo("maya", { width: 1440, scheme: "dark" });
  await lookAt(fan.page, "comments-none");
  await fan.page.getByLabel("Add a comment").fill("What a turn at 0:02!");
  await fan.page.keyboard.press("Enter");
  await commentOf(fan.page, "What a turn").waitFor();
  expect(await fan.page.getByLabel("Add a comment").inputValue()).toBe("");

  // Without a reload.
  await commentOf(owner.page, "What a turn").waitFor();
  await owner.page.getByRole("button", { name: "Play from 0:02" }).click();
  await expect
    .poll(() => owner.page.locator("video").evaluate((video: { currentTime: number }) => video.currentTime))
    .toBeGreaterThanOrEqual(2);
  await choose(owner.page, "What a turn", "Give a heart");
  await commentOf(owner.page, "What a turn").getByText("Heart from the channel's owner").waitFor();
  await choose(owner.page, "What a turn", "Pin");
  await commentOf(owner.page, "What a turn").getByText("Pinned").waitFor();
  await commentOf(owner.page, "What a turn").getByRole("button", { name: "Reply to" }).click();
  const answer = owner.page.getByRole("textbox", { name: "Reply to leo" });
  await answer.pressSequentially("Thank you @l");
  await owner.page.getByRole("option", { name: /@leo/ }).waitFor();
  await lookInto(owner.page, "section[aria-label=Comments]", "comments-mention");
  await owner.page.keyboard.press("Enter");
  expect(await answer.inputValue()).toBe("Thank you @leo ");
  await answer.pressSequentially("see you");
  await owner.page.keyboard.press("Enter");
  await commentOf(owner.page, "Thank you").getByRole("link", { name: "@leo", exact: true }).last().waitFor();

  await commentOf(fan.page, "Thank you").waitFor();
  const like = commentOf(fan.page, "Thank you").getByRole("button", { name: /^Like/ });
  await like.click();
  await expect.poll(() => like.getAttribute("aria-pressed")).toBe("true");
  await expect
    .poll(() => commentOf(owner.page, "Thank you").getByRole("button", { name: "Like 1 like" }).count())
    .toBe(1);
  // A like of the video itself shows at once too.
  await fan.page.getByRole("button", { name: "Like 0 likes", exact: true }).click();
  await owner.page.getByRole("button", { name: "Like 1 like", exact: true }).first().waitFor();
  for (const { page } of [fan, owner]) {
    // Where it is scrolled to by chance, the header may lie over half of a link.
    await page.evaluate("window.scrollTo(0, 0)");
    await lookAt(page, "comments");
  }

  const { rows } = await database.pool.query("select id from comments where parent_id is not null");
  const hash = `#comment:${rows[0].id}`;
  const link = await visit(browser, { width: 360, scheme: "dark" });
  await beSignedIn(link.page, product.origin, "ana");
  await link.page.goto(`${product.origin}${path}${hash}`);
  await commentOf(link.page, "Thank you").waitFor();
  await expect.poll(() => link.page.evaluate("document.activeElement?.id")).toBe(`comment:${rows[0].id}`);
  await lookAt(link.page, "comments-link");
  await link.page.getByRole("button", { name: "Show all comments" }).click();
  await link.page.getByRole("heading", { name: /^Comments/ }).waitFor();

  // A slip of the pen: deleted right after it was written, it does not come back.
  await link.page.getByLabel("Add a comment").fill("Wel playd");
  await link.page.getByRole("button", { name: "Comment", exact: true }).click();
  await choose(link.page, "Wel playd", "Delete");
  await link.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await link.page.getByText(COMMENT_MESSAGES.removed).waitFor();
  await expect.poll(() => commentOf(link.page, "Wel playd").count()).toBe(0);

  // Deleted: its reply stays, and a link to the comment reports the deletion and opens the page normally.
  await choose(fan.page, "What a turn", "Delete");
  await fan.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await owner.page.getByText("[deleted]").waitFor();
  await commentOf(owner.page, "Thank you").waitFor();
  const deleted = await database.pool.query("select id from comments where parent_id is null");
  // From before the page loads, because the message is there for five seconds only.
  const told = link.page.getByText(COMMENT_MESSAGES.gone).waitFor();
  await link.page.goto(`${product.origin}${path}?again=1#comment:${deleted.rows[0].id}`);
  await told;
  await link.page.getByLabel("Add a comment").waitFor();
  // A person who deletes the linked comment is not told that it is gone.
  await owner.page.goto(`${product.origin}${path}${hash}`);
  await choose(owner.page, "Thank you", "Delete");
  await owner.page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await owner.page.getByText(COMMENT_MESSAGES.removed).waitFor();
  await owner.page.getByRole("heading", { name: /^Comments/ }).waitFor();
  expect(await owner.page.getByText(COMMENT_MESSAGES.gone).count()).toBe(0);
  expect([...fan.faults, ...owner.faults]).toEqual([]);
  for (const { context } of [fan, owner, link]) await context.close();
});

test("typed text is never lost, neither by a reload nor offline", async () => {
  // The longest name, without a place to break it.
  await nameChannel("ana", "W".repeat(80));
  const { context, page } = await openVideo("ana", { width: 360 });
  await page.getByLabel("Add a comment").fill("A long thought");
  await page.reload();
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.getByLabel("Add a comment").inputValue()).toBe("A long thought");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText("The server could not be reached. Check your connection.").first().waitFor();
  await expect.poll(() => page.getByLabel("Add a comment").inputValue()).toBe("A long thought");
  await context.setOffline(false);
  // Shown at once, however slow the network.
  const { promise: isSeen, resolve: letGo } = Promise.withResolvers<void>();
  await page.route("**/add-comment/*", async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText("Sending…").waitFor();
  await expectWidth(page, "a comment being sent");
  expect(await page.getByLabel("Add a comment").inputValue()).toBe("");
  letGo();
  await commentOf(page, "A long thought").waitFor();
  // The list may contain it before the reply to its own request.
  await page.getByText("Sending…").waitFor({ state: "detached" });
  await expectWidth(page, "a comment");
  await page.unroute("**/add-comment/*");
  await page.getByLabel("Add a comment").fill("A long thought");
  await page.keyboard.press("Enter");
  await page.getByText(COMMENT_MESSAGES.repeated).waitFor();
  // An unfinished edit is open again.
  await choose(page, "A long thought", "Edit");
  await page.getByLabel("Edit your comment").fill("A short thought");
  await page.reload();
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.getByLabel("Edit your comment").inputValue()).toBe("A short thought");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await commentOf(page, "A short thought").getByText("edited").waitFor();

  // An unfinished reply is open again.
  await commentOf(page, "A short thought")
    .getByRole("button", { name: /^Reply/ })
    .click();
  await page.getByRole("textbox", { name: /^Reply to/ }).fill("And a second one");
  await page.reload();
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  const reply = page.getByRole("textbox", { name: /^Reply to/ });
  await expect.poll(() => reply.inputValue()).toBe("And a second one");
  await page.getByRole("button", { name: "Cancel" }).click();
  await reply.waitFor({ state: "detached" });

  // Offline, a like is reverted at once, however often it is clicked.
  await context.setOffline(true);
  for (const like of [
    commentOf(page, "A short thought").getByRole("button", { name: /^Like/ }),
    page.getByRole("button", { name: "Like 0 likes", exact: true }).first(),
  ]) {
    for (let click = 0; click < 3; click++) await like.click();
    await page.getByText("The server could not be reached. Check your connection.").first().waitFor();
    await expect.poll(() => like.getAttribute("aria-pressed")).toBe("false");
  }
  await context.setOffline(false);

  // The session ends while a comment is being sent: the text is there after the next sign-in. Had it ended before, any other
  // request of the page could redirect before the click.
  await page.getByLabel("Add a comment").fill("Before the end");
  await page.route("**/add-comment/*", async (route) => {
    await database.pool.query(
      "update devices set deleted_at = now() where account_id in (select id from accounts where username = 'ana')",
    );
    await route.continue();
  });
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await page.getByText("You have been signed out. Sign in to continue.").waitFor();
  const form = page.getByRole("dialog");
  await form.getByLabel("Email or username").fill("ana");
  await form.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await form.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL(product.origin + path);
  await page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await expect.poll(() => page.getByLabel("Add a comment").inputValue()).toBe("Before the end");
  await context.close();
});

test("a long list loads as you scroll, in both orders, and a link to one in the middle shows its neighbors", async () => {
  await database.pool.query(
    `insert into comments (id, content_id, channel_id, author_id, body, status, is_counted, total_likes)
     select uuidv7(make_interval(secs => n - 100)), i.id, i.channel_id, a.id, 'number ' || n || '.', 'visible', true, n % 7
     from contents i, accounts a, generate_series(1, 45) n where a.username = 'leo'`,
  );
  await database.pool.query("insert into comment_totals select content_id, 45, 45 from comments limit 1");
  const { context, page } = await openVideo("ana", { width: 1440 });
  const items = page.getByRole("list", { name: "Comments", exact: true }).locator("> li");
  await expect.poll(() => items.count()).toBeGreaterThanOrEqual(10);
  expect(await items.first().textContent()).toContain("number 45.");
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4_000);
      return items.count();
    })
    .toBe(45);
  await page.getByRole("button", { name: "Top", exact: true }).click();
  await expect.poll(() => items.first().textContent()).toContain("number 41.");
  await page.getByRole("button", { name: "Newest", exact: true }).click();
  const { rows } = await database.pool.query("select id from comments where body = 'number 20.'");
  await page.goto(`${product.origin}${path}#comment:${rows[0].id}`);
  await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe(`comment:${rows[0].id}`);
  await page.getByRole("button", { name: "Show newer comments" }).click();
  await commentOf(page, "number 30.").waitFor();
  await context.close();
});

test("an owner holds comments with links or a certain word, decides with one key, and hides a person, who is not told", async () => {
  const owner = await visit(browser, { width: 360, scheme: "light" });
  await beSignedIn(owner.page, product.origin, "maya");
  await owner.page.goto(`${product.origin}/setting?tab=comments`);
  await owner.page.getByText("Nobody is hidden.").waitFor();
  const links = owner.page.getByRole("switch", { name: "Hold comments with links" });
  if (!(await links.isChecked())) await links.click();
  await owner.page.getByLabel("Words to hold").fill("boring\nno talent");
  await owner.page.getByLabel("Slow mode").selectOption({ label: "Off" });
  await owner.page.getByRole("button", { name: "Save", exact: true }).click();
  await owner.page.getByText("Your comment settings were saved.").waitFor();
  await lookAt(owner.page, "comment-settings");
  await owner.page.goto(`${product.origin}/creator-view/comments`);
  await owner.page.getByText("No comments are waiting for your approval.").waitFor();

  const fan = await openVideo("ana", { width: 1440, scheme: "light" });
  for (const text of ["Look at www.spam.test", "So BORING", "A fair race"]) {
    await fan.page.getByLabel("Add a comment").fill(text);
    await fan.page.keyboard.press("Enter");
    await commentOf(fan.page, text).waitFor();
    await fan.page.getByText("Sending…").waitFor({ state: "detached" });
  }
  expect(await fan.page.getByText("Waiting for approval").count()).toBe(2);
  await fan.page.goto(`${product.origin}/setting?tab=comments`);
  await fan.page.getByRole("list", { name: "Your comments" }).getByText("waiting for approval").first().waitFor();
  await lookAt(fan.page, "my-comments");
  await fan.page.goto(product.origin + path);
  await fan.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await expect.poll(() => fan.page.getByText("Waiting for approval").count()).toBe(2);

  // Without a reload.
  await owner.page.getByText("2 comments are waiting for your approval.").waitFor();
  await owner.page.goto(`${product.origin}/creator-view`);
  await owner.page.getByText("2 comments are waiting for your approval.").waitFor();
  await owner.page.getByRole("link", { name: "Review" }).click();
  await owner.page.getByText("2 comments are waiting for your approval.").waitFor();
  await lookAt(owner.page, "held-comments");
  await commentOf(owner.page, "www.spam.test").focus();
  await owner.page.keyboard.press("d");
  await owner.page.getByText("1 comment is waiting for your approval.").waitFor();
  expect(await owner.page.evaluate("document.activeElement?.textContent")).toContain("So BORING");
  // Its author sees it without a reload, and so too the next decision.
  await expect.poll(() => commentOf(fan.page, "www.spam.test").count()).toBe(0);
  await owner.page.keyboard.press("a");
  await owner.page.getByText("No comments are waiting for your approval.").waitFor();
  await expect.poll(() => fan.page.getByText("Waiting for approval").count()).toBe(0);
  await commentOf(fan.page, "So BORING").waitFor();

  await owner.page.goto(product.origin + path);
  await owner.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await commentOf(owner.page, "So BORING").waitFor();
  await choose(owner.page, "So BORING", "Hide this person");
  await owner.page.getByRole("alertdialog").getByRole("button", { name: "Hide" }).click();
  await expect.poll(() => commentOf(owner.page, "A fair race").count()).toBe(0);
  await fan.page.goto(product.origin + path);
  await fan.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await commentOf(fan.page, "A fair race").waitFor();
  await owner.page.goto(`${product.origin}/setting?tab=comments`);
  await owner.page.getByRole("button", { name: /^Unhide ana/ }).click();
  await owner.page.getByText("Nobody is hidden.").waitFor();

  const edit = path.replace("/video/", "/edit-video/");
  await owner.page.goto(product.origin + edit);
  await Promise.all([
    owner.page.waitForResponse(/comment-settings\//),
    owner.page.getByLabel("Slow mode").selectOption({ label: "5 minutes" }),
  ]);
  await fan.page.reload();
  await fan.page.getByRole("region", { name: "Comments" }).scrollIntoViewIfNeeded();
  await fan.page.getByText("Slow mode is on: you can write one comment every 5 minutes.").waitFor();
  await owner.page.getByLabel("Slow mode").selectOption({ label: "Same as your channel" });
  expect([...fan.faults, ...owner.faults]).toEqual([]);
  for (const { context } of [fan, owner]) await context.close();
});

test("comments or a player whose code cannot be fetched leave the rest of the page alone", async () => {
  const { context, page } = await visit(browser, { width: 360 });
  await beSignedIn(page, product.origin, "leo");
  const code = /\/assets\/(comment-section|player)-[\w-]{8}\.js$/;
  await page.route(code, (route) => route.abort());
  await page.goto(product.origin + path);
  const comments = page.getByRole("region", { name: "Comments" });
  await comments.scrollIntoViewIfNeeded();
  const retry = page.getByRole("main").getByRole("button", { name: "Retry" });
  await expect.poll(() => retry.count()).toBe(2);
  await page.getByRole("heading", { level: 1, name: "Cup final" }).waitFor();
  await lookAt(page, "watch-parts-missing");

  await page.unroute(code);
  await comments.getByRole("button", { name: "Retry" }).click();
  await page.getByLabel("Add a comment").waitFor();
  await retry.click();
  await page.locator("video").waitFor();
  await context.close();
});
