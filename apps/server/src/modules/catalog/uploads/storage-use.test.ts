import type { Plan } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { CONTENT_MAX_BYTES } from "@app/contract/file-limits";
import { STORAGE_LIMITS, type StorageUse, UPLOAD_MESSAGES, uploadRoutes } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp, toUploadForm } from "#testing/test-app.ts";
import { announce, beginUpload, uploadBytes } from "#testing/tus.ts";

const testApp = await createTestApp();
const { pool } = testApp.deps;
const clip = await testApp.clip();
let people = 0;

const newEarner = (plan: Plan = "Individual") => testApp.person(`earner${++people}`, { plan });
const showUse = (person: TestPerson) => person.call(uploadRoutes.storage);

/** Items of the given size, without actual files. */
async function keep(owner: TestPerson, bytes: number, how: "removed" | "there" = "there") {
  const { id } = await testApp.publishes(owner, "A long film");
  await pool.query(
    "update contents set original_bytes = $1, deleted_at = case when $2 = 'removed' then now() end where id = $3",
    [bytes, how, id],
  );
  return id;
}

async function begin(person: TestPerson, bytes: number): Promise<[number, string | null]> {
  const reply = await announce(person, { "upload-length": String(bytes) });
  return [reply.status, reply.status === 201 ? null : JSON.parse(reply.text).message];
}

const BEGUN = [201, null];
const run = async (job: string) => {
  await pool.query("select graphile_worker.add_job($1, '{}')", [job]);
  await testApp.settle();
};

describe("the storage an earner uses", () => {
  test("includes a file from its first byte until it is purged", async () => {
    const maya = await newEarner();
    const limits = { open_limit_bytes: 25e9, limit_bytes: 100e9 };
    const nothing = { ...limits, open_bytes: 0, kept_bytes: 0, deleted_bytes: 0 };
    expect(await showUse(maya)).toEqual(nothing);
    const canceled = await beginUpload(maya, 1_000);
    const id = await uploadBytes(maya, clip);
    expect(await showUse(maya)).toEqual({ ...nothing, open_bytes: clip.length + 1_000 });
    await maya.call(uploadRoutes.cancel, { params: { id: canceled } });
    const item = await maya.call(contentRoutes.upload, { body: toUploadForm(testApp.categoryId, id) });
    expect(await showUse(maya)).toEqual({ ...nothing, kept_bytes: clip.length });
    await testApp.settle();
    expect(await showUse(maya)).toEqual({ ...nothing, kept_bytes: clip.length });

    await maya.call(contentRoutes.remove, { params: { id: item.id } });
    expect(await showUse(maya)).toEqual({ ...nothing, deleted_bytes: clip.length });
    await pool.query("update contents set deleted_at = now() - interval '29 days' where id = $1", [item.id]);
    await run("contents:purge");
    expect(await testApp.deps.storage.list(`contents/${item.id}/`)).not.toEqual([]);
    await pool.query("update contents set deleted_at = now() - interval '31 days' where id = $1", [item.id]);
    await pool.query("update uploads set expires_at = now() - interval '17 days' where id = $1", [id]);
    await run("contents:purge");
    expect(await showUse(maya)).toEqual(nothing);
    expect(await testApp.deps.storage.list(`contents/${item.id}/`)).toEqual([]);
  });

  test("leaves out expired uploads and those of other people", async () => {
    const [leo, other] = [await newEarner(), await newEarner()];
    const id = await beginUpload(leo, 1_000);
    await beginUpload(other, 5);
    await pool.query("update uploads set expires_at = now() where id = $1", [id]);
    expect(await showUse(leo)).toMatchObject({ open_bytes: 0, kept_bytes: 0 });
    expect(await showUse(other)).toMatchObject({ open_bytes: 5, kept_bytes: 0 });
  });

  test("gets measured for items older than stored sizes", async () => {
    const nia = await newEarner();
    const [kept, lost] = [await testApp.publishes(nia, "Kept"), await testApp.publishes(nia, "Lost")];
    await testApp.deps.storage.put(`contents/${kept.id}/original`, "0123456789", { contentType: "" });
    await pool.query("update contents set original_key = 'contents/' || id || '/original' where id = any($1)", [
      [kept.id, lost.id],
    ]);
    expect((await showUse(nia)).kept_bytes).toBe(0);
    await run("contents:measure");
    expect((await showUse(nia)).kept_bytes).toBe(10);
    const { rows } = await pool.query("select original_bytes from contents where id = $1", [lost.id]);
    expect(rows).toEqual([{ original_bytes: 0 }]);
  });

  test("gets measured for every item except one whose file cannot be read", async () => {
    const ora = await newEarner();
    const [unread, read] = [await testApp.publishes(ora, "Unread"), await testApp.publishes(ora, "Read")];
    await testApp.deps.storage.put(`contents/${read.id}/original`, "0123456789", { contentType: "" });
    await pool.query("update contents set original_key = 'contents/' || id || '/original' where id = $1", [read.id]);
    // Too long for a file name in any folder.
    await pool.query("update contents set original_key = 'contents/' || repeat('x', 300) where id = $1", [unread.id]);
    await run("contents:measure");
    expect((await showUse(ora)).kept_bytes).toBe(10);
  });

  test("is shown to earners only, each their own", async () => {
    const fan = await testApp.person("fan");
    expect((await fan.refused(uploadRoutes.storage)).code).toBe(403);
    expect((await testApp.visitor.refused(uploadRoutes.storage)).code).toBe(401);
  });
});

