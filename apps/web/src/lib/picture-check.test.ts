import { expect, test } from "vitest";
import { findPictureFault, PICTURE_FAULTS } from "./picture-check.ts";

const MAX_BYTES = 1024 ** 2;
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 0);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a);
const GIF = new TextEncoder().encode("GIF89a");

test.each([
  ["a jpeg", new Blob([JPEG]), null],
  ["a png", new Blob([PNG]), null],
  ["a gif", new Blob([GIF], { type: "image/png" }), PICTURE_FAULTS.noPicture],
  ["an empty file", new Blob([]), PICTURE_FAULTS.empty],
  ["a huge file", new Blob([JPEG, new Uint8Array(MAX_BYTES)]), PICTURE_FAULTS.tooLarge(MAX_BYTES)],
  ["a HEIC photo", new Blob([new Uint8Array([0, 0, 0, 24]), "ftypheic"]), PICTURE_FAULTS.heic],
])("%s is judged by its bytes, not by its type", async (_, file, fault) => {
  expect(await findPictureFault(file, MAX_BYTES)).toBe(fault);
});
