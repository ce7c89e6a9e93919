import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContentType } from "@app/contract/contents";
import { type UploadId, uploadId } from "@app/contract/ids";
import { TUS_PATH } from "@app/contract/uploads";
import type { Caller } from "./caller.ts";

/** Required on every tus request. */
export const TUS = { "tus-resumable": "1.0.0" };
/** Headers of a request with bytes. */
export const BYTES = { ...TUS, "content-type": "application/offset+octet-stream" };

/** Sends tus requests by hand, so that tests can send invalid ones. */
export function announce(person: Caller, headers: Record<string, string>, body?: Uint8Array) {
  return person.send("POST", TUS_PATH, { headers: { ...TUS, ...headers }, ...(body ? { body } : {}) });
}

export async function beginUpload(
  person: Caller,
  sizeBytes: number,
  name = "clip.mp4",
  type: ContentType = "video",
): Promise<UploadId> {
  const reply = await announce(person, {
    "upload-length": String(sizeBytes),
    "upload-metadata": toMetadata(name, type),
  });
  if (reply.status !== 201) throw new Error(`the upload was not created: ${reply.status} ${reply.text}`);
  return uploadId.parse(reply.headers.get("location")?.split("/").at(-1));
}

/** @param item the item that it becomes a file of; without it, the upload is for the channel that the caller acts for */
export function toMetadata(name: string, type: ContentType, item?: string): string {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  return `filename ${encode(name)},type ${encode(type)}${item === undefined ? "" : `,item ${encode(item)}`}`;
}

/** Announces a file for an item. */
export function announceFor(
  person: Caller,
  item: string,
  { type, sizeBytes }: { type: ContentType; sizeBytes: number },
) {
  const name = { video: "new.mp4", image: "new.jpg", document: "new.pdf" }[type];
  return announce(person, { "upload-length": String(sizeBytes), "upload-metadata": toMetadata(name, type, item) });
}

/** Uploads a whole file for an item. */
export async function uploadFor(
  person: Caller,
  item: string,
  { type, bytes }: { type: ContentType; bytes: Uint8Array },
): Promise<UploadId> {
  const reply = await announceFor(person, item, { type, sizeBytes: bytes.length });
  const id = uploadId.parse(reply.headers.get("location")?.split("/").at(-1));
  const sent = await sendBytes(person, id, 0, bytes);
  if (sent.status !== 204) throw new Error(`the bytes were refused: ${sent.status} ${sent.text}`);
  return id;
}

export function sendBytes(person: Caller, id: string, offset: number, bytes: Uint8Array) {
  const headers = { ...BYTES, "upload-offset": String(offset) };
  return person.send("PATCH", `${TUS_PATH}/${id}`, { headers, body: bytes });
}

const SENT_AT_MOST = 20;
const SENT_EVERY_MS = 500;

/**
 * Sends the first bytes of an upload and keeps the connection open, like a phone that lost its network. Like a real
 * client, it sends them again to a server that is too busy to take them.
 * @returns when the server closes it
 */
export async function sendSlowly(
  origin: string,
  person: Caller,
  upload: { id: string; sizeBytes: number },
  bytes: Uint8Array,
): Promise<void> {
  for (let sent = 1; ; sent++) {
    const status = await sendOnce(origin, person, upload, bytes);
    if (status < 500) return;
    if (sent === SENT_AT_MOST) throw new Error(`the bytes were refused: ${status}`);
    await sleep(SENT_EVERY_MS);
  }
}

/** @returns the status of the reply; 0: the connection was closed without one */
function sendOnce(
  origin: string,
  person: Caller,
  upload: { id: string; sizeBytes: number },
  bytes: Uint8Array,
): Promise<number> {
  const { hostname, port } = new URL(origin);
  const length = { "upload-offset": 0, "content-length": upload.sizeBytes };
  const headers = { ...BYTES, authorization: `Bearer ${person.token}`, ...length };
  return new Promise((resolve) => {
    const path = `${TUS_PATH}/${upload.id}`;
    const sent = request({ hostname, port, agent: false, method: "PATCH", path, headers });
    sent.once("error", () => resolve(0));
    sent.once("response", (reply) => {
      reply.resume();
      sent.destroy();
      resolve(reply.statusCode ?? 0);
    });
    sent.write(bytes);
  });
}

/** @returns how many bytes the server has */
export async function askOffset(person: Caller, id: string): Promise<number> {
  const reply = await person.send("HEAD", `${TUS_PATH}/${id}`, { headers: TUS });
  if (reply.status !== 200) throw new Error(`no offset: ${reply.status}`);
  return Number(reply.headers.get("upload-offset"));
}

/** Uploads a whole file in one request. */
export async function uploadBytes(
  person: Caller,
  bytes: Uint8Array,
  name?: string,
  type?: ContentType,
): Promise<UploadId> {
  const id = await beginUpload(person, bytes.length, name, type);
  const reply = await sendBytes(person, id, 0, bytes);
  if (reply.status !== 204) throw new Error(`the bytes were refused: ${reply.status} ${reply.text}`);
  return id;
}
