import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { findInWords } from "@app/contract/document-search";
import { DOCUMENT_FAULTS, type OutlineEntry, type PageLink, type PageWord } from "@app/contract/documents";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { createScratch } from "#platform/data-folder.ts";
import {
  deepTree,
  deflateBomb,
  encrypted,
  hugePicture,
  hyphenated,
  nestedForms,
  pagesOfSizes,
  playbook,
  scanned,
  withOwnerPassword,
  withoutFonts,
  withScripts,
} from "../testing/pdfs.ts";
import { OUTLINE_NAME } from "./page-files.ts";
import { inspectDocument, type RenderedPage, renderDocument } from "./render-document.ts";

const signal = new AbortController().signal;
const searchPath = process.env["PATH"] ?? "";
const MIB = 1024 ** 2;

type Limits = { cpuS?: number; memoryBytes?: number; textMaxChars?: number };

async function inspect(bytes: Buffer): Promise<number> {
  const { folder, remove } = await createScratch(tmpdir());
  try {
    await writeFile(path.join(folder, SOURCE_NAME), bytes);
    return (await inspectDocument({ folder, searchPath, signal })).pageCount;
  } finally {
    await remove();
  }
}

async function render(bytes: Buffer, { textMaxChars, ...limits }: Limits = {}) {
  const { folder, remove } = await createScratch(tmpdir());
  try {
    await writeFile(path.join(folder, SOURCE_NAME), bytes);
    const where = { folder, searchPath, signal, limits, ...(textMaxChars && { textMaxChars }) };
    const { pageCount } = await inspectDocument(where);
    const pages: RenderedPage[] = [];
    const handlers = { onPage: (page: RenderedPage) => void pages.push(page) };
    await renderDocument(where, pageCount, handlers);
    const readJson = async (name: string) => JSON.parse(await readFile(path.join(folder, name), "utf8"));
    const texts: { words: PageWord[]; links: PageLink[] }[] = [];
    for (const { page } of pages) texts.push(await readJson(`${page}.json`));
    const outline: OutlineEntry[] = await readJson(OUTLINE_NAME);
    const first = await Promise.all(
      [240, 800, 1_600].map(async (width) => readFile(path.join(folder, `1-${width}.webp`))),
    );
    return { pageCount, pages, texts, outline, first, files: await readdir(folder) };
  } finally {
    await remove();
  }
}

const words = (page: { words: PageWord[] } | undefined) => page?.words.map((word) => word.text) ?? [];

describe("a PDF is drawn in a child process", () => {
  test("with pictures in three widths, words with their boxes, links and the outline", async () => {
    const { pageCount, pages, texts, outline, first } = await render(playbook(3));
    expect(pageCount).toBe(3);
    expect(pages.map(({ page }) => page)).toEqual([1, 2, 3]);
    expect(pages[0]).toEqual({
      page: 1,
      widthPx: 1_600,
      heightPx: 2_071,
      isReadable: true,
      lacksFont: false,
      isTextKept: true,
    });
    const sizes = await Promise.all(first.map((picture) => sharp(picture).metadata()));
    expect(sizes.map(({ format, width, height }) => [format, width, height])).toEqual([
      ["webp", 240, 311],
      ["webp", 800, 1_036],
      ["webp", 1_600, 2_071],
    ]);
    expect(words(texts[1]).slice(0, 5)).toEqual(["Page", "2", "of", "the", "playbook"]);
    expect(texts[1]?.words[4]).toMatchObject({ ends_line: true });
    // 60 of 612 points from the left, and 792 - 720 - 24 points from the top, give or take the letter height.
    const [left = 0, top = 0] = texts[1]?.words[0]?.box ?? [];
    expect(left).toBeGreaterThan(900);
    expect(left).toBeLessThan(1_050);
    expect(top).toBeGreaterThan(500);
    expect(top).toBeLessThan(800);
    expect(texts[1]?.links).toMatchObject([{ page: 3, url: null }]);
    expect(outline).toEqual([
      { title: "Start", depth: 0, page: 1 },
      { title: "The last page", depth: 0, page: 3 },
    ]);
    expect(findInWords(texts[0]?.words ?? [], "a SLANT  route")).toHaveLength(40);
  });

  test("with a word that is divided at the end of a line, in two boxes and found as one", async () => {
    const [page] = (await render(hyphenated())).texts;
    const found = page?.words ?? [];
    expect(found.map(({ text }) => text)).toEqual([..."Notes on the foot- ball team and its plays".split(" ")]);
    const [foot, ball] = [found[3], found[4]];
    expect(foot?.ends_line).toBe(true);
    expect(ball?.box[1]).toBeGreaterThan((foot?.box[1] ?? 0) + (foot?.box[3] ?? 0) / 2);
    expect(findInWords(found, "football")).toEqual([{ first: 3, last: 4 }]);
  });

  test("with the start of a title in the outline that is a whole chapter", async () => {
    const { outline } = await render(playbook(1, "slant", "Zone ".repeat(2_000)));
    expect(outline[0]?.title).toBe("Zone ".repeat(40).trim());
  });

  test("even if it has 300 pages, pages of any size, or only scanned pictures", async () => {
    // Short pages, so that drawing 300 of them is quick.
    const long = await render(pagesOfSizes(...Array.from({ length: 300 }, (): [number, number] => [400, 20])));
    expect(long.pages).toHaveLength(300);
    // A0, a square of 200 inches, a strip of one inch by 200, and a page of one point.
    const sizes = await render(pagesOfSizes([2_384, 3_370], [14_400, 14_400], [72, 14_400], [1, 1]));
    expect(sizes.pages.map(({ widthPx, heightPx }) => [widthPx, heightPx])).toEqual([
      [1_600, 2_262],
      [1_600, 1_600],
      [16, 3_200],
      [1_600, 1_600],
    ]);
    const scan = await render(await scanned(2));
    expect(scan.texts.flatMap((text) => text.words)).toEqual([]);
    // Noise, not a white page.
    const { channels } = await sharp(scan.first[1]).stats();
    expect(channels[0]?.stdev).toBeGreaterThan(5);
  });

  test("although a password protects it from being printed or changed", async () => {
    const { texts } = await render(withOwnerPassword("BT /F1 24 Tf 60 700 Td (Zone defense) Tj ET"));
    expect(words(texts[0])).toEqual(["Zone", "defense"]);
  });

  test("and reports which pages need a font that is not embedded", async () => {
    const { pages, texts } = await render(withoutFonts());
    expect(pages.map(({ lacksFont }) => lacksFont)).toEqual([false, true]);
    // The words can still be searched.
    expect(words(texts[1])).toEqual(["中文Ж"]);
  });

  test("and reports from which page on its text is too long to be kept", async () => {
    // Each page has some 2,000 characters.
    const { pages, texts } = await render(playbook(4), { textMaxChars: 3_000 });
    expect(pages.map(({ isTextKept }) => isTextKept)).toEqual([true, true, false, false]);
    expect(texts.map((text) => text.words.length > 0)).toEqual([true, true, false, false]);
  });

  test("without its scripts; links lead to pages, web sites and mail only", async () => {
    const { texts } = await render(withScripts());
    expect(texts[0]?.links.map(({ url }) => url)).toEqual(["https://example.com/rules", "mailto:coach@example.com"]);
  });
});

