import { CAPTIONS_MESSAGES, captionRoutes } from "@app/contract/captions";
import { contentRoutes } from "@app/contract/contents";
import { refusal } from "@app/contract/http";
import { describe, expect, test } from "vitest";
import { sendCaptions } from "#testing/captions.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const FILE = "WEBVTT\n\n00:01.000 --> 00:02.000\nKick-off <b>&amp;</b> go\n";
const MB = 1024 ** 2;

async function fetchFile(url: string | undefined) {
  const reply = await fetch(testApp.origin + url);
  return { status: reply.status, type: reply.headers.get("content-type"), text: await reply.text() };
}

describe("captions", () => {
  test("an earner sends English and Spanish ones, and a fan watches with them", async () => {
    const maya = await testApp.person("maya", { plan: "Individual" });
    const fan = await testApp.person("fan");
    const { id } = await testApp.publishes(maya, "Cup final");
    expect((await sendCaptions(maya, id, FILE)).status).toBe(200);
    const srt = "1\n00:00:01,000 --> 00:00:02,000\n¡Vamos!\n";
    expect((await sendCaptions(maya, id, srt, { language: "es" })).status).toBe(200);

    const { captions } = await fan.call(contentRoutes.one, { params: { id } });
    expect(captions).toMatchObject([
      { language: "en", is_automatic: false },
      { language: "es", is_automatic: false },
    ]);
    expect(await fetchFile(captions[0]?.url)).toEqual({
      status: 200,
      type: "text/vtt; charset=utf-8",
      text: "WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nKick-off &amp; go\n",
    });
    const read = await fan.call(captionRoutes.read, { params: { id, language: "en" } });
    expect(read.cues).toEqual([{ start_ms: 1_000, end_ms: 2_000, text: "Kick-off & go" }]);
  });

  test("of a private video are private: nobody else can read them, and their old URL stops working", async () => {
    const ana = await testApp.person("ana", { plan: "Team" });
    const stranger = await testApp.person("stranger");
    const { id } = await testApp.publishes(ana, "Tactics");
    await sendCaptions(ana, id, FILE);
    const open = (await stranger.call(contentRoutes.one, { params: { id } })).captions[0]?.url;
    await ana.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });

    expect((await fetchFile(open)).status).toBe(404);
    expect((await stranger.refused(captionRoutes.read, { params: { id, language: "en" } })).code).toBe(404);
    const signed = (await ana.call(contentRoutes.one, { params: { id } })).captions[0]?.url;
    expect(signed).toContain("/media/s/");
    expect((await fetchFile(signed)).status).toBe(200);
  });

  test.each([
    ["10 MB", Buffer.alloc(10 * MB, "x"), 413, "The file is larger than 1 MB."],
    [
      "a picture",
      Buffer.from("89504e470d0a1a0a00", "hex"),
      422,
      "This is not a text file. Please choose a WebVTT or SRT file.",
    ],
    ["an empty file", "", 422, "The file is empty."],
    [
      "cues that overlap",
      "1\n00:00:01,000 --> 00:00:03,000\na\n\n2\n00:00:02,000 --> 00:00:04,000\nb",
      422,
      "Line 6: This cue starts before the one above it has ended.",
    ],
  ])("%s is refused with a sentence, and nothing is stored", async (name, file, status, message) => {
    const owner = await testApp.person(`owner${name.length}`, { plan: "Individual" });
    const { id } = await testApp.publishes(owner, "A video");
    const reply = await sendCaptions(owner, id, file);
    expect(reply.status).toBe(status);
    expect(refusal.parse(JSON.parse(reply.text)).errors).toEqual({ captions: [message] });
    expect((await owner.call(contentRoutes.one, { params: { id } })).captions).toEqual([]);
    expect(await testApp.deps.storage.list(`contents/${id}/`)).toEqual([]);
  });

  test("are refused for an image and for an unknown language", async () => {
    const eva = await testApp.person("eva", { plan: "Individual" });
    const image = await testApp.publishes(eva, "A picture", { type: "image" });
    expect(JSON.parse((await sendCaptions(eva, image.id, FILE)).text).message).toBe(CAPTIONS_MESSAGES.notVideo);
    const path = `/api/v1/content/${image.id}/captions/klingon`;
    expect((await eva.send("DELETE", path, { body: {} })).status).toBe(422);
  });
});

describe("two people who save the same captions", () => {
  test("do not overwrite each other, and the file of a replaced revision is gone", async () => {
    const leo = await testApp.person("leo", { plan: "Individual" });
    const { id } = await testApp.publishes(leo, "Training");
    const version = (text: string) => `WEBVTT\n\n00:01.000 --> 00:02.000\n${text}\n`;
    const firsts = await Promise.all(["a", "b"].map((text) => sendCaptions(leo, id, version(text), { revision: 0 })));
    expect(firsts.map(({ status }) => status).toSorted()).toEqual([200, 409]);

    const late = await sendCaptions(leo, id, version("late"), { revision: 0 });
    expect([late.status, JSON.parse(late.text).message]).toEqual([409, CAPTIONS_MESSAGES.changed]);
    const read = () => leo.call(captionRoutes.read, { params: { id, language: "en" } });
    const { revision } = await read();
    expect((await sendCaptions(leo, id, version("next"), { revision })).status).toBe(200);
    const next = await read();
    expect(next).toMatchObject({ cues: [{ text: "next" }] });
    expect(next.revision).toBeGreaterThan(revision);
    expect(await testApp.deps.storage.list(`contents/${id}/`)).toHaveLength(1);
  });

  test("do not overwrite what was written after a deletion with what was deleted", async () => {
    const kai = await testApp.person("kai", { plan: "Individual" });
    const { id } = await testApp.publishes(kai, "Training");
    const params = { id, language: "en" } as const;
    await sendCaptions(kai, id, FILE);
    const { revision } = await kai.call(captionRoutes.read, { params });
    await kai.call(captionRoutes.remove, { params });
    const again = await sendCaptions(kai, id, FILE.replace("Kick-off", "Full time"), { revision: 0 });
    expect(again.status).toBe(200);

    const late = await sendCaptions(kai, id, FILE, { revision });
    expect([late.status, JSON.parse(late.text).message]).toEqual([409, CAPTIONS_MESSAGES.changed]);
    const now = await kai.call(captionRoutes.read, { params });
    expect(now).toMatchObject({ cues: [{ text: "Full time & go" }] });
    expect(now.revision).toBeGreaterThan(revision);
  });

  test("deleting them deletes the file; a second deletion is refused", async () => {
    const zoe = await testApp.person("zoe", { plan: "Individual" });
    const { id } = await testApp.publishes(zoe, "Training");
    await sendCaptions(zoe, id, FILE);
    await zoe.call(captionRoutes.remove, { params: { id, language: "en" } });
    expect(await testApp.deps.storage.list(`contents/${id}/`)).toEqual([]);
    expect((await zoe.refused(captionRoutes.remove, { params: { id, language: "en" } })).code).toBe(404);
  });
});
