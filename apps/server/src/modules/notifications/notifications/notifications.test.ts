import { commentRuleRoutes } from "@app/contract/comment-rules";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { fileRoutes } from "@app/contract/files";
import { type CommentId, type ContentId, uploadId } from "@app/contract/ids";
import { notificationRoutes } from "@app/contract/notifications";
import { channelHref, contentHref } from "@app/contract/paths";
import { type NotificationKind, preferenceRoutes } from "@app/contract/preferences";
import { reactionRoutes } from "@app/contract/reactions";
import { beforeEach, describe, expect, test } from "vitest";
import { failMedia } from "#modules/catalog/media/fail-media.service.ts";
import { flushCommentCounts } from "#modules/engagement/comments/comment-counts.service.ts";
import { flushLikeCounts } from "#modules/engagement/reactions/reactions.service.ts";
import { follow, unfollow } from "#testing/follow.ts";
import { joinLive } from "#testing/live-client.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
let people = 0;
let [maya, leo, ana] = [{} as TestPerson, {} as TestPerson, {} as TestPerson];
let id: ContentId;

beforeEach(async () => {
  people += 1;
  maya = await testApp.person(`maya${people}`, { plan: "Individual" });
  leo = await testApp.person(`leo${people}`);
  ana = await testApp.person(`ana${people}`);
  ({ id } = await testApp.publishes(maya, "Regatta"));
});

const nameOf = (person: TestPerson) => `${person.name}'s channel`;
const flush = () => flushCommentCounts(deps);
const add = async (person: TestPerson, text: string, parent_id: CommentId | null = null) => {
  const added = await person.call(commentRoutes.add, { params: { id }, body: { text, parent_id } });
  await flush();
  return added.id;
};
const like = async (person: TestPerson, comment: CommentId, liked = true) => {
  await person.call(commentRoutes.react, { params: { id: comment }, body: { liked } });
  await flush();
};
const list = (person: TestPerson, query = {}) => person.call(notificationRoutes.list, { query });
const messagesOf = async (person: TestPerson) =>
  (await list(person)).notifications.map((one) => one.notification_message);
const switchOff = (person: TestPerson, kind: NotificationKind) =>
  person.call(preferenceRoutes.setNotification, { body: { kind, bell: false } });

