import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawPicture } from "#testing/pictures.ts";
import { redrawInChild } from "./redraw-in-child.ts";

const GIB = 1024 ** 3;
const PATH = process.env["PATH"] ?? "";
const FRAME = { widthPx: 100, heightPx: 100, fit: "inside" } as const;
/** Interlaced: all of it has to be unpacked before the first line is drawn. */
const heavy = await sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: "red" } })
  .png({ progressive: true, compressionLevel: 1 })
  .toBuffer();

describe("a picture in a process of its own", () => {
  test("is drawn anew, and told how wide it was", async () => {
    const drawn = await redrawInChild(PATH, await drawPicture(640, 320), FRAME);
    expect(drawn?.widthPx).toBe(640);
    expect(await sharp(drawn?.webp).metadata()).toMatchObject({ format: "webp", width: 100, height: 50 });
  });

  test("that a decoder cannot read is none", async () => {
    const broken = await drawPicture(640, 320);
    const pixels = broken.indexOf("IDAT") + 4;
    broken.fill(255, pixels, pixels + 10);
    expect(await redrawInChild(PATH, broken, FRAME)).toBeNull();
  });

  test("that takes more CPU time than it is given is none", async () => {
    const limits = { cpuS: 1, memoryBytes: 3 * GIB, fileBytes: 0, niceness: 10 };
    expect(await redrawInChild(PATH, heavy, FRAME, { limits })).toBeNull();
  });

  test("that takes more memory than it is given is none", async () => {
    const small = await drawPicture(64, 64);
    /** As little as Node itself needs here, and 100 MB. */
    let memoryBytes = GIB;
    const draw = (bytes: Buffer) =>
      redrawInChild(PATH, bytes, FRAME, { limits: { cpuS: 10, memoryBytes, fileBytes: 0, niceness: 10 } });
    while (!(await draw(small).catch(() => null))) memoryBytes += GIB / 10;
    expect(memoryBytes).toBeLessThan(3 * GIB);
    expect(await draw(heavy)).toBeNull();
  });

  test("that is not drawn in time is to be sent again, for the machine may be to blame", async () => {
    const fault = { kind: "unavailable", retryAfterS: 10 };
    await expect(redrawInChild(PATH, heavy, FRAME, { deadlineMs: 1 })).rejects.toMatchObject(fault);
  });

  test("is no fault of the person who sent it where the process cannot be started", async () => {
    await expect(redrawInChild("/nowhere", heavy, FRAME)).rejects.toThrow(/ENOENT/);
  });
});
