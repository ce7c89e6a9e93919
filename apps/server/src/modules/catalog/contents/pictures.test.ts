import { contentRoutes } from "@app/contract/contents";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Caller } from "#testing/caller.ts";
import { createTestApp } from "#testing/test-app.ts";
import { purgeOldPictures } from "./pictures.service.ts";

const testApp = await createTestApp();

function pixels(format: "png" | "jpeg" | "webp" | "gif", width = 64, height = 48): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "#d4ff3a" } })
    .toFormat(format)
    .toBuffer();
}

async function send(person: Caller, bytes: Buffer, field = "picture", extra?: string) {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)]), "../../mine.png");
  if (extra) form.append(extra, "1");
  const response = await fetch(`${testApp.origin}/api/v1${contentRoutes.sendPicture.path}`, {
    method: "POST",
    headers: person.token ? { authorization: `Bearer ${person.token}` } : {},
    body: form,
  });
  return { status: response.status, body: JSON.parse(await response.text()) };
}

const NOT_PICTURES: [string, Buffer][] = [
  ["text", Buffer.from("hello")],
  ["a script disguised as a picture", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ["a gif", await pixels("gif")],
  ["a webp", await pixels("webp")],
  ["a cut-off png", (await pixels("png", 800, 800)).subarray(0, 200)],
  ["too many pixels", await pixels("png", 9000, 9000)],
  ["nothing", Buffer.alloc(0)],
];

describe("a picture sent by the owner", () => {
  test("is redrawn without metadata and shown by a signed URL", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const withPlace = await sharp(await pixels("jpeg", 3000, 1500))
      .withExif({ IFD0: { Copyright: "where she lives" } })
      .jpeg()
      .toBuffer();

    const sent = await send(maya, withPlace);

    expect(sent.status).toBe(200);
    const shown = await fetch(testApp.origin + sent.body.data.url);
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes.includes("where she lives")).toBe(false);
    expect(await sharp(bytes).metadata()).toMatchObject({ format: "webp", width: 1280, height: 640 });
    expect((await fetch(`${testApp.origin}/media/o/pictures/${sent.body.data.id}/picture.webp`)).status).toBe(404);
  });

  test.each(NOT_PICTURES)("%s is refused on its field", async (name, bytes) => {
    const earner = await testApp.person(`e${name.replace(/\W/g, "").slice(0, 12)}`, { plan: "Team" });
    const sent = await send(earner, bytes);
    expect(sent.status).toBe(422);
    expect(sent.body.errors.picture).toHaveLength(1);
  });

  test("is refused above 10 MB, in another field or in more than one part", async () => {
    const earner = await testApp.person("big", { plan: "Team" });
    expect((await send(earner, Buffer.alloc(10 * 1024 ** 2 + 1, 1))).status).toBe(413);
    expect((await send(earner, await pixels("png"), "image")).status).toBe(422);
    const json = await earner.send("POST", "/api/v1/content-thumbnail", { body: {} });
    expect(json.status).toBe(415);
  });

  test("is accepted from signed-in earners only", async () => {
    const fan = await testApp.person("fan");
    expect((await send(fan, await pixels("png"))).status).toBe(403);
    expect((await send(testApp.visitor, await pixels("png"))).status).toBe(401);
  });

  test("counts towards a limit of two hundred a day", async () => {
    const earner = await testApp.person("many", { plan: "Team" });
    await testApp.deps.pool.query(
      "insert into pictures (id, account_id) select md5(n::text), $1 from generate_series(1, 200) n",
      [earner.accountId],
    );
    expect((await send(earner, await pixels("png"))).status).toBe(429);
    await testApp.deps.pool.query("update pictures set sent_at = now() - interval '25 hours' where account_id = $1", [
      earner.accountId,
    ]);
    expect((await send(earner, await pixels("png"))).status).toBe(200);
  });

  test("is shown again to whom it belongs, and to nobody else", async () => {
    const maya = await testApp.person("shown", { plan: "Team" });
    const sent = await send(maya, await pixels("png"));
    const params = { id: sent.body.data.id };
    const shown = await maya.call(contentRoutes.sentPicture, { params });
    expect(shown.id).toBe(params.id);
    expect((await fetch(testApp.origin + shown.url)).status).toBe(200);
    const other = await testApp.person("else", { plan: "Team" });
    const refusals = [other, await testApp.person("watcher"), testApp.visitor].map(async (caller) => {
      const { code } = await caller.refused(contentRoutes.sentPicture, { params });
      return code;
    });
    expect(await Promise.all(refusals)).toEqual([404, 403, 401]);
    expect((await maya.send("GET", "/api/v1/content-thumbnail/..%2Fmine")).status).toBe(422);
  });

  test("is purged after a day if it was never used", async () => {
    const earner = await testApp.person("old", { plan: "Team" });
    const sent = await send(earner, await pixels("png"));
    await testApp.deps.pool.query("update pictures set sent_at = now() - interval '25 hours' where id = $1", [
      sent.body.data.id,
    ]);
    await purgeOldPictures(testApp.deps);
    expect((await fetch(testApp.origin + sent.body.data.url)).status).toBe(404);
    const refusal = await earner.refused(contentRoutes.sentPicture, { params: { id: sent.body.data.id } });
    expect(refusal.code).toBe(404);
  });
});
