import { existsSync, readdirSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId, uploadId } from "@app/contract/ids";
import { TUS_PATH, uploadRoutes } from "@app/contract/uploads";
import { afterEach, describe, expect, test } from "vitest";
import { type Caller, createCaller } from "../apps/server/src/testing/caller.ts";
import { toLogin } from "../apps/server/src/testing/people.ts";
import { makeClip, sha256 } from "./testing/clip.ts";
import { addPeople, PASSWORD } from "./testing/people.ts";
import { type RunningProduct, runProduct } from "./testing/running-product.ts";

const PIECE_BYTES = 1024 * 1024;
/** Not a performance limit: a busy machine takes minutes to process a video, and a killed worker's job waits as well. */
const READY = { timeout: 600_000, interval: 500 };

let product: RunningProduct;
afterEach(() => product.dispose());

async function signIn(): Promise<Caller> {
  const session = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin("maya", PASSWORD),
  });
  return createCaller(product.origin, session.access_token);
}

/** Creates a tus upload. @returns its URL on this server */
async function begin(person: Caller, file: string): Promise<string> {
  const { size } = await stat(file);
  const name = Buffer.from(path.basename(file)).toString("base64");
  const created = await person.send("POST", TUS_PATH, {
    headers: { "tus-resumable": "1.0.0", "upload-length": String(size), "upload-metadata": `filename ${name}` },
  });
  expect(created.status).toBe(201);
  return new URL(created.headers.get("location") ?? "", product.origin).pathname;
}

async function offsetOf(person: Caller, address: string): Promise<number> {
  const head = await person.send("HEAD", address, { headers: { "tus-resumable": "1.0.0" } });
  return Number(head.headers.get("upload-offset"));
}

/** Sends at most `pieces` chunks from the server's offset on. */
async function sendPieces(person: Caller, address: string, file: string, pieces: number): Promise<void> {
  const source = await open(file);
  try {
    const { size } = await source.stat();
    let offset = await offsetOf(person, address);
    for (let sent = 0; sent < pieces && offset < size; sent++) {
      const { buffer, bytesRead } = await source.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, offset);
      const headers = {
        "tus-resumable": "1.0.0",
        "upload-offset": String(offset),
        "content-type": "application/offset+octet-stream",
      };
      const reply = await person.send("PATCH", address, { headers, body: buffer.subarray(0, bytesRead) });
      expect(reply.status).toBe(204);
      offset = Number(reply.headers.get("upload-offset"));
    }
  } finally {
    await source.close();
  }
}

async function publish(person: Caller, address: string): Promise<ContentId> {
  const [category] = await person.call(categoryRoutes.list);
  const item = await person.call(contentRoutes.upload, {
    body: {
      type: "video",
      upload_id: uploadId.parse(address.split("/").at(-1)),
      title: "Cup final",
      description: "",
      category_id: category?.id ?? 0,
      tags: [],
      visibility: "public",
      comments_open: true,
    },
  });
  return contentId.parse(item.id);
}

function stateOf(person: Caller, id: ContentId) {
  return person.call(contentRoutes.one, { params: { id } });
}

const originalOf = (id: ContentId) => path.join(product.dataDir, "media/contents", id, "original");

describe("after a kill -9", () => {
  test("of the worker during a transcode, the next worker finishes the video", async () => {
    const clip = makeClip({ lengthS: 8, size: "854x480", kbps: 2_000 });
    product = await runProduct();
    await addPeople(product.databaseUrl(), { maya: "Individual" });
    const maya = await signIn();
    const address = await begin(maya, clip);
    await sendPieces(maya, address, clip, 1_000);
    const id = await publish(maya, address);
    let item = await stateOf(maya, id);
    const progress = async () => {
      item = await stateOf(maya, id);
      return item.progress;
    };
    await expect.poll(progress).toBeGreaterThan(5);
    expect(item.state).toBe("processing");

    await product.kill("everything");
    await product.start();

    const again = await signIn();
    await expect.poll(async () => (await stateOf(again, id)).state, READY).toBe("ready");
    expect(await sha256(originalOf(id))).toBe(await sha256(clip));
    // Nothing is left of the killed run.
    const runs = readdirSync(path.dirname(originalOf(id))).filter((name) => /^[0-9a-f]{16}$/.test(name));
    expect(runs).toHaveLength(1);
    await expect.poll(() => readdirSync(path.join(product.dataDir, "scratch"))).toEqual([]);
  });

  test("of every process during an upload, the upload resumes at the same byte", async () => {
    const clip = makeClip({ lengthS: 8, size: "640x360", kbps: 6_000 });
    product = await runProduct();
    await addPeople(product.databaseUrl(), { maya: "Individual" });
    const maya = await signIn();
    const address = await begin(maya, clip);
    await sendPieces(maya, address, clip, 2);
    // Another chunk is in flight when the machine dies.
    const cutOff = sendPieces(maya, address, clip, 1_000).catch(() => undefined);

    await product.kill("everything");
    await cutOff;
    await product.start();

    const again = await signIn();
    const kept = await offsetOf(again, address);
    expect(kept).toBeGreaterThanOrEqual(2 * PIECE_BYTES);
    const open = await again.call(uploadRoutes.open);
    expect(open[0]?.file_name).toBe("cup final.mp4");
    await sendPieces(again, address, clip, 1_000);
    const id = await publish(again, address);
    await expect.poll(async () => (await stateOf(again, id)).state, READY).toBe("ready");
    expect(await sha256(originalOf(id))).toBe(await sha256(clip));
  });

  test("of the worker alone, four times during one video, the web process starts another one that finishes it", async () => {
    const clip = makeClip({ lengthS: 8, size: "854x480", kbps: 2_000 });
    product = await runProduct();
    await addPeople(product.databaseUrl(), { maya: "Individual" });
    const maya = await signIn();
    const address = await begin(maya, clip);
    await sendPieces(maya, address, clip, 1_000);
    const id = await publish(maya, address);
    const home = path.join(product.dataDir, "scratch");
    const scratch = () => (existsSync(home) ? readdirSync(home, { recursive: true, encoding: "utf8" }) : []);
    for (let kills = 0; kills < 4; kills++) {
      // In the middle of the transcode.
      let playlist: string | undefined;
      const findPlaylist = () => {
        playlist = scratch().find((name) => name.endsWith(".m3u8"));
        return playlist;
      };
      await expect.poll(findPlaylist, { interval: 20 }).toBeDefined();
      const folder = path.dirname(playlist ?? "");
      expect((await stateOf(maya, id)).state).toBe("processing");
      await product.kill("worker");
      await expect.poll(scratch, { interval: 20 }).not.toContain(folder);
    }
    await expect.poll(async () => (await stateOf(maya, id)).state, READY).toBe("ready");
    expect(await sha256(originalOf(id))).toBe(await sha256(clip));
    await expect.poll(scratch).toEqual([]);
    expect(await product.stop()).toBe(0);
  });
});