test("a PDF of 500 pages passes the check, and one of 501 does not", async () => {
  expect(await inspect(playbook(500))).toBe(500);
  await expect(inspect(playbook(501))).rejects.toThrow("This PDF has too many pages. A document can have at most 500.");
});

describe("a PDF that cannot be shown is refused with a message for its owner", () => {
  const whole = playbook(3);
  test.each([
    ["protected by a password", encrypted(), DOCUMENT_FAULTS.encrypted],
    ["another kind of file", Buffer.from("PK\u0003\u0004 a text document"), DOCUMENT_FAULTS.notPdf],
    ["an HTML page named .pdf", Buffer.from("<html><script>alert(1)</script></html>"), DOCUMENT_FAULTS.notPdf],
    ["cut off", whole.subarray(0, whole.length / 2), DOCUMENT_FAULTS.broken],
    ["nothing but a header", Buffer.from("%PDF-1.7\n%%EOF\n"), DOCUMENT_FAULTS.broken],
    ["overwritten in its middle", Buffer.from(whole).fill(0, 20, whole.length - 200), DOCUMENT_FAULTS.broken],
  ])("%s", async (_, bytes, sentence) => {
    await expect(render(bytes)).rejects.toThrow(sentence);
  });
});

const fits = (memoryBytes: number) =>
  render(playbook(1), { memoryBytes }).then(
    () => true,
    () => false,
  );

/** The least address space that Node and PDFium need, to 128 MB, plus 300 MB for what is drawn. */
async function findMemoryLimit(): Promise<number> {
  let [tooLittle, enough] = [1_024 * MIB, 4_096 * MIB];
  while (enough - tooLittle > 128 * MIB) {
    const between = (tooLittle + enough) / 2;
    if (await fits(between)) enough = between;
    else tooLittle = between;
  }
  return enough + 300 * MIB;
}

describe("a PDF bomb ends at the limits", () => {
  test("of CPU time", async () => {
    await expect(render(nestedForms(12), { cpuS: 3 })).rejects.toThrow(DOCUMENT_FAULTS.tooComplex);
  });

  test("of memory (1 GB of content compressed twice, 2.5 gigapixels), while a small document fits", async () => {
    const memoryBytes = await findMemoryLimit();
    expect(memoryBytes).toBeLessThan(4_096 * MIB);
    expect(await fits(memoryBytes)).toBe(true);
    await expect(render(deflateBomb(1_024 * MIB), { memoryBytes })).rejects.toThrow(DOCUMENT_FAULTS.tooComplex);
    const huge = await render(hugePicture(50_000), { memoryBytes }).catch((error: Error) => error.message);
    // If PDFium notices in time, it only leaves the picture out.
    if (typeof huge === "string") expect(huge).toBe(DOCUMENT_FAULTS.tooComplex);
    else expect(huge.pages).toHaveLength(1);
  });

  test.each([
    ["forms that draw each other", nestedForms(3, true), DOCUMENT_FAULTS.tooComplex],
    // PDFium stops after a few thousand levels, and finds no page.
    ["a page tree of 20,000 levels", deepTree(20_000), DOCUMENT_FAULTS.broken],
  ])("of the stack: %s", async (_, bytes, sentence) => {
    await expect(render(bytes)).rejects.toThrow(sentence);
  });
});
