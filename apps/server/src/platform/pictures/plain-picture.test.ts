import { deflateSync } from "node:zlib";
import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawPicture, drawPictureWithTexts, toPngChunk } from "#testing/pictures.ts";
import { PIXELS_MAX, toPlainPicture } from "./plain-picture.ts";

const jpeg = await drawPicture(640, 480, "jpeg");
const png = await drawPicture(640, 480);
const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
const photo = sharp({ create: { width: 320, height: 240, channels: 3, background: "#fff", noise } });
const progressive = await photo.jpeg({ progressive: true }).toBuffer();
/** It is 240 pixels wide after rotation. */
const turned = await photo.withMetadata({ orientation: 6 }).withIccProfile("p3").jpeg().toBuffer();
const turnedPng = await photo.withMetadata({ orientation: 6 }).withIccProfile("p3").png().toBuffer();

const [gif, webp, tiff, avif, palette, seenThrough, inks] = await Promise.all([
  drawPicture(8, 8, "gif"),
  sharp(png).webp().toBuffer(),
  sharp(png).tiff().toBuffer(),
  sharp(png).avif({ effort: 0 }).toBuffer(),
  sharp(png).png({ palette: true }).toBuffer(),
  sharp(png).ensureAlpha(0.5).png({ progressive: true }).toBuffer(),
  sharp(png).toColorspace("cmyk").jpeg().toBuffer(),
]);

const pixelsOf = (bytes: Buffer) => sharp(bytes).autoOrient().raw().toBuffer();

/** A JPEG segment. */
function segment(kind: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, kind, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
}

/** The file with these segments after its start marker. */
const behindStart = (bytes: Buffer, startBytes: number, ...parts: Buffer[]) =>
  Buffer.concat([bytes.subarray(0, startBytes), ...parts, bytes.subarray(startBytes)]);
const withSegments = (...parts: Buffer[]) => behindStart(jpeg, 2, ...parts);
const withChunks = (...parts: Buffer[]) => behindStart(png, 33, ...parts);

describe("an accepted picture", () => {
  test.each([
    ["a jpeg", jpeg],
    ["a progressive jpeg", progressive],
    ["a jpeg lying on its side, in colors of a phone", turned],
    ["a png", png],
    ["a png lying on its side, in colors of a phone", turnedPng],
    ["a png with a palette", palette],
    ["a png that is seen through", seenThrough],
    ["a jpeg in four inks", inks],
  ])("of %s keeps its pixels", async (_, bytes) => {
    const plain = toPlainPicture(bytes);
    expect(plain && (await pixelsOf(plain)).equals(await pixelsOf(bytes))).toBe(true);
  });

  test("has no texts, comments, previews or application data", async () => {
    const secret = Buffer.from("where she lives");
    const dressed = [
      withChunks(toPngChunk("tEXt", Buffer.concat([Buffer.from("Comment\0"), secret]))),
      withChunks(toPngChunk("iTXt", Buffer.concat([Buffer.from("Comment\0\0\0\0\0"), secret]))),
      withChunks(toPngChunk("prVt", secret)),
      Buffer.concat([png, secret]),
      withSegments(segment(0xfe, secret)),
      withSegments(segment(0xed, Buffer.concat([Buffer.from("Photoshop 3.0\0"), secret]))),
      withSegments(segment(0xe1, Buffer.concat([Buffer.from("http://ns.adobe.com/xap/1.0/\0"), secret]))),
      Buffer.concat([jpeg, secret]),
    ];
    for (const bytes of dressed) {
      const plain = toPlainPicture(bytes);
      expect(plain?.includes(secret)).toBe(false);
      expect(plain && (await pixelsOf(plain)).equals(await pixelsOf(bytes))).toBe(true);
    }
  });

  test("is no larger than its pixels, whatever a bomb would unpack to", async () => {
    const plain = toPlainPicture(await drawPictureWithTexts(250));
    expect(plain?.length).toBeLessThan(2_000);
    const profile = Buffer.concat([Buffer.from("a\0\0"), deflateSync(Buffer.alloc(100_000_000))]);
    expect(toPlainPicture(withChunks(toPngChunk("iCCP", profile)))?.length).toBeLessThan(png.length + 1);
  });
});

describe("refuses", () => {
  const huge = Buffer.from(png);
  huge.writeUInt32BE(10_000, 16);
  huge.writeUInt32BE(PIXELS_MAX / 10_000 + 1, 20);
  const empty = Buffer.from(png);
  empty.writeUInt32BE(0, 16);
  const hugeJpeg = Buffer.from(jpeg);
  const frame = hugeJpeg.indexOf(Buffer.from([0xff, 0xc0]));
  hugeJpeg.writeUInt16BE(10_000, frame + 5);
  hugeJpeg.writeUInt16BE(PIXELS_MAX / 10_000 + 1, frame + 7);
  const scan = jpeg.subarray(jpeg.indexOf(Buffer.from([0xff, 0xda])), -2);

  test.each([
    ["nothing", Buffer.alloc(0)],
    ["text", Buffer.from("this is a shopping list")],
    ["a drawing in words", Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ["a gif", gif],
    ["a webp", webp],
    ["a tiff", tiff],
    ["an avif", avif],
    ["a pdf", Buffer.from("%PDF-1.7")],
    ["a png without its end", png.subarray(0, -12)],
    ["a png without its header", behindStart(png.subarray(25), 8)],
    ["a png that begins with pixels", Buffer.concat([png.subarray(0, 8), png.subarray(33)])],
    ["a png of too many pixels", huge],
    ["a png of no pixels", empty],
    ["a png of too many parts", withChunks(...Array<Buffer>(10_000).fill(toPngChunk("tEXt", Buffer.from("a\0b"))))],
    ["a png with a part that is longer than the file", withChunks(Buffer.from([0x7f, 255, 255, 255, 65, 65, 65, 65]))],
    ["a jpeg of too many pixels", hugeJpeg],
    ["a jpeg of too many parts", withSegments(...Array<Buffer>(1_000).fill(segment(0xfe, Buffer.alloc(10))))],
    [
      "a jpeg of too many scans",
      Buffer.concat([jpeg.subarray(0, -2), ...Array<Buffer>(32).fill(scan), jpeg.subarray(-2)]),
    ],
    ["a jpeg with two frames", behindStart(jpeg, 2, jpeg.subarray(frame, frame + 19))],
    ["a jpeg without pixels", Buffer.concat([jpeg.subarray(0, frame + 19), Buffer.from([0xff, 0xd9])])],
    ["the start of a jpeg", jpeg.subarray(0, 3)],
    ["a jpeg of marks alone", Buffer.concat([jpeg.subarray(0, 2), Buffer.alloc(10_000_000, 0xff)])],
    ["a jpeg with a part that is too short", withSegments(Buffer.from([0xff, 0xe0, 0, 1]))],
  ])("%s", (_, bytes) => {
    expect(toPlainPicture(bytes) === null).toBe(true);
  });

  test("never throws on a corrupted file, and never makes it larger", () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 8 });
    fc.assert(
      fc.property(fc.constantFrom(jpeg, png, progressive, turned), changes, fc.nat(), (bytes, changed, cut) => {
        const damaged = Buffer.from(bytes);
        for (const [at, value] of changed) damaged[at % damaged.length] = value;
        const plain = toPlainPicture(damaged.subarray(0, damaged.length - (cut % damaged.length)));
        expect(plain?.length ?? 0).toBeLessThanOrEqual(damaged.length);
      }),
      { numRuns: 500 },
    );
  });
});
