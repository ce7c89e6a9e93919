import { auditRoutes } from "@app/contract/audit";
import { contentRoutes } from "@app/contract/contents";
import { fileRoutes } from "@app/contract/files";
import { type ContentId, uploadId } from "@app/contract/ids";
import { teamRoutes } from "@app/contract/teams";
import { uploadRoutes } from "@app/contract/uploads";
import { expect, test } from "vitest";
import { toImagesForm, uploadImage } from "#testing/images.ts";
import { createMailReader } from "#testing/mail-reader.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPhoto } from "#testing/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";
import { announceFor, uploadBytes, uploadFor } from "#testing/tus.ts";

const testApp = await createTestApp();
const { deps } = testApp;
const maya = await testApp.person("maya", { plan: "Team" });
const nia = await testApp.person("nia", { plan: "Individual" });
const fan = await testApp.person("fan");
const staff = await testApp.person("moderator", { staffRole: "moderator" });
const admin = await testApp.person("ada", { staffRole: "admin" });
const clip = await testApp.clip();

const open = (id: ContentId) => ({ params: { id } });
const replace = (person: TestPerson, id: ContentId, upload_id: never) =>
  person.call(fileRoutes.replace, { ...open(id), body: { upload_id } });
const runOf = async (id: ContentId) =>
  (await deps.pool.query<{ run: string }>("select run from contents where id = $1", [id])).rows[0]?.run;
const audited = async (id: ContentId) =>
  (await admin.call(auditRoutes.list, { query: { search: id } })).entries.map((one) => [one.action, one.changes]);

test("staff replace the file of an earner's item, at its channel's expense, and the audit log has it", async () => {
  const { id } = await testApp.video(maya, "Unblurred");
  const old = await runOf(id);
  expect((await staff.call(contentRoutes.edit, open(id))).can).toMatchObject({ replace: true, add_images: false });
  const upload = await uploadFor(staff, id, { type: "video", bytes: clip });
  // It stands in nobody's list of unfinished uploads.
  expect(await maya.call(uploadRoutes.open)).toEqual([]);
  expect(await maya.call(uploadRoutes.storage)).toMatchObject({ open_bytes: clip.length, kept_bytes: clip.length });
  await testApp.settle();
  expect((await staff.call(uploadRoutes.one, { params: { id: upload } })).check).toMatchObject({ ok: true });
  await replace(staff, id, upload as never);
  await testApp.settle();
  expect(await runOf(id)).not.toBe(old);
  expect(await maya.call(fileRoutes.one, open(id))).toMatchObject({ file_name: "new.mp4", replacement: null });
  expect(await maya.call(uploadRoutes.storage)).toMatchObject({ open_bytes: 0, kept_bytes: clip.length });
  expect(await audited(id)).toEqual([["content.edited", [{ field: "file", before: null, after: "new.mp4" }]]]);
});

test("staff add images to an earner's set, and the audit log has it", async () => {
  const photo = await drawPhoto(200, 100);
  const body = toImagesForm(testApp.categoryId, [{ upload_id: await uploadImage(maya, photo) }]);
  const { id } = await maya.call(contentRoutes.upload, { body });
  await testApp.settle();
  const upload_id = await uploadFor(staff, id, { type: "image", bytes: photo });
  // They can go on with it after a reload, and the earner does not see it.
  expect(await staff.call(fileRoutes.uploads, open(id))).toMatchObject([{ id: upload_id, type: "image" }]);
  expect(await maya.call(fileRoutes.uploads, open(id))).toEqual([]);
  const images = [{ upload_id, caption: "", alt: "The referee", rotation: 0 as const, crop: null }];
  await staff.call(fileRoutes.addImages, { ...open(id), body: { images } });
  await testApp.settle();
  expect((await fan.call(contentRoutes.one, open(id))).images).toMatchObject([{ alt: "" }, { alt: "The referee" }]);
  expect(await audited(id)).toEqual([["content.edited", [{ field: "images_added", before: null, after: "1" }]]]);
});

