import { crc32, deflateSync } from "node:zlib";
import sharp from "sharp";

/** A real picture of one color. */
export function drawPicture(
  widthPx: number,
  heightPx: number,
  format: "png" | "jpeg" | "gif" = "png",
): Promise<Buffer> {
  const background = { r: 20, g: 90, b: 160 };
  return sharp({ create: { width: widthPx, height: heightPx, channels: 3, background } })
    .withExif({ IFD0: { Copyright: "metadata that must not stay" } })
    .toFormat(format)
    .toBuffer();
}

/** Like a camera's: no two pixels are equal. */
export function drawPhoto(widthPx: number, heightPx: number): Promise<Buffer> {
  const noise = { type: "gaussian", mean: 128, sigma: 20 } as const;
  const create = { width: widthPx, height: heightPx, channels: 3, background: "#888", noise } as const;
  return sharp({ create }).jpeg({ quality: 50 }).toBuffer();
}

/** How different two pictures look, whatever their sizes: the mean difference in brightness, 0 to 255. */
export async function differenceOf(one: Buffer, other: Buffer): Promise<number> {
  const [grays, otherGrays] = await Promise.all([toGrays(one), toGrays(other)]);
  return grays.reduce((sum, gray, at) => sum + Math.abs(gray - (otherGrays[at] ?? 0)), 0) / grays.length;
}

function toGrays(picture: Buffer): Promise<Buffer> {
  return sharp(picture).resize(64, 36, { fit: "fill" }).greyscale().raw().toBuffer();
}

/** Decodes the whole file in this process. */
export async function decodeAsItComes(bytes: Buffer): Promise<void> {
  const image = sharp(bytes, { limitInputPixels: 50_000_000, failOn: "error" });
  await image.metadata();
  await image.autoOrient().resize({ width: 1280, height: 1280, fit: "inside" }).webp({ quality: 82 }).toBuffer();
}

/** A multipart body like a browser's. */
export function toForm(
  fields: Record<string, string>,
  file?: { field: string; bytes: Buffer },
): { body: Uint8Array; headers: Record<string, string> } {
  const boundary = "a-line-between-parts";
  const texts = Object.entries(fields).map(
    ([name, text]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file?.field}"; filename="a.png"\r\n\r\n`;
  const parts = file ? [Buffer.from(head), file.bytes, Buffer.from("\r\n")] : [];
  const body = Buffer.concat([Buffer.from(texts.join("")), ...parts, Buffer.from(`--${boundary}--\r\n`)]);
  return { body, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}

/** The fields of a body as texts: lists and numbers as JSON, null as an empty text. */
export function toTexts(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value === null ? "" : typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}

/** A small picture with many compressed texts, of 10 kB each that a decoder unpacks to 10 MB each. */
export async function drawPictureWithTexts(count: number, inflatedBytes = 10_000_000): Promise<Buffer> {
  const png = await drawPicture(64, 48);
  const text = toPngChunk(
    "zTXt",
    Buffer.concat([Buffer.from("Comment\0\0"), deflateSync(Buffer.alloc(inflatedBytes))]),
  );
  const afterHeader = PNG_SIGNATURE_BYTES + PNG_HEADER_BYTES;
  return Buffer.concat([png.subarray(0, afterHeader), ...Array<Buffer>(count).fill(text), png.subarray(afterHeader)]);
}

const PNG_SIGNATURE_BYTES = 8;
const PNG_HEADER_BYTES = 25;

export function toPngChunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}
