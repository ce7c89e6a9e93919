import { earnerRoutes } from "@app/contract/earners";
import { followRoutes } from "@app/contract/follows";
import { profileRoutes } from "@app/contract/profile";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { toBasics, toOrganization, toSport } from "#testing/earner-forms.ts";
import { drawPicture, toForm, toTexts } from "#testing/pictures.ts";
import { payPlan, signUpAsEarner } from "#testing/registrant.ts";
import { openStage } from "#testing/stage.ts";

const stage = await openStage();
const { categoryId } = stage;

const at = (path: string) => `/api/v1${path}`;
const said = (reply: { text: string }) => JSON.parse(reply.text);

/** Of the picture at this address; the status where there is none. */
async function widthOf(url: string | null | undefined): Promise<number> {
  const shown = await fetch(stage.origin + url);
  return shown.ok ? (await sharp(await shown.bytes()).metadata()).width : shown.status;
}

describe("a form with a picture", () => {
  test("is taken as multipart, and its picture is drawn anew without what stood in it besides pixels", async () => {
    const ana = await signUpAsEarner(stage, "ana.one");
    const picture = await drawPicture(900, 600, "jpeg");
    const form = toForm(toTexts(toBasics("ana.one")), { field: "profile_image", bytes: picture });
    const reply = await ana.send("POST", at("/individual/step-1"), form);
    expect([reply.status, reply.text]).toEqual([200, expect.stringContaining("/media/o/accounts/")]);
    const sport = await ana.send("POST", at("/individual/step-2"), toForm(toTexts(toSport(categoryId))));
    expect(sport.status).toBe(402);

    const { profile_url } = said(reply).data;
    const shown = await fetch(stage.origin + profile_url);
    const bytes = Buffer.from(await shown.arrayBuffer());
    const { format, width, height, exif } = await sharp(bytes).metadata();
    expect({ format, width, height, exif }).toEqual({ format: "webp", width: 336, height: 336, exif: undefined });
    expect((await ana.call(earnerRoutes.registration)).individual?.profile_url).toBe(profile_url);

    const other = { field: "profile_image", bytes: await drawPicture(80, 80) };
    const again = said(await ana.send("POST", at("/individual/step-1"), toForm(toTexts(toBasics("ana.one")), other)));
    expect(again.code).toBe(402);
    expect((await fetch(stage.origin + profile_url)).status).toBe(404);
    const kept = (await ana.call(earnerRoutes.registration)).individual?.profile_url;
    await payPlan(stage, ana.accountId, "Individual");
    expect((await ana.call(earnerRoutes.completeRegistration)).profile_url).toBe(kept);
  });

  test("that is refused leaves no picture behind", async () => {
    const abe = await signUpAsEarner(stage, "abe.one");
    const form = toForm(toTexts(toSport(categoryId)), { field: "profile_image", bytes: await drawPicture(80, 80) });
    expect((await abe.send("POST", at("/individual/step-2"), form)).status).toBe(409);
    expect(await stage.deps.storage.list(`accounts/${abe.accountId}/`)).toEqual([]);
  });

  test("an empty part is nothing where nothing is allowed, and a required field otherwise", async () => {
    const ben = await signUpAsEarner(stage, "ben.one");
    const texts = toTexts(toOrganization("ben.one", categoryId));
    const kept = await ben.send("POST", at("/organization"), toForm({ ...texts, contact_person_phone: "" }));
    expect(kept.status).toBe(402);
    expect((await ben.call(earnerRoutes.registration)).organization?.contact_person.phone).toBeNull();
    const empty = await ben.send("POST", at("/organization"), toForm({ ...texts, city: "" }));
    expect(said(empty).errors).toEqual({ city: ["City is a required field"] });
  });

  test.each([
    ["another kind of picture", () => drawPicture(300, 300, "gif")],
    ["something that is no picture", async () => Buffer.from("<svg onload=alert(1)>")],
  ])("%s is refused on its field, and nothing is kept", async (_, draw) => {
    const username = `p${Math.random().toString(36).slice(2, 10)}`;
    const cy = await signUpAsEarner(stage, username);
    const form = toForm(toTexts(toBasics(username)), { field: "profile_image", bytes: await draw() });
    const reply = await cy.send("POST", at("/individual/step-1"), form);
    expect(reply.status).toBe(422);
    expect(Object.keys(said(reply).errors)).toEqual(["profile_image"]);
    expect((await cy.call(earnerRoutes.registration)).individual).toBeNull();
  });

  test("a file that is too large, a field sent twice, and parts nobody asked for are refused", async () => {
    const dee = await signUpAsEarner(stage, "dee.one");
    const texts = toTexts(toBasics("dee.one"));
    const send = (form: ReturnType<typeof toForm>) => dee.send("POST", at("/individual/step-1"), form);
    const large = await send(toForm(texts, { field: "profile_image", bytes: Buffer.alloc(5 * 1024 ** 2 + 1) }));
    expect(said(large)).toMatchObject({ code: 422, errors: { profile_image: [expect.stringContaining("5 MB")] } });
    const picture = await drawPicture(10, 10);
    const elsewhere = await send(toForm(texts, { field: "cover_key", bytes: picture }));
    expect(said(elsewhere)).toMatchObject({ code: 422, errors: { cover_key: ["This field is not known."] } });
    const unknown = await send(toForm({ ...texts, is_staff: "true" }));
    expect(said(unknown)).toMatchObject({ code: 422, errors: { is_staff: ["This field is not known."] } });
    const { body, headers } = toForm(texts);
    const twice = Buffer.concat([Buffer.from(toForm({ city: "Salem" }).body).subarray(0, -26), Buffer.from(body)]);
    expect(said(await send({ body: twice, headers }))).toMatchObject({
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
  test("is sent first and named in an offer by whoever sent it, and by nobody else", async () => {
    const eva = await signUpAsEarner(stage, "eva.one");
    const picture = { field: "logo", bytes: await drawPicture(400, 200) };
    const logo = said(await eva.send("POST", at("/college-logo"), toForm({}, picture))).data;
    await eva.call(earnerRoutes.individualBasics, { body: toBasics("eva.one") });
    const offers = [{ college_name: "Rice University", college_logo: logo.id }];
    await eva.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers } });
    const kept = await eva.call(earnerRoutes.registration);
    expect(kept.individual?.sport?.offers).toMatchObject([{ college_logo: logo.id, college_logo_url: logo.url }]);

    const max = await signUpAsEarner(stage, "max.one");
    await max.call(earnerRoutes.individualBasics, { body: toBasics("max.one") });
    const stolen = await max.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers } });
    expect(Object.keys(stolen.errors)).toEqual(["offers.0.college_logo"]);
    const url = [{ college_name: "Rice", college_logo: "https://example.org/logo.png" as never }];
    expect(
      (await max.refused(earnerRoutes.individualSport, { body: { ...toSport(categoryId), offers: url } })).code,
    ).toBe(422);
  });

  test("that nobody uses is forgotten after eight days", async () => {
    const fay = await stage.person("fay.one");
    const logo = said(
      await fay.send("POST", at("/college-logo"), toForm({}, { field: "logo", bytes: await drawPicture(40, 40) })),
    ).data;
    await stage.deps.pool.query("update college_logos set sent_at = now() - interval '9 days' where id = $1", [
      logo.id,
    ]);
    const { forgetExpiredRegistrations } = await import("./forget.service.ts");
    await forgetExpiredRegistrations(stage.deps);
    const { rows } = await stage.deps.pool.query("select id from college_logos where id = $1", [logo.id]);
    expect(rows).toEqual([]);
    const shown = await fetch(stage.origin + logo.url);
    expect(shown.status).toBe(404);
  });
});

