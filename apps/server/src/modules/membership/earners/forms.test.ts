import { earnerRoutes } from "@app/contract/earners";
import { followRoutes } from "@app/contract/follows";
import { profileRoutes } from "@app/contract/profile";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { enqueue } from "#platform/jobs/jobs.ts";
import { toBasics, toOrganization, toSport } from "#testing/earner-forms.ts";
import type { TestPerson } from "#testing/people.ts";
import { drawPicture, toForm, toTexts } from "#testing/pictures.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeRegistrationsJob } from "./lifecycle.service.ts";

const testApp = await createTestApp();
const { categoryId } = testApp;

const at = (path: string) => `/api/v1${path}`;
const parseReply = (reply: { text: string }) => JSON.parse(reply.text);

/** The metadata of the picture at this URL, or the status if there is none. */
async function widthOf(url: string | null | undefined): Promise<number> {
  const response = await fetch(testApp.origin + url);
  return response.ok ? (await sharp(await response.bytes()).metadata()).width : response.status;
}

describe("a form with a picture", () => {
  test("is accepted as multipart, and its picture is redrawn without metadata", async () => {
    const ana = await signUpAsEarner(testApp, "ana.one");
    const picture = await drawPicture(900, 600, "jpeg");
    const form = toForm(toTexts(toBasics("ana.one")), { field: "profile_image", bytes: picture });
    const reply = await ana.send("POST", at("/individual/step-1"), form);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("/media/o/accounts/")]);
    const sport = await ana.send("POST", at("/individual/step-2"), toForm(toTexts(toSport(categoryId))));
    expect(sport.status).toBe(402);

    const { profile_url } = parseReply(reply).data;
    const response = await fetch(testApp.origin + profile_url);
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: "webp", width: 336, height: 336, exif: undefined });
    expect((await ana.call(earnerRoutes.registration)).individual?.profile_url).toBe(profile_url);

    const other = { field: "profile_image", bytes: await drawPicture(80, 80) };
    const again = parseReply(
      await ana.send("POST", at("/individual/step-1"), toForm(toTexts(toBasics("ana.one")), other)),
    );
    expect(again.code).toBe(402);
    expect((await fetch(testApp.origin + profile_url)).status).toBe(404);
    const saved = (await ana.call(earnerRoutes.registration)).individual?.profile_url;
    await payPlan(testApp, ana.accountId, "Individual");
    expect((await ana.call(earnerRoutes.readCompletion)).profile_url).toBe(saved);
  });

  test("leaves no picture behind when it is refused", async () => {
    const abe = await signUpAsEarner(testApp, "abe.one");
    const form = toForm(toTexts(toSport(categoryId)), { field: "profile_image", bytes: await drawPicture(80, 80) });
    expect((await abe.send("POST", at("/individual/step-2"), form)).status).toBe(409);
    expect(await testApp.deps.storage.list(`accounts/${abe.accountId}/`)).toEqual([]);
  });

  test("leaves no picture behind when an upgrade is never paid, and only the new one when it is", async () => {
    const send = async (person: TestPerson, path: string, texts: Record<string, string>) => {
      const picture = { field: "profile_image", bytes: await drawPicture(80, 80) };
      return parseReply(await person.send("POST", at(path), toForm(texts, picture)));
    };
    const [ada, bea] = [await testApp.person("ada.one"), await testApp.person("bea.one")];
    const files = async ({ accountId }: TestPerson) =>
      (await testApp.deps.storage.list(`accounts/${accountId}/`)).map((key) => key.split("/").at(-1) ?? "");
    const avatars: string[][] = [];
    for (const person of [ada, bea]) {
      expect((await send(person, "/user/profile/update", {})).code).toBe(200);
      avatars.push(await files(person));
      expect((await send(person, "/individual/step-1", toTexts(toBasics(person.name)))).code).toBe(200);
      expect(await files(person)).toHaveLength(2);
    }

    await testApp.deps.pool.query("update registrations set expires_at = now() where account_id = $1", [ada.accountId]);
    await enqueue(testApp.deps.sql, purgeRegistrationsJob, {});
    await testApp.settle();
    expect(await files(ada)).toEqual(avatars[0]);

    await payPlan(testApp, bea.accountId, "Individual");
    await bea.call(earnerRoutes.individualSport, { body: toSport(categoryId) });
    await testApp.settle();
    const [shown, ...others] = await files(bea);
    expect(others).toEqual([]);
    expect((await bea.call(profileRoutes.one)).profile_url).toContain(shown);
    expect(avatars[1]).not.toContain(shown);
  });

  test("treats an empty part as null, or as a missing required field", async () => {
    const ben = await signUpAsEarner(testApp, "ben.one");
    const texts = toTexts(toOrganization("ben.one", categoryId));
    const saved = await ben.send("POST", at("/organization"), toForm({ ...texts, contact_person_phone: "" }));
    expect(saved.status).toBe(402);
    expect((await ben.call(earnerRoutes.registration)).organization?.contact_person.phone).toBeNull();
    const empty = await ben.send("POST", at("/organization"), toForm({ ...texts, city: "" }));
    expect(parseReply(empty).errors).toEqual({ city: ["City is a required field"] });
  });

  test.each([
    ["another kind of picture", () => drawPicture(300, 300, "gif")],
    ["something that is no picture", async () => Buffer.from("<svg onload=alert(1)>")],
  ])("%s is refused on its field, and nothing is saved", async (_, draw) => {
    const username = `p${Math.random().toString(36).slice(2, 10)}`;
    const cy = await signUpAsEarner(testApp, username);
    const form = toForm(toTexts(toBasics(username)), { field: "profile_image", bytes: await draw() });
    const reply = await cy.send("POST", at("/individual/step-1"), form);
    expect(reply.status).toBe(422);
    expect(Object.keys(parseReply(reply).errors)).toEqual(["profile_image"]);
    expect((await cy.call(earnerRoutes.registration)).individual).toBeNull();
  });

  test("refuses a file that is too large, repeated fields and unknown parts", async () => {
    const dee = await signUpAsEarner(testApp, "dee.one");
    const texts = toTexts(toBasics("dee.one"));
    const send = (form: ReturnType<typeof toForm>) => dee.send("POST", at("/individual/step-1"), form);
    const large = await send(toForm(texts, { field: "profile_image", bytes: Buffer.alloc(5 * 1024 ** 2 + 1) }));
    expect(parseReply(large)).toMatchObject({
      code: 422,
      errors: { profile_image: [expect.stringContaining("5 MB")] },
    });
    const picture = await drawPicture(10, 10);
    const elsewhere = await send(toForm(texts, { field: "cover_key", bytes: picture }));
    expect(parseReply(elsewhere)).toMatchObject({ code: 422, errors: { cover_key: ["This field is not known."] } });
    const unknown = await send(toForm({ ...texts, is_staff: "true" }));
    expect(parseReply(unknown)).toMatchObject({ code: 422, errors: { is_staff: ["This field is not known."] } });
    const { body, headers } = toForm(texts);
    const twice = Buffer.concat([Buffer.from(toForm({ city: "Salem" }).body).subarray(0, -26), Buffer.from(body)]);
    expect(parseReply(await send({ body: twice, headers }))).toMatchObject({
      code: 422,
      errors: { city: [expect.any(String)] },
    });
    const many = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`field${n}`, "x"]));
    expect((await send(toForm(many))).status).toBe(413);
    const broken = await send({ body: Buffer.from("--a-line-between-parts\r\ncontent-dis"), headers });
    expect(broken.status).toBeLessThan(500);
  });
});

