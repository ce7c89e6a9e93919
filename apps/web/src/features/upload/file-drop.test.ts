import { describe, expect, test } from "vitest";
import { FILE_FAULTS, findFileFault, isSameFile } from "./file-drop.tsx";

const open = { file_name: "game.mp4", size_bytes: 1000 };

test("only a file of the same name and size resumes an upload", () => {
  expect(isSameFile({ name: "game.mp4", size: 1000 }, open)).toBe(true);
  expect(isSameFile({ name: "game.mp4", size: 1001 }, open)).toBe(false);
  expect(isSameFile({ name: "game (1).mp4", size: 1000 }, open)).toBe(false);
});

test("a name that the server has cleaned still matches", () => {
  expect(isSameFile({ name: " ga\u200bme.mp4 ", size: 1000 }, open)).toBe(true);
});

function boxed(box: string, brand = "isom"): Blob {
  return new Blob([new Uint8Array([0, 0, 0, 24]), box, brand, new Uint8Array(8)]);
}

describe("checking a file before it is uploaded", () => {
  test("mp4, mov, webm and mkv are accepted", async () => {
    const ebml = new Blob([new Uint8Array([0x1a, 0x45, 0xdf, 0xa3, 1, 2, 3])]);
    for (const file of [boxed("ftyp"), boxed("ftyp", "qt  "), boxed("moov"), boxed("wide"), ebml])
      expect(await findFileFault(file, "video")).toBeNull();
  });

  test("an image, a song or a text is refused, whatever its name", async () => {
    const png = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])]);
    const text = new File(["hello, this is a text"], "game.mp4", { type: "video/mp4" });
    for (const file of [png, text, boxed("ftyp", "heic"), boxed("ftyp", "M4A "), new Blob(["x"])])
      expect(await findFileFault(file, "video")).toBe(FILE_FAULTS.wrongType.video);
  });

  test("an image is a JPEG or a PNG, whatever its name", async () => {
    const [jpeg, png] = [
      new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xe0])]),
      new Blob([new Uint8Array([0x89]), "PNG"]),
    ];
    for (const file of [jpeg, png]) expect(await findFileFault(file, "image")).toBeNull();
    const svg = new File(["<svg xmlns='http://www.w3.org/2000/svg'/>"], "team.jpg", { type: "image/jpeg" });
    for (const file of [svg, boxed("ftyp", "avif"), new Blob(["GIF89a"])])
      expect(await findFileFault(file, "image")).toBe(FILE_FAULTS.wrongType.image);
  });

  test("a HEIC photo is refused with the format to save it in", async () => {
    for (const brand of ["heic", "mif1"])
      expect(await findFileFault(boxed("ftyp", brand), "image")).toBe(FILE_FAULTS.wrongType.heic);
  });

  test("a document is a PDF, even if something stands before it", async () => {
    for (const text of ["%PDF-1.7", "\n\n%PDF-2.0"])
      expect(await findFileFault(new Blob([text]), "document")).toBeNull();
    expect(await findFileFault(new Blob(["PK, a Word file"]), "document")).toBe(FILE_FAULTS.wrongType.document);
  });

  test.each([
    ["image", 20],
    ["document", 50],
  ] as const)("an %s may have %d MB, and not one byte more", async (type, mb) => {
    const sized = (size: number) =>
      withSize(type === "image" ? new Blob([new Uint8Array([0xff, 0xd8, 0xff])]) : new Blob(["%PDF-1.7"]), size);
    expect(await findFileFault(sized(mb * 1024 ** 2), type)).toBeNull();
    expect(await findFileFault(sized(mb * 1024 ** 2 + 1), type)).toBe(FILE_FAULTS.tooLarge[type]);
  });

  test("an empty file is refused", async () => {
    expect(await findFileFault(new Blob([]), "video")).toBe(FILE_FAULTS.empty);
  });

  test("4 GB are accepted, one byte more is not", async () => {
    const sized = (size: number) => withSize(boxed("ftyp"), size);
    expect(await findFileFault(sized(4 * 1024 ** 3), "video")).toBeNull();
    expect(await findFileFault(sized(4 * 1024 ** 3 + 1), "video")).toBe(FILE_FAULTS.tooLarge.video);
  });

  test("a file that has since disappeared is refused", async () => {
    const gone = boxed("ftyp");
    gone.slice = () => {
      throw new DOMException("gone", "NotFoundError");
    };
    expect(await findFileFault(gone, "video")).toBe(FILE_FAULTS.unreadable);
  });
});

function withSize(file: Blob, size: number): Blob {
  return Object.defineProperty(file, "size", { value: size });
}