describe("somebody is notified", () => {
  test("as the item's owner, of a comment with a link to it, but not of their own comments", async () => {
    const comment = await add(leo, "What a start");
    await add(maya, "Thanks");
    expect(await list(maya)).toMatchObject({
      unread: 1,
      pagination: { current_page: 1, per_page: 10, last_page: 1, total: 1 },
      notifications: [
        {
          notification_message: `${nameOf(leo)} commented on “Regatta”`,
          notification_is_read: 0,
          kind: "comment",
          data: { content_id: id, comment_id: comment, username: leo.name, message: "What a start" },
          href: `${contentHref("video", id)}#comment:${comment}`,
        },
      ],
    });
    expect(await messagesOf(leo)).toEqual([]);
  });

  test.each(["image", "document"] as const)(
    "of a comment on an item of type %s, which opens on that item's own page",
    async (type) => {
      ({ id } = await testApp.publishes(maya, "Lineup", { type }));
      const comment = await add(leo, "Who is third?");
      const href = `${contentHref(type, id)}#comment:${comment}`;
      expect((await list(maya)).notifications).toMatchObject([{ kind: "comment", href }]);
    },
  );

  test("of a reply or a mention, once per comment, by what concerns them most", async () => {
    const root = await add(leo, "Which boat?");
    await add(ana, `@${leo.name} and @${maya.name}: the red one`, root);
    expect(await messagesOf(leo)).toEqual([`${nameOf(ana)} replied to your comment`]);
    expect(await messagesOf(maya)).toEqual([
      `${nameOf(ana)} mentioned you in a comment`,
      `${nameOf(leo)} commented on “Regatta”`,
    ]);
    const [reply] = (await list(leo)).notifications;
    expect(reply?.data).toMatchObject({ username: ana.name, message: expect.stringContaining("the red one") });
  });

  test("of being mentioned by an edit, once, and only if they were not mentioned before", async () => {
    const body = (text: string) => ({ body: { text } });
    const comment = await add(leo, `Look @${ana.name}`);
    const ben = await testApp.person(`ben${people}`);
    await leo.call(commentRoutes.edit, { params: { id: comment }, ...body(`Look @${ana.name} and @${ben.name}`) });
    await flush();
    expect(await messagesOf(ben)).toEqual([`${nameOf(leo)} mentioned you in a comment`]);
    await ana.call(notificationRoutes.markAll);
    await leo.call(commentRoutes.edit, { params: { id: comment }, ...body(`Look: @${ben.name} and @${ana.name}`) });
    await flush();
    expect((await list(ana)).unread).toBe(0);
    expect(await messagesOf(ben)).toHaveLength(1);
    await leo.call(commentRoutes.edit, { params: { id: comment }, ...body(`Look: @${ana.name}`) });
    expect(await list(ben)).toMatchObject({ notifications: [], unread: 0 });
    expect(await messagesOf(ana)).toContain(`${nameOf(leo)} mentioned you in a comment`);
  });

  test("of likes as one group, which shrinks and disappears as likes are taken back", async () => {
    const comment = await add(leo, "Liked");
    await like(ana, comment);
    await like(maya, comment);
    await like(leo, comment);
    expect(await messagesOf(leo)).toEqual([`${nameOf(maya)} and 1 other liked your comment`]);
    await like(maya, comment, false);
    expect(await messagesOf(leo)).toEqual([`${nameOf(ana)} liked your comment`]);
    await like(ana, comment, false);
    expect(await list(leo)).toMatchObject({ notifications: [], unread: 0 });
    const heart = (hearted: boolean) => maya.call(commentRoutes.mark, { params: { id: comment }, body: { hearted } });
    await heart(true);
    expect(await messagesOf(leo)).toEqual([`${nameOf(maya)} gave your comment a heart`]);
    await leo.call(notificationRoutes.markAll);
    await heart(false);
    expect(await messagesOf(leo)).toEqual([]);
    await heart(true);
    expect(await messagesOf(leo)).toHaveLength(1);
  });

  test("of likes of their items, as one group for each item", async () => {
    const setLike = async (person: TestPerson, liked: boolean) => {
      await person.call(reactionRoutes.like, { params: { id }, body: { liked } });
      await flushLikeCounts(deps);
    };
    for (const person of [leo, ana, maya]) await setLike(person, true);
    expect((await list(maya)).notifications).toMatchObject([
      { notification_message: `${nameOf(ana)} and 1 other liked “Regatta”`, href: contentHref("video", id) },
    ]);
    await setLike(ana, false);
    expect(await messagesOf(maya)).toEqual([`${nameOf(leo)} liked “Regatta”`]);
  });

  test("in a new group, of what happens after they have read the last one", async () => {
    const comment = await add(leo, "Liked");
    await like(ana, comment);
    await leo.call(notificationRoutes.markAll);
    await like(maya, comment);
    expect((await list(leo)).notifications).toMatchObject([
      { notification_message: `${nameOf(maya)} liked your comment`, notification_is_read: 0 },
      { notification_message: `${nameOf(ana)} liked your comment`, notification_is_read: 1 },
    ]);
    expect((await list(leo, { filter: "unread" })).notifications).toHaveLength(1);
  });

  test("of new followers, until they unfollow", async () => {
    await follow(leo, maya);
    await follow(ana, maya);
    expect((await list(maya)).notifications).toMatchObject([
      { notification_message: `${nameOf(ana)} and 1 other followed your channel`, href: channelHref(ana.channelId) },
    ]);
    await unfollow(ana, maya);
    await unfollow(leo, maya);
    expect(await messagesOf(maya)).toEqual([]);
  });

  test("when an upload is ready or has failed", async () => {
    await testApp.video(maya, "Finals");
    expect((await messagesOf(maya))[0]).toBe("“Finals” is ready");
    const upload = await uploadBytes(maya, (await testApp.clip()).subarray(0, 3_000));
    await maya.call(contentRoutes.upload, { body: { ...toUploadForm(testApp.categoryId, upload), title: "Torn" } });
    const { id: stuck } = await testApp.publishes(maya, "Stuck", { state: "processing" });
    await failMedia(deps, stuck);
    await failMedia(deps, stuck);
    await testApp.settle();
    const notified = (await list(maya)).notifications.filter(({ kind }) => kind === "processing");
    expect(notified.map((one) => one.notification_message).sort()).toEqual([
      ...["“Finals” is ready", "“Stuck” could not be processed", "“Torn” could not be processed"],
    ]);
    expect(notified.find((one) => one.data.content_id === stuck)?.href).toMatch(/^\/edit-video\//);
  });

  test("when a new file for an item has failed, which is still shown with its old one, and when one is ready", async () => {
    const { id } = await testApp.video(maya, "Semifinal");
    const replace = async (bytes: Buffer) => {
      const upload = uploadId.parse(await uploadBytes(maya, bytes));
      // If the check could not run, the upload is let through.
      await deps.pool.query("update uploads set is_valid = true, completed_at = now() where id = $1", [upload]);
      await maya.call(fileRoutes.replace, { params: { id }, body: { upload_id: upload } });
      await testApp.settle();
    };
    await replace(Buffer.from("not a video at all"));
    const [failed, ready] = (await list(maya)).notifications;
    expect(failed).toMatchObject({
      notification_message: "The new file for “Semifinal” could not be processed",
      href: expect.stringMatching(/^\/edit-video\//),
    });
    expect(ready?.notification_message).toBe("“Semifinal” is ready");
    await replace(await testApp.clip());
    expect((await list(maya)).notifications[0]).toMatchObject({
      notification_message: "The new file for “Semifinal” is ready",
      href: contentHref("video", id),
    });
  });
});

test("nobody is notified of a kind that they switched off, or of a held comment or one by a hidden person", async () => {
  await switchOff(maya, "comment");
  await add(leo, "Quiet");
  expect(await messagesOf(maya)).toEqual([]);
  await deps.pool.query("insert into comment_settings (channel_id, words) values ($1, '{rude}')", [maya.channelId]);
  const root = await add(leo, "A question");
  const held = await add(ana, "Something rude", root);
  expect(await messagesOf(leo)).toEqual([]);
  await maya.call(commentRoutes.remove, { params: { id: held } });
  await deps.pool.query("insert into comment_hidden_people (channel_id, account_id) values ($1, $2)", [
    maya.channelId,
    ana.accountId,
  ]);
  await add(ana, "Unseen", root);
  expect(await messagesOf(leo)).toEqual([]);
});

test("authors keep notifications about a comment that is held or hidden, and lose them once it is deleted", async () => {
  await deps.pool.query("insert into comment_settings (channel_id, words) values ($1, '{rude}')", [maya.channelId]);
  const root = await add(leo, "A question");
  await add(ana, "An answer", root);
  await like(ana, root);
  const all = [`${nameOf(ana)} liked your comment`, `${nameOf(ana)} replied to your comment`];
  const edit = async (text: string) => {
    await leo.call(commentRoutes.edit, { params: { id: root }, body: { text } });
    await flush();
  };
  await edit("A rude question");
  expect(await messagesOf(leo)).toEqual(all);
  await edit("A question again");
  await maya.call(commentRuleRoutes.hidePerson, { params: { id: root } });
  await flush();
  expect(await messagesOf(leo)).toEqual(all);
  expect(await messagesOf(maya)).toEqual([`${nameOf(ana)} commented on “Regatta”`]);
  await leo.call(commentRoutes.remove, { params: { id: root } });
  await flush();
  expect(await list(leo)).toMatchObject({ notifications: [], unread: 0 });
});

test("nobody is notified of an old comment that becomes visible again", async () => {
  await add(leo, "Recent");
  await deps.pool.query("update comments set status = 'hidden', created_at = now() - interval '31 days'");
  await flush();
  expect(await messagesOf(maya)).toEqual([]);
  await deps.pool.query("update comments set status = 'visible'");
  await flush();
  expect(await messagesOf(maya)).toEqual([]);
});

test("a notification of something deleted, private or erased disappears, or loses its sender", async () => {
  const [first, second] = [await add(leo, "One"), await add(ana, "Two")];
  expect(await messagesOf(maya)).toEqual([`${nameOf(ana)} and 1 other commented on “Regatta”`]);
  await ana.call(commentRoutes.remove, { params: { id: second } });
  await flush();
  expect(await messagesOf(maya)).toEqual([`${nameOf(leo)} commented on “Regatta”`]);
  await add(maya, "An answer", first);
  expect((await list(leo)).unread).toBe(1);
  await deps.pool.query("update contents set visibility = 'private' where id = $1", [id]);
  expect(await list(leo)).toMatchObject({ notifications: [], unread: 0 });
  expect((await list(maya)).unread).toBe(1);
  await deps.pool.query("update accounts set deletion_due_at = now() where id = $1", [leo.accountId]);
  const [unknown] = (await list(maya)).notifications;
  expect(unknown).toMatchObject({
    notification_message: "Unknown User commented on “Regatta”",
    data: { username: null, profile_url: null },
  });
});

test("only the recipient can mark a notification read or unread, by the id in the path; marking all replies with a message", async () => {
  const comment = await add(leo, "Liked");
  await like(ana, comment);
  const [one] = (await list(leo)).notifications;
  if (!one) throw new Error("not notified");
  const params = { id: one.notification_id };
  const path = `/api/v1/notifications/${one.notification_id}`;
  const marked = await leo.send("PATCH", path, { body: { id: one.notification_id, status: 1 } });
  expect(JSON.parse(marked.text)).toMatchObject({ code: 200, message: "Notification marked as read." });
  expect((await list(leo)).unread).toBe(0);
  await leo.call(notificationRoutes.mark, { params, body: { status: 0 } });
  expect((await list(leo)).unread).toBe(1);
  expect((await maya.refused(notificationRoutes.mark, { params, body: { status: 1 } })).code).toBe(404);
  for (const body of [{ status: 2 }, {}, { id: comment, status: 1 }])
    expect((await leo.send("PATCH", path, { body })).status).toBe(422);
  const all = await leo.send("POST", "/api/v1/notifications/mark-all-read");
  expect(JSON.parse(all.text)).toMatchObject({ code: 200, message: "All notifications marked as read." });
  expect((await list(leo)).unread).toBe(0);
});

test("the list is paged by number and by cursor, and an open page learns of changes at once", async () => {
  const page = await joinLive(testApp.origin, maya, maya.accountId, { origin: deps.config.publicUrl });
  await page.next("pusher_internal:subscription_succeeded");
  await follow(leo, maya);
  await page.next("notifications.changed");
  await deps.pool.query(
    `insert into notifications (id, account_id, kind, cause, updated_at)
     select uuidv7(), $1, 'follow', 'c' || n, now() - make_interval(mins => n) from generate_series(1, 24) n`,
    [maya.accountId],
  );
  const first = await list(maya);
  expect([first.notifications.length, first.pagination.last_page, first.unread]).toEqual([10, 3, 25]);
  const byNumber = await list(maya, { current_page: 3, per_page: 10 });
  expect(byNumber.notifications).toHaveLength(5);
  const second = await list(maya, { cursor: first.pagination.next });
  const third = await list(maya, { cursor: second.pagination.next });
  expect(third.notifications).toEqual(byNumber.notifications);
});

test("twenty tabs hear of the same changes, and agree", async () => {
  const pages = await Promise.all(
    Array.from({ length: 20 }, () => joinLive(testApp.origin, maya, maya.accountId, { origin: deps.config.publicUrl })),
  );
  await Promise.all(pages.map((page) => page.next("pusher_internal:subscription_succeeded")));
  await follow(leo, maya);
  const arrived = await Promise.all(pages.map((page) => page.next("notifications.changed")));
  expect(new Set(arrived.map(({ data }) => data["seq"])).size).toBe(1);
  const [one] = (await list(maya)).notifications;
  const params = { id: one?.notification_id ?? ("" as never) };
  // Twenty concurrent clicks, half of which take the like back.
  await Promise.all(
    pages.map((_, at) => maya.call(notificationRoutes.mark, { params, body: { status: at % 2 === 0 ? 0 : 1 } })),
  );
  await maya.call(notificationRoutes.mark, { params, body: { status: 1 } });
  const heard = await Promise.all(
    pages.map(async (page) => {
      for (let at = 0; at < 21; at++) await page.next("notifications.changed");
      return page.frames.at(-1)?.data["seq"];
    }),
  );
  expect(new Set(heard).size).toBe(1);
  expect(await list(maya)).toMatchObject({ unread: 0, pagination: { total: 1 } });
});
