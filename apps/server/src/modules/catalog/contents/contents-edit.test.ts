import { contentRoutes, UNDELETE_MINUTES } from "@app/contract/contents";
import { fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { describe, expect, test } from "vitest";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import { drawPicture } from "#testing/pictures.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const maya = await testApp.person("maya", { plan: "Individual" });
const staff = await testApp.person("moderator", { staffRole: "moderator" });
const rival = await testApp.person("rival", { plan: "Individual" });
const fan = await testApp.person("fan");

const open = (id: ContentId) => ({ params: { id } });
const read = async (id: ContentId) => maya.call(contentRoutes.one, open(id));

describe("two tabs with the same item", () => {
  test("the second one is told what changed instead of overwriting it", async () => {
    const { id } = await testApp.publishes(maya, "Heats");
    const { revision } = await read(id);
    expect(revision).toBe(0);
    const first = { title: "Heats, lane 4", revision: 0 };
    expect(await maya.call(contentRoutes.update, { ...open(id), body: first })).toMatchObject({ revision: 1 });
    const refused = await maya.refused(contentRoutes.update, {
      ...open(id),
      body: { title: "Heats, lane 5", description: "Windy", comments_open: true, revision: 0 },
    });
    expect(refused).toMatchObject({ code: 409, message: "This was changed in the meantime." });
    expect(Object.keys(refused.errors)).toEqual(["title", "description"]);
    expect(await read(id)).toMatchObject({ title: "Heats, lane 4", description: "", revision: 1 });
    const again = { description: "Windy", revision: 1 };
    expect(await maya.call(contentRoutes.update, { ...open(id), body: again })).toMatchObject({
      title: "Heats, lane 4",
      description: "Windy",
      revision: 2,
    });
  });

  test("a click that was sent twice is saved once", async () => {
    const { id } = await testApp.publishes(maya, "Twice");
    const body = { title: "Twice, really", tags: ["row"], visibility: "unlisted" as const, revision: 0 };
    await maya.call(contentRoutes.update, { ...open(id), body });
    expect(await maya.call(contentRoutes.update, { ...open(id), body })).toMatchObject({ title: "Twice, really" });
  });

  test("of several concurrent changes exactly one is saved", async () => {
    const { id } = await testApp.publishes(maya, "At once");
    const change = (title: string) =>
      maya.send("PUT", `/api/v1/update-content/${id}`, { body: { title, revision: 0 } });
    const replies = await Promise.all(["A", "B", "C", "D"].map(change));
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    expect((await read(id)).revision).toBe(1);
  });

  test("nobody else learns the revision", async () => {
    const { id } = await testApp.publishes(maya, "Seen by others");
    expect(await fan.call(contentRoutes.one, open(id))).toMatchObject({
      revision: null,
      publish_at: null,
      is_hidden: false,
    });
  });
});

describe("undoing a deletion", () => {
  async function deleted(by = maya): Promise<ContentId> {
    const { id } = await testApp.publishes(maya, "Gone by mistake");
    await by.call(contentRoutes.remove, { ...open(id), body: {} });
    return id;
  }
  const status = async (id: ContentId) => (await fan.send("GET", `/api/v1/content/${id}`)).status;

  test("the item is back in every list, with its counts", async () => {
    const id = await deleted();
    expect(await status(id)).toBe(404);
    expect(await maya.call(contentRoutes.undelete, open(id))).toMatchObject({ title: "Gone by mistake" });
    expect(await status(id)).toBe(200);
    const { rows } = await testApp.deps.pool.query<{ right: boolean }>(
      `select c.content_count = (select count(*) from contents where channel_id = c.id and is_listed) as right
       from channels c where c.id = $1`,
      [maya.channelId],
    );
    expect(rows).toEqual([{ right: true }]);
  });

  test("is possible only for the person who deleted it", async () => {
    const own = await deleted();
    for (const person of [rival, fan, staff])
      expect((await person.refused(contentRoutes.undelete, open(own))).code).toBe(404);
    expect((await testApp.visitor.refused(contentRoutes.undelete, open(own))).code).toBe(401);
    const byStaff = await deleted(staff);
    expect((await maya.refused(contentRoutes.undelete, open(byStaff))).code).toBe(404);
    expect(await status(byStaff)).toBe(404);
    expect(await staff.call(contentRoutes.undelete, open(byStaff))).toMatchObject({ id: byStaff });
  });

  test("ends after two minutes", async () => {
    const id = await deleted();
    const later = (seconds: number) =>
      testApp.deps.pool.query("update contents set deleted_at = now() - make_interval(secs => $1) where id = $2", [
        seconds,
        id,
      ]);
    await later(UNDELETE_MINUTES * 60 + 1);
    expect(await maya.refused(contentRoutes.undelete, open(id))).toMatchObject({
      code: 410,
      message: "It is too late to undo this.",
    });
    expect(await status(id)).toBe(404);
    await later(UNDELETE_MINUTES * 60 - 20);
    expect(await maya.call(contentRoutes.undelete, open(id))).toMatchObject({ id });
  });

  test("works once, even if requested twice at once", async () => {
    const id = await deleted();
    const ask = () => maya.send("POST", `/api/v1/undelete-content/${id}`);
    const statuses = (await Promise.all([ask(), ask()])).map((reply) => reply.status);
    expect(statuses).toContain(200);
    expect(statuses.every((one) => one === 200 || one === 404)).toBe(true);
    expect((await maya.refused(contentRoutes.undelete, open(id))).code).toBe(404);
  });

  /** The queued jobs run in between. */
  async function deleteAndUndo(id: ContentId): Promise<void> {
    await maya.call(contentRoutes.remove, { ...open(id), body: {} });
    await testApp.settle();
    await maya.call(contentRoutes.undelete, open(id));
    await testApp.settle();
  }

  test("stores the original of a video that was deleted before that was done", async () => {
    const upload = await uploadBytes(maya, await testApp.clip());
    await testApp.settle();
    const { id, state } = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, upload) });
    expect(state).toBe("ready");
    await deleteAndUndo(id);
    expect((await maya.call(fileRoutes.one, open(id))).url).not.toBeNull();
  });

  test("draws the images that were added before the deletion", async () => {
    const send = async () => uploadId.parse(await uploadImage(maya, await drawPicture(60, 90)));
    const body = toImagesForm(testApp.categoryId, [{ upload_id: await send() }]);
    const { id } = await maya.call(contentRoutes.upload, { body });
    await testApp.settle();
    const added = { upload_id: await send(), caption: "", alt: "", rotation: 0 as const, crop: null };
    await maya.call(fileRoutes.addImages, { ...open(id), body: { images: [added] } });
    await deleteAndUndo(id);
    expect((await read(id)).images).toMatchObject([{ width_px: 60 }, { width_px: 60 }]);
  });
});
