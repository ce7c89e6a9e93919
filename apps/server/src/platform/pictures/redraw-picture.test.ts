import { setImmediate as nextTick } from "node:timers/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { drawPicture } from "#testing/pictures.ts";
import { limitConcurrency, redrawInChild } from "./redraw-picture.ts";

const GIB = 1024 ** 3;
const PATH = process.env["PATH"] ?? "";
const FRAME = { widthPx: 100, heightPx: 100, fit: "inside" } as const;
/** Interlaced, so that all of it is unpacked before the first line is drawn. */
const heavy = await sharp({ create: { width: 7_000, height: 7_000, channels: 4, background: "red" } })
  .png({ progressive: true, compressionLevel: 1 })
  .toBuffer();

describe("a picture redrawn in a child process", () => {
  test("is returned with its original width", async () => {
    const drawn = await redrawInChild(PATH, await drawPicture(640, 320), FRAME);
    expect(drawn?.widthPx).toBe(640);
    expect(await sharp(drawn?.webp).metadata()).toMatchObject({ format: "webp", width: 100, height: 50 });
  });

  test("is null if it cannot be decoded", async () => {
    const broken = await drawPicture(640, 320);
    const pixels = broken.indexOf("IDAT") + 4;
    broken.fill(255, pixels, pixels + 10);
    expect(await redrawInChild(PATH, broken, FRAME)).toBeNull();
  });

  test("is null if it exceeds its CPU time", async () => {
    // Noise at its own size: several seconds of work on the fastest machine.
    const noise = { type: "gaussian", mean: 128, sigma: 60 } as const;
    const noisy = await sharp({ create: { width: 3_000, height: 3_000, channels: 3, background: "red", noise } })
      .png({ progressive: true, compressionLevel: 1 })
      .toBuffer();
    const whole = { widthPx: 3_000, heightPx: 3_000, fit: "inside" } as const;
    const draw = (cpuS: number) =>
      redrawInChild(PATH, noisy, whole, {
        limits: { cpuS, memoryBytes: 12 * GIB, fileBytes: 0, niceness: 10 },
        deadlineMs: 100_000,
      });
    expect(await draw(1)).toBeNull();
    expect(await draw(300)).not.toBeNull();
  });

  test("is null if it exceeds its memory", async () => {
    const small = await drawPicture(64, 64);
    /** The minimum that Node itself needs, plus 100 MB. */
    let memoryBytes = GIB;
    const draw = (bytes: Buffer) =>
      redrawInChild(PATH, bytes, FRAME, { limits: { cpuS: 10, memoryBytes, fileBytes: 0, niceness: 10 } });
    while (!(await draw(small).catch(() => null))) memoryBytes += GIB / 10;
    expect(memoryBytes).toBeLessThan(3 * GIB);
    expect(await draw(heavy)).toBeNull();
  });

  test("is refused as unavailable if it misses the deadline, because the machine may be busy", async () => {
    const fault = { kind: "unavailable", retryAfterS: 10 };
    await expect(redrawInChild(PATH, heavy, FRAME, { deadlineMs: 1 })).rejects.toMatchObject(fault);
  });

  test("throws if the process cannot be started", async () => {
    await expect(redrawInChild("/nowhere", heavy, FRAME)).rejects.toThrow(/ENOENT/);
  });
});

/** A drawing that the test finishes or fails. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasStarted = false;
  return {
    draw: () => {
      hasStarted = true;
      return promise;
    },
    finish: resolve,
    fail: reject,
    hasStarted: () => hasStarted,
  };
}

test("runs two drawings at once, queues two in order, and refuses another one", async () => {
  const run = limitConcurrency(2, 2);
  const all = [drawing(), drawing(), drawing(), drawing()] as const;
  const [first, second, third, fourth] = all;
  const results = all.map(({ draw }) => run(draw));
  const started = () => all.map(({ hasStarted }) => hasStarted());
  await nextTick();
  expect(started()).toEqual([true, true, false, false]);
  await expect(run(() => Promise.resolve())).rejects.toMatchObject({ kind: "unavailable", retryAfterS: 5 });

  second.fail(new Error("a broken picture"));
  await expect(results[1]).rejects.toThrow("a broken picture");
  await nextTick();
  expect(started()).toEqual([true, true, true, false]);
  first.finish();
  await nextTick();
  expect(started()).toEqual([true, true, true, true]);

  third.finish();
  fourth.finish();
  await Promise.all([results[0], results[2], results[3]]);
  expect(await run(() => Promise.resolve("free again"))).toBe("free again");
});
