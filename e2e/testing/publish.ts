import { existsSync, readFileSync } from "node:fs";
import { accountRoutes } from "@app/contract/accounts";
import { categoryRoutes } from "@app/contract/categories";
import { type ContentType, contentRoutes } from "@app/contract/contents";
import { type ContentId, contentId, type UploadId, uploadId } from "@app/contract/ids";
import type { ImageForm } from "@app/contract/images";
import { API_PREFIX, decodeId, encodeId } from "@app/contract/paths";
import { profileRoutes } from "@app/contract/profile";
import { TUS_PATH } from "@app/contract/uploads";
import { expect, vi } from "vitest";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { createCaller } from "../../apps/server/src/testing/caller.ts";
import { toLogin } from "../../apps/server/src/testing/people.ts";
import { WAIT_MAX_MS } from "./browser.ts";
import { type ClipOptions, clipFolder, makeClip } from "./clip.ts";
import { PASSWORD } from "./people.ts";
import { keepProcessed, publishKept } from "./processed-clip.ts";
import type { RunningProduct } from "./running-product.ts";

/**
 * Publishes a small real video, fully processed, for journeys that only play it. The first of its kind in a run of the
 * tests is sent and processed; the others are copies of what was made of that. @returns the path of its page
 */
export async function publishClip(
  product: RunningProduct,
  username: string,
  title: string,
  clip: ClipOptions = { lengthS: 6, size: "640x360", kbps: 800 },
): Promise<string> {
  const kept = `${clipFolder(clip)}-processed`;
  if (existsSync(kept)) return pathOf("video", await publishKept(product, username, title, kept));
  const address = await sendClip(product, username, title, clip);
  const id = contentId.parse(decodeId(decodeURIComponent(address.replace("/video/", ""))));
  await keepProcessed(product, id, kept);
  return address;
}

/** The same, always sent in one chunk and processed: for journeys about that. */
export function sendClip(product: RunningProduct, username: string, title: string, clip: ClipOptions): Promise<string> {
  return publishFile(product, username, { type: "video", title, bytes: readFileSync(makeClip(clip)) });
}

/** Publishes a document, fully processed. @returns the path of its page */
export function publishPdf(product: RunningProduct, username: string, title: string, bytes: Buffer): Promise<string> {
  return publishFile(product, username, { type: "document", title, bytes });
}

type ImageSet = { title: string; downloadsOpen: boolean; images: readonly { bytes: Buffer; alt: string }[] };

/** The same for a set of JPEG images. */
export async function publishImages(product: RunningProduct, username: string, set: ImageSet): Promise<string> {
  const person = await signInAs(product, username);
  const images: ImageForm[] = [];
  for (const { bytes, alt } of set.images) {
    const upload_id = await sendFile(product, person, { type: "image", bytes });
    images.push({ upload_id, alt, caption: "", rotation: 0, crop: null });
  }
  const [first] = images;
  if (!first) throw new Error("A set has an image");
  const item = { type: "image" as const, title: set.title, downloads_open: set.downloadsOpen, images };
  return waitUntilWhole(person, "image", await publishUpload(person, item, first.upload_id));
}

/** Changes the cover of a person's channel. A busy machine asks to send it again. */
export async function changeCover(product: RunningProduct, username: string, jpeg: Buffer): Promise<void> {
  const { token } = await signInAs(product, username);
  const { method, path, file } = profileRoutes.uploadCover;
  const isChanged = async () => {
    const body = new FormData();
    body.set(file?.field ?? "", new File([new Uint8Array(jpeg)], "cover.jpg", { type: "image/jpeg" }));
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(product.origin + API_PREFIX + path, { method, headers, body })).ok;
  };
  await vi.waitUntil(isChanged, { timeout: WAIT_MAX_MS, interval: 1_000 });
}

type Published = { type: "video" | "document"; title: string; bytes: Buffer };
const PATHS: Record<ContentType, string> = { video: "video", image: "image", document: "file" };
const ENDINGS: Record<ContentType, string> = { video: "mp4", image: "jpg", document: "pdf" };

async function publishFile(product: RunningProduct, username: string, file: Published): Promise<string> {
  const person = await signInAs(product, username);
  const { type, title } = file;
  const id = await publishUpload(person, { type, title }, await sendFile(product, person, file));
  return waitUntilWhole(person, type, id);
}

/** @returns the path of its page, once it is fully processed */
async function waitUntilWhole(person: Caller, type: ContentType, id: ContentId): Promise<string> {
  const hasAll = async () => {
    const item = await person.call(contentRoutes.one, { params: { id } });
    return item.state === "ready" && (type !== "video" || item.video_content.storyboard !== null);
  };
  await vi.waitUntil(hasAll, { timeout: WAIT_MAX_MS, interval: 250 });
  return pathOf(type, id);
}

const pathOf = (type: ContentType, id: ContentId) => `/${PATHS[type]}/${encodeURIComponent(encodeId(id))}`;

/** Publishes an invalid video before it is checked, so processing it fails. @returns the path of its edit page */
export async function publishBrokenClip(
  product: RunningProduct,
  { pool }: Pick<Database, "pool">,
  username: string,
  title: string,
): Promise<string> {
  const file = { type: "video" as const, title, bytes: Buffer.from("no video at all") };
  const person = await signInAs(product, username);
  const upload = await sendFile(product, person, file);
  const isChecked = async () => {
    const { rows } = await pool.query("select from uploads where id = $1 and is_valid is not null", [upload]);
    return rows.length > 0;
  };
  await vi.waitUntil(isChecked, { timeout: WAIT_MAX_MS, interval: 250 });
  // As if the check had failed because of our own error.
  await pool.query("update uploads set is_valid = true where id = $1", [upload]);
  const id = await publishUpload(person, { type: file.type, title }, upload);
  return `/edit-video/${encodeURIComponent(encodeId(id))}`;
}

type Caller = ReturnType<typeof createCaller>;

async function signInAs(product: RunningProduct, username: string): Promise<Caller> {
  const session = await createCaller(product.origin, null).call(accountRoutes.login, {
    body: toLogin(username, PASSWORD),
  });
  return createCaller(product.origin, session.access_token);
}

type Sent = { type: ContentType; bytes: Buffer };

/** @returns the id of the upload */
async function sendFile(product: RunningProduct, person: Caller, { type, bytes }: Sent): Promise<UploadId> {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const sent = await person.send("POST", TUS_PATH, {
    headers: {
      "tus-resumable": "1.0.0",
      "upload-length": String(bytes.length),
      "upload-metadata": `filename ${encode(`file.${ENDINGS[type]}`)},type ${encode(type)}`,
    },
  });
  const address = new URL(sent.headers.get("location") ?? "", product.origin).pathname;
  const headers = { "tus-resumable": "1.0.0", "upload-offset": "0", "content-type": "application/offset+octet-stream" };
  expect((await person.send("PATCH", address, { headers, body: bytes })).status).toBe(204);
  return uploadId.parse(address.split("/").at(-1));
}

type Item = { type: ContentType; title: string; downloads_open?: boolean; images?: ImageForm[] };

async function publishUpload(person: Caller, item: Item, upload: UploadId): Promise<ContentId> {
  const [category] = await person.call(categoryRoutes.list);
  const { id } = await person.call(contentRoutes.upload, {
    body: {
      ...item,
      upload_id: upload,
      description: "The turn at 0:03. More at https://example.com",
      category_id: category?.id ?? 0,
      tags: ["final", "second half"],
      visibility: "public",
      comments_open: true,
    },
  });
  return id;
}