describe("a file that does not fit", () => {
  test.each(["Individual", "Team", "Organization"] satisfies Plan[])(
    "is refused on creation, by plan: %s",
    async (plan) => {
      const owner = await newEarner(plan);
      await keep(owner, STORAGE_LIMITS[plan].totalBytes - 1_000);
      expect(await begin(owner, 1_001)).toEqual([413, UPLOAD_MESSAGES.full]);
      expect(await owner.call(uploadRoutes.open)).toEqual([]);
      expect(await begin(owner, 1_000)).toEqual(BEGUN);
      expect(await begin(owner, 1)).toEqual([413, UPLOAD_MESSAGES.full]);
    },
  );

  test("is refused to all but one of several concurrent requests", async () => {
    const owner = await newEarner();
    await keep(owner, STORAGE_LIMITS.Individual.totalBytes - 15);
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(owner, 10)));
    expect(answers.filter(([status]) => status === 201)).toHaveLength(1);
    expect(answers.filter(([status]) => status === 413)).toHaveLength(5);
  });

  test("because of unfinished uploads can be sent once one of those is finished or canceled", async () => {
    const owner = await newEarner();
    for (let n = 0; n < 5; n++) await beginUpload(owner, CONTENT_MAX_BYTES.video);
    expect(await begin(owner, CONTENT_MAX_BYTES.video)).toEqual([413, UPLOAD_MESSAGES.tooMuchOpen]);
    const [first] = await owner.call(uploadRoutes.open);
    if (first) await owner.call(uploadRoutes.cancel, { params: { id: first.id } });
    expect(await begin(owner, CONTENT_MAX_BYTES.video)).toEqual(BEGUN);
  });

  test("can be sent after something was deleted, but not endlessly: deleted items are kept for 30 days", async () => {
    const owner = await newEarner();
    const { totalBytes } = STORAGE_LIMITS.Individual;
    const id = await keep(owner, totalBytes);
    expect(await begin(owner, 10)).toEqual([413, UPLOAD_MESSAGES.full]);
    await owner.call(contentRoutes.remove, { params: { id } });
    expect(await begin(owner, 10)).toEqual(BEGUN);
    await keep(owner, totalBytes - 15, "removed");
    expect(await begin(owner, 10)).toEqual([413, UPLOAD_MESSAGES.fullOfDeleted]);
  });

  test("is refused by the same numbers the owner sees", async () => {
    const owner = await newEarner();
    await keep(owner, 99e9);
    const { limit_bytes, kept_bytes, open_bytes }: StorageUse = await showUse(owner);
    const left = limit_bytes - kept_bytes - open_bytes;
    expect((await begin(owner, left + 1))[0]).toBe(413);
    expect((await begin(owner, left))[0]).toBe(201);
  });
});