describe("a cover image", () => {
  test("is wide enough, and shown on the channel", async () => {
    const gus = await stage.person("gus.one", { plan: "Individual" });
    const narrow = { field: "cover_image", bytes: await drawPicture(300, 100) };
    const refused = await gus.send("POST", at("/user/upload-cover-image"), toForm({}, narrow));
    expect(said(refused)).toMatchObject({
      code: 422,
      errors: { cover_image: [expect.stringContaining("600 pixels")] },
    });
    const wide = { field: "cover_image", bytes: await drawPicture(2400, 800) };
    const { cover_url } = said(await gus.send("POST", at("/user/upload-cover-image"), toForm({}, wide))).data;
    expect((await gus.call(profileRoutes.one)).cover_url).toBe(cover_url);

    // A card's is smaller; both are gone with the next one.
    const fan = await stage.person("fan.one");
    await fan.call(followRoutes.follow, { params: { id: gus.channelId } });
    const [card] = (await fan.call(followRoutes.following)).channels;
    expect([await widthOf(cover_url), await widthOf(card?.channel_cover)]).toEqual([1920, 768]);
    await gus.send("POST", at("/user/upload-cover-image"), toForm({}, wide));
    expect([await widthOf(cover_url), await widthOf(card?.channel_cover)]).toEqual([404, 404]);
    const old = `accounts/${gus.accountId}/cover-${"0".repeat(16)}.webp`;
    await stage.deps.pool.query("update channels set cover_key = $1 where id = $2", [old, gus.channelId]);
    expect((await fan.call(followRoutes.following)).channels[0]?.channel_cover).toBe(`/media/o/${old}`);
  });
});
