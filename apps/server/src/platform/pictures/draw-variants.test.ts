import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawPicture } from "#testing/pictures.ts";
import { type Drawing, drawVariants } from "./draw-variants.ts";
import { readPlainPicture } from "./plain-picture.ts";

const PATH = process.env["PATH"] ?? "";
const GIB = 1024 ** 3;
const PLAIN: Drawing = { rotation: 0, crop: null, widths: [320, 640], formats: ["webp", "jpeg"] };

/** Four quarters, each of one color. */
const COLORS = { red: [255, 0, 0], green: [0, 255, 0], blue: [0, 0, 255], white: [255, 255, 255] };
const quarters = sharp({ create: { width: 800, height: 400, channels: 3, background: "white" } }).composite(
  Object.entries({ red: [0, 0], green: [400, 0], blue: [0, 200] }).map(([color, [left = 0, top = 0]]) => ({
    input: {
      create: { width: 400, height: 200, channels: 3 as const, background: color === "green" ? "#00ff00" : color },
    },
    left,
    top,
  })),
);
const upright = await quarters.png().toBuffer();

const draw = (bytes: Buffer, drawing: Partial<Drawing> = {}) => {
  const read = readPlainPicture(bytes);
  return "plain" in read ? drawVariants(PATH, read.plain, { ...PLAIN, ...drawing }) : null;
};

/** The names of the colors in the corners: top left, top right, bottom left, bottom right. */
async function corners(picture: Buffer | undefined): Promise<string[]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels;
    const pixel = [...data.subarray(start, start + 3)];
    const near = Object.entries(COLORS).map(([name, color]) => ({
      name,
      distance: color.reduce((sum, value, i) => sum + Math.abs(value - (pixel[i] ?? 0)), 0),
    }));
    return near.toSorted((a, b) => a.distance - b.distance)[0]?.name ?? "";
  };
  const [right, bottom] = [info.width - 5, info.height - 5];
  return [at(5, 5), at(right, 5), at(5, bottom), at(right, bottom)];
}

