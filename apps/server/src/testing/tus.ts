import { request } from "node:http";
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

export function toMetadata(name: string, type: ContentType): string {
  const encode = (text: string) => Buffer.from(text).toString("base64");
  return `filename ${encode(name)},type ${encode(type)}`;
}

export function sendBytes(person: Caller, id: string, offset: number, bytes: Uint8Array) {
  const headers = { ...BYTES, "upload-offset": String(offset) };
  return person.send("PATCH", `${TUS_PATH}/${id}`, { headers, body: bytes });
}

/**
 * Sends the first bytes of an upload and keeps the connection open, like a phone that lost its network.
 * @returns when the server closes it
 */
export function sendSlowly(
  origin: string,
  person: Caller,
  upload: { id: string; sizeBytes: number },
  bytes: Uint8Array,
): Promise<void> {
  const { hostname, port } = new URL(origin);
  const length = { "upload-offset": 0, "content-length": upload.sizeBytes };
  const headers = { ...BYTES, authorization: `Bearer ${person.token}`, ...length };
  return new Promise((resolve) => {
    const path = `${TUS_PATH}/${upload.id}`;
    const sent = request({ hostname, port, agent: false, method: "PATCH", path, headers });
    sent.once("error", () => resolve());
    sent.once("response", () => resolve());
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