test("who has left the staff before the new file is processed replaces nothing", async () => {
  const { id } = await testApp.video(maya, "Kept");
  const old = await runOf(id);
  const upload = await uploadFor(staff, id, { type: "video", bytes: clip });
  await replace(staff, id, upload as never);
  await deps.pool.query("update accounts set staff_role = null where id = $1", [staff.accountId]);
  await testApp.settle();
  await deps.pool.query("update accounts set staff_role = 'moderator' where id = $1", [staff.accountId]);
  expect(await runOf(id)).toBe(old);
  expect((await staff.refused(uploadRoutes.one, { params: { id: upload } })).code).toBe(404);
  await replace(maya, id, (await uploadBytes(maya, clip)) as never);
  await testApp.settle();
  expect(await runOf(id)).not.toBe(old);
});

test("a member of a team sends a file for the team's item, which counts for the team", async () => {
  const { id } = await testApp.video(maya, "Of the team");
  const mails = createMailReader(testApp);
  const team = { params: { id: maya.channelId } };
  await maya.call(teamRoutes.invite, { ...team, body: { email: nia.email, role: "manager" } });
  const token = mails.tokenOf(await mails.last(nia.email), "team-invitation");
  await nia.call(teamRoutes.accept, { body: { token } });
  const old = await runOf(id);
  const upload = await uploadFor(nia, id, { type: "video", bytes: clip });
  expect((await nia.call(uploadRoutes.storage)).open_bytes).toBe(0);
  // Her page acts for her own channel.
  expect(await nia.call(uploadRoutes.open)).toEqual([]);
  expect(await nia.call(fileRoutes.uploads, open(id))).toMatchObject([{ id: upload }]);
  await replace(nia, id, upload as never);
  await testApp.settle();
  expect(await runOf(id)).not.toBe(old);
});

test("a new file that somebody else stopped sending is canceled by the owner or staff, and by nobody else", async () => {
  const { id } = await testApp.video(maya, "Half sent");
  const begin = async (person: TestPerson) => {
    const reply = await announceFor(person, id, { type: "video", sizeBytes: clip.length });
    const upload = uploadId.parse(reply.headers.get("location")?.split("/").at(-1));
    await replace(person, id, upload as never);
    return { params: { id: upload } };
  };
  const replacement = async (person: TestPerson) => (await person.call(fileRoutes.one, open(id))).replacement;
  const ofStaff = await begin(staff);
  expect(await replacement(maya)).toMatchObject({ state: "uploading", is_of_another: true });
  expect(await replacement(staff)).toMatchObject({ is_of_another: false });
  expect((await fan.refused(uploadRoutes.cancel, ofStaff)).code).toBe(404);
  await maya.call(uploadRoutes.cancel, ofStaff);
  expect(await replacement(maya)).toBeNull();
  const ofMaya = await begin(maya);
  const before = (await audited(id)).length;
  await staff.call(uploadRoutes.cancel, ofMaya);
  expect(await replacement(staff)).toBeNull();
  expect((await audited(id)).slice(0, -before)).toEqual([
    ["content.edited", [{ field: "file", before: "new.mp4", after: null }]],
  ]);
  // An upload that replaces nothing is its sender's alone.
  const other = { params: { id: await uploadFor(staff, id, { type: "video", bytes: clip }) } };
  expect((await maya.refused(uploadRoutes.cancel, other)).code).toBe(404);
});

test("nobody else sends a file for an item, and an upload for another channel replaces nothing", async () => {
  const { id } = await testApp.video(maya, "Mine");
  const other = await testApp.person("other", { plan: "Individual" });
  const unsafe = await testApp.person("unsafe", { staffRole: "moderator", hasTwoFactor: false });
  const status = async (person: typeof testApp.visitor, item: string) =>
    (await announceFor(person, item, { type: "video", sizeBytes: 9 })).status;
  expect(await status(testApp.visitor, id)).toBe(401);
  for (const person of [fan, other, unsafe])
    expect([person.name, await status(person, id)]).toEqual([person.name, 404]);
  for (const item of ["", "none", maya.channelId]) expect([item, await status(staff, item)]).toEqual([item, 404]);
  // Staff have no channel of their own to publish to.
  expect((await announceFor(staff, id, { type: "video", sizeBytes: 9 })).status).toBe(201);
  const { id: theirs } = await testApp.video(other, "Theirs");
  const upload = await uploadFor(staff, theirs, { type: "video", bytes: clip });
  const refused = await staff.refused(fileRoutes.replace, { ...open(id), body: { upload_id: upload } });
  expect(Object.keys(refused.errors)).toEqual(["upload_id"]);
  await expect(uploadBytes(staff, clip)).rejects.toThrow("403");
});