describe("a picture is drawn", () => {
  test("in every width that is not larger than itself, in each format", async () => {
    const drawn = await draw(upright, { widths: [320, 640, 1280], formats: ["avif", "webp", "jpeg"] });
    expect(drawn).toMatchObject({ widthPx: 800, heightPx: 400 });
    expect(drawn?.placeholder).toMatch(/^data:image\/webp;base64,.{40,400}$/);
    const files = drawn?.files ?? [];
    expect(files.map(({ format, widthPx }) => `${format} ${widthPx}`)).toEqual(
      ["avif", "webp", "jpeg"].flatMap((format) => [320, 640, 800].map((width) => `${format} ${width}`)),
    );
    for (const { bytes, format, widthPx } of files)
      expect(await sharp(bytes).metadata()).toMatchObject({
        width: widthPx,
        height: widthPx / 2,
        format: format === "avif" ? "heif" : format,
      });
  });

  test.each([
    [0, 1, ["red", "green", "blue", "white"]],
    [90, 1, ["blue", "red", "white", "green"]],
    [0, 6, ["blue", "red", "white", "green"]],
    [90, 6, ["white", "blue", "green", "red"]],
    [270, 8, ["white", "blue", "green", "red"]],
    [180, 3, ["red", "green", "blue", "white"]],
    [0, 2, ["green", "red", "white", "blue"]],
  ])("turned by %d degrees after the orientation %d of its file", async (rotation, orientation, expected) => {
    const file = await sharp(upright).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const drawn = await draw(file, { rotation, widths: [640] });
    expect(await corners(drawn?.files[0]?.bytes)).toEqual(expected);
  });

  test("cut out of the turned picture, in fractions of it", async () => {
    const file = await sharp(upright).withMetadata({ orientation: 6 }).jpeg({ quality: 95 }).toBuffer();
    const crop = { x: 0, y: 0.5, width: 1, height: 0.5 };
    const drawn = await draw(file, { rotation: 90, crop, widths: [640] });
    expect(drawn).toMatchObject({ widthPx: 800, heightPx: 200 });
    expect(await corners(drawn?.files[0]?.bytes)).toEqual(["green", "red", "green", "red"]);
  });

  test("without the location and the camera in its metadata", async () => {
    const file = await sharp(upright)
      .withExif({ IFD0: { Copyright: "where she lives" }, IFD3: { GPSLatitude: "51/1 30/1 0/1" } })
      .jpeg()
      .toBuffer();
    expect((await sharp(file).metadata()).exif).toBeDefined();
    for (const { bytes } of (await draw(file))?.files ?? []) {
      const { exif, xmp, iptc, orientation } = await sharp(bytes).metadata();
      expect([exif, xmp, iptc, orientation]).toEqual([undefined, undefined, undefined, undefined]);
    }
  });

  test("in Display P3 with unchanged values and its profile if it has that, otherwise in sRGB", async () => {
    const p3 = await sharp(upright).withIccProfile("p3").png().toBuffer();
    const before = await sharp(p3).keepIccProfile().raw().toBuffer();
    const wide = (await draw(p3, { widths: [2048], formats: ["webp", "jpeg", "avif"] }))?.files ?? [];
    for (const { bytes } of wide) {
      expect((await sharp(bytes).metadata()).icc?.equals((await sharp(p3).metadata()).icc ?? Buffer.alloc(0))).toBe(
        true,
      );
      const after = await sharp(bytes).keepIccProfile().removeAlpha().raw().toBuffer();
      for (const at of [0, 1, 2]) expect(Math.abs((before[at] ?? 0) - (after[at] ?? 0))).toBeLessThan(12);
    }
    const cmyk = await sharp(upright).toColorspace("cmyk").jpeg().toBuffer();
    const [ink] = (await draw(cmyk))?.files ?? [];
    const { space, icc } = await sharp(ink?.bytes).metadata();
    expect([space, icc]).toEqual(["srgb", undefined]);
    expect(await corners(ink?.bytes)).toEqual(["red", "green", "blue", "white"]);
  });

  test("of 16 bits or with transparency, in 8 bits, and on white where the format has no transparency", async () => {
    const deep = await sharp(upright).toColorspace("rgb16").png().toBuffer();
    expect((await sharp(deep).metadata()).depth).toBe("ushort");
    for (const { bytes } of (await draw(deep))?.files ?? [])
      expect((await sharp(bytes).metadata()).depth).toBe("uchar");
    const clear = { r: 0, g: 0, b: 0, alpha: 0 };
    const glass = await sharp({ create: { width: 40, height: 40, channels: 4, background: clear } })
      .png()
      .toBuffer();
    const [webp, jpeg] = (await draw(glass))?.files ?? [];
    expect((await sharp(webp?.bytes).metadata()).hasAlpha).toBe(true);
    expect(await corners(jpeg?.bytes)).toEqual(Array(4).fill("white"));
  });

  test("even if it is one pixel wide or much taller than wide", async () => {
    expect(await draw(await drawPicture(1, 1))).toMatchObject({ widthPx: 1, files: [{ widthPx: 1 }, { widthPx: 1 }] });
    const tower = await draw(await drawPicture(60, 40_000), { widths: [320] });
    expect(tower).toMatchObject({ widthPx: 60, heightPx: 40_000 });
    expect((await sharp(tower?.files[0]?.bytes).metadata()).height).toBeLessThanOrEqual(8_192);
  });

  test("as null if its file is cut off, in a process whose memory is bounded", async () => {
    const photo = await sharp(upright).jpeg().toBuffer();
    expect(await draw(photo.subarray(0, photo.length / 2))).toBeNull();
    // Fifty million interlaced pixels of 16 bits with transparency: everything is unpacked before the first line is drawn.
    const vast = await sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: "red" } })
      .toColorspace("rgb16")
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer();
    const beforeBytes = process.memoryUsage.rss();
    expect(await drawVariants(PATH, vast, { ...PLAIN, widths: [640] })).toMatchObject({ widthPx: 7_000 });
    const limits = { cpuS: 60, memoryBytes: 1.5 * GIB, fileBytes: 0, niceness: 5 };
    expect(await drawVariants(PATH, vast, PLAIN, { limits }).catch(() => null)).toBeNull();
    expect(process.memoryUsage.rss() - beforeBytes).toBeLessThan(100 * 1024 ** 2);
  });
});
