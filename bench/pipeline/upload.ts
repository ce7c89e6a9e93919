import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { type ContentItem, type ContentType, contentRoutes } from "@app/contract/contents";
import { API_PREFIX } from "@app/contract/paths";
import { type OpenUpload, TUS_PATH, uploadRoutes } from "@app/contract/uploads";

const TUS = { "tus-resumable": "1.0.0" };

export type Signed = { origin: string; headers: { authorization: string } };

/** Uploads a video by tus in one chunk. @returns its id, once the last byte was accepted */
export async function sendFile(signed: Signed, file: string): Promise<string> {
  return sendBytes(signed, await readFile(file), { name: "clip.mp4", type: "video" });
}

/** The same for a file of any type. */
export async function sendBytes(
  { origin, headers }: Signed,
  bytes: Buffer,
  { name, type }: { name: string; type: ContentType },
): Promise<string> {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const metadata = `filename ${encode(name)},type ${encode(type)}`;
  const begun = await fetch(origin + TUS_PATH, {
    method: "POST",
    headers: { ...headers, ...TUS, "upload-length": String(bytes.length), "upload-metadata": metadata },
  });
  const id = begun.headers.get("location")?.split("/").at(-1);
  if (begun.status !== 201 || id === undefined) throw new Error(`The upload was not begun: ${begun.status}`);
  const sent = await fetch(`${origin}${TUS_PATH}/${id}`, {
    method: "PATCH",
    headers: { ...headers, ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(bytes),
  });
  if (sent.status !== 204) throw new Error(`The bytes were not taken: ${sent.status} ${await sent.text()}`);
  return id;
}

/** Publishes an upload as a public item. @param more additional fields of its type */
export async function publish(
  signed: Signed,
  uploadId: string,
  categoryId: number,
  more: { type: ContentType; images?: object[] } = { type: "video" },
): Promise<ContentItem> {
  const fields = { title: "Bench", description: "", category_id: categoryId, tags: [], visibility: "public" };
  return call(signed, contentRoutes.upload.path, { upload_id: uploadId, comments_open: true, ...fields, ...more });
}

/** Polls an upload until it is processed, as its page does while the form is being filled in. */
export async function waitUntilProcessed(signed: Signed, uploadId: string, limitMs: number): Promise<void> {
  const untilMs = Date.now() + limitMs;
  const path = uploadRoutes.one.path.replace(":id", uploadId);
  while ((await call<OpenUpload>(signed, path)).processing?.state !== "ready") {
    if (Date.now() > untilMs) throw new Error(`The upload was not processed in ${limitMs} ms`);
    await sleep(200);
  }
}

/** Polls the item until the condition holds. @throws Error if processing fails or takes too long */
export async function waitFor(
  signed: Signed,
  id: string,
  isReached: (item: ContentItem) => boolean,
  { everyMs, limitMs }: { everyMs: number; limitMs: number },
): Promise<ContentItem> {
  const untilMs = Date.now() + limitMs;
  for (;;) {
    const item = await call(signed, contentRoutes.one.path.replace(":id", id));
    if (isReached(item)) return item;
    if (item.state === "failed") throw new Error(`The clip was refused: ${item.fault}`);
    if (Date.now() > untilMs) throw new Error(`The clip was not processed in ${limitMs} ms: ${item.progress} %`);
    await sleep(everyMs);
  }
}

async function call<T = ContentItem>({ origin, headers }: Signed, path: string, body?: unknown): Promise<T> {
  const reply = await fetch(origin + API_PREFIX + path, {
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    headers: { ...headers, ...(body === undefined ? {} : { "content-type": "application/json" }) },
  });
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
  return ((await reply.json()) as { data: T }).data;
}
