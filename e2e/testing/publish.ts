import { readFileSync } from "node:fs";
import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { contentRoutes } from "@app/contract/contents";
import { uploadId } from "@app/contract/ids";
import { encodeId } from "@app/contract/paths";
import { TUS_PATH } from "@app/contract/uploads";
import { expect, vi } from "vitest";
import { createCaller } from "../../apps/server/src/testing/caller.ts";
import { toLogin } from "../../apps/server/src/testing/people.ts";
import { type ClipOptions, makeClip } from "./clip.ts";
import { PASSWORD } from "./people.ts";
import type { RunningProduct } from "./running-product.ts";

/** A small real video, sent in one piece and processed to its end. @returns the path of its page */
export function publishClip(
  product: RunningProduct,
  username: string,
  title: string,
  clip: ClipOptions = { lengthS: 6, size: "640x360", kbps: 800 },
): Promise<string> {
  return publishFile(product, username, { type: "video", title, bytes: readFileSync(makeClip(clip)) });
}

/** The same with a document. */
export function publishPdf(product: RunningProduct, username: string, title: string, bytes: Buffer): Promise<string> {
  return publishFile(product, username, { type: "document", title, bytes });
}

type Published = { type: "video" | "document"; title: string; bytes: Buffer };
const PATHS = { video: "video", document: "file" } as const;

async function publishFile(product: RunningProduct, username: string, file: Published): Promise<string> {
  const { type, title, bytes } = file;
  const session = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin(username, PASSWORD),
  });
  const person = createCaller(product.origin, session.access_token);
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const sent = await person.send("POST", TUS_PATH, {
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `filename ${encode(`file.${type === "video" ? "mp4" : "pdf"}`)},type ${encode(type)}`,
    },
  });
  const address = new URL(sent.headers.get("location") ?? "", product.origin).pathname;
  const headers = { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  expect((await person.send("PATCH", address, { headers, body: bytes })).status).toBe(204);
  const [category] = await person.call(categoryRoutes.list);
  const { id } = await person.call(contentRoutes.upload, {
    body: {
      ...{ type, title },
      upload_id: uploadId.parse(address.split("/").at(-1)),
      description: "The turn at 0:03. More at https://example.com",
      category_id: category?.id ?? 0,
      tags: ["final", "second half"],
      visibility: "public",
      comments_open: true,
    },
  });
  const hasAll = async () => {
    const item = await person.call(contentRoutes.one, { params: { id } });
    return item.state === "ready" && (type !== "video" || item.video_content.storyboard !== null);
  };
  await vi.waitUntil(hasAll, { timeout: 240_000, interval: 250 });
  return `/${PATHS[type]}/${encodeURIComponent(encodeId(id))}`;
}