describe("a college's logo", () => {
  test("is uploaded first, and used in an offer by its owner only", async () => {
    const eva = await signUpAsEarner(testApp, "eva.one");
    const picture = { field: "logo", bytes: await drawPicture(400, 200) };
    const logo = parseReply(await eva.send("POST", at("/college-logo"), toForm({}, picture))).data;
    await eva.call(earnerRoutes.individualBasics, { body: toBasics("eva.one") });
    const offers = [{ college_name: "Rice University", college_logo: logo.id }];
    await eva.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers } });
    const saved = await eva.call(earnerRoutes.registration);
    expect(saved.individual?.sport?.offers).toMatchObject([{ college_logo: logo.id, college_logo_url: logo.url }]);

    const max = await signUpAsEarner(testApp, "max.one");
    await max.call(earnerRoutes.individualBasics, { body: toBasics("max.one") });
    const stolen = await max.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers } });
    expect(Object.keys(stolen.errors)).toEqual(["offers.0.college_logo"]);
    const url = [{ college_name: "Rice", college_logo: "https://example.org/logo.png" as never }];
    expect(
      (await max.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers: url } })).code,
    ).toBe(422);
  });

  test("is deleted after eight days if it is not used", async () => {
    const fay = await testApp.person("fay.one");
    const logo = parseReply(
      await fay.send("POST", at("/college-logo"), toForm({}, { field: "logo", bytes: await drawPicture(40, 40) })),
    ).data;
    await testApp.deps.pool.query("update college_logos set sent_at = now() - interval '9 days' where id = $1", [
      logo.id,
    ]);
    const { purgeExpiredRegistrations } = await import("./lifecycle.service.ts");
    await purgeExpiredRegistrations(testApp.deps);
    const { rows } = await testApp.deps.pool.query("select id from college_logos where id = $1", [logo.id]);
    expect(rows).toEqual([]);
    const response = await fetch(testApp.origin + logo.url);
    expect(response.status).toBe(404);
  });
});

describe("a cover image", () => {
  test("must be wide enough, and appears on the channel", async () => {
    const gus = await testApp.person("gus.one", { plan: "Individual" });
    const narrow = { field: "cover_image", bytes: await drawPicture(300, 100) };
    const refused = await gus.send("POST", at("/user/upload-cover-image"), toForm({}, narrow));
    expect(parseReply(refused)).toMatchObject({
      code: 422,
      errors: { cover_image: [expect.stringContaining("600 pixels")] },
    });
    const wide = { field: "cover_image", bytes: await drawPicture(2400, 800) };
    const { cover_url } = parseReply(await gus.send("POST", at("/user/upload-cover-image"), toForm({}, wide))).data;
    expect((await gus.call(profileRoutes.one)).cover_url).toBe(cover_url);

    // The cover for cards is smaller; both are deleted when a new cover replaces them.
    const fan = await testApp.person("fan.one");
    await fan.call(followRoutes.follow, { params: { id: gus.channelId } });
    const [card] = (await fan.call(followRoutes.following)).channels;
    expect([await widthOf(cover_url), await widthOf(card?.channel_cover)]).toEqual([1920, 768]);
    await gus.send("POST", at("/user/upload-cover-image"), toForm({}, wide));
    expect([await widthOf(cover_url), await widthOf(card?.channel_cover)]).toEqual([404, 404]);
    const old = `accounts/${gus.accountId}/cover-${"0".repeat(16)}.webp`;
    await testApp.deps.pool.query("update channels set cover_key = $1 where id = $2", [old, gus.channelId]);
    expect((await fan.call(followRoutes.following)).channels[0]?.channel_cover).toBe(`/media/o/${old}`);
  });
});
