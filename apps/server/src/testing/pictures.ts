import sharp from "sharp";

/** A real picture of one colour. */
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

/** A multipart body as a browser sends it. */
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

/** The fields of a body as texts: lists and numbers as JSON, null as nothing. */
export function toTexts(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value === null ? "" : typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
