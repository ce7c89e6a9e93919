/**
 * Opens an untrusted PDF in a process of its own, which may crash, hang or run out of memory without affecting others.
 * Reads `source` in its working folder. Writes one JSON line for each event of `render-document.ts`, which starts it, and
 * the outline, and for each page three pictures and a file with its words and links.
 */

import { readFileSync, writeFileSync } from "node:fs";
// A reader waits for this process to start. Loading the contract's schemas would take a third longer.
import { DOCUMENT_PAGES_MAX } from "@app/contract/document-limits";
import type { DocumentFault } from "@app/contract/documents";
import sharp from "sharp";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import { OUTLINE_NAME, PAGE_WIDTHS, type RenderEvent } from "./page-files.ts";
import { type Pdfium, startPdfium, withMemory } from "./pdfium.ts";
import { readLinks, readOutline, readWords } from "./read-text.ts";

/** The header may follow some other bytes, and the end of the file may precede some (ISO 32000-1, annex H). */
const HEADER_WITHIN_BYTES = 1_024;
const END_WITHIN_BYTES = 4_096;
const PASSWORD_ERROR = 4;
/** Of a page that cannot be read: US Letter. */
const FALLBACK_SIZE = { widthPt: 612, heightPt: 792 };
const TALLEST_PX = 3_200;
const OPAQUE_COLOR_FORMAT = 3;
const CHANNELS = 4;
const WHITE = 0xffffffff;
/** FPDF_ANNOT draws what is on annotations; FPDF_REVERSE_BYTE_ORDER gives RGB. */
const RENDER_FLAGS = 0x01 | 0x10;
/** More effort saves 2 % and takes twice as long. */
const WEBP = { quality: 80, effort: 2 };

class DocumentError extends Error {
  readonly fault: DocumentFault;
  constructor(fault: DocumentFault) {
    super(fault);
    this.fault = fault;
  }
}

sharp.concurrency(1);
sharp.cache(false);
try {
  const { pdfium, document, pageCount } = await openDocument();
  if (process.argv[2] === "render") await renderPages(pdfium, document, pageCount);
  else inspect(pdfium, document, pageCount);
} catch (error) {
  if (error instanceof DocumentError) report({ fault: error.fault });
  // PDFium ends in a trap when it runs out of memory or stack, or meets a fault of its own.
  else if (isTrap(error)) report({ fault: "tooComplex" });
  else throw error;
}

/** TypeScript without the browser does not know `WebAssembly.RuntimeError`. */
function isTrap(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof Error && error.name === "RuntimeError");
}

function report(event: RenderEvent): void {
  process.stdout.write(`${JSON.stringify(event)}\n`);
}

async function openDocument(): Promise<{ pdfium: Pdfium; document: number; pageCount: number }> {
  const bytes = readFileSync(SOURCE_NAME);
  if (!bytes.subarray(0, HEADER_WITHIN_BYTES).includes("%PDF-")) throw new DocumentError("notPdf");
  if (!bytes.subarray(-END_WITHIN_BYTES).includes("%%EOF")) throw new DocumentError("broken");
  const pdfium = await startPdfium();
  // Never freed: PDFium reads from it until the process ends.
  const at = pdfium.wasmExports.malloc(bytes.length);
  if (at === 0) throw new DocumentError("tooComplex");
  pdfium.HEAPU8.set(bytes, at);
  const document = pdfium._FPDF_LoadMemDocument(at, bytes.length, 0);
  if (document === 0) throw new DocumentError(pdfium._FPDF_GetLastError() === PASSWORD_ERROR ? "encrypted" : "broken");
  const pageCount = pdfium._FPDF_GetPageCount(document);
  if (pageCount <= 0) throw new DocumentError("broken");
  if (pageCount > DOCUMENT_PAGES_MAX) throw new DocumentError("tooManyPages");
  return { pdfium, document, pageCount };
}

function inspect(pdfium: Pdfium, document: number, pageCount: number): void {
  const page = pdfium._FPDF_LoadPage(document, 0);
  if (page === 0 && pageCount === 1) throw new DocumentError("broken");
  report({ pageCount });
}

/** While the pictures of one page are encoded in other threads, PDFium draws the next page. */
async function renderPages(pdfium: Pdfium, document: number, pageCount: number): Promise<void> {
  writeFileSync(OUTLINE_NAME, JSON.stringify(readOutline(pdfium, document, pageCount)));
  report({ pageCount });
  let textLeft = Number(process.argv[3]);
  let unreadable = 0;
  let encoded = Promise.resolve();
  const copies = [0, 1].map(() => Buffer.alloc(PAGE_WIDTHS[2] * TALLEST_PX * CHANNELS));
  for (let index = 0; index < pageCount; index += 1) {
    const page = pdfium._FPDF_LoadPage(document, index);
    const isTextKept = textLeft > 0;
    const { words, lacksFont } = page !== 0 && isTextKept ? readWords(pdfium, page) : { words: [], lacksFont: false };
    const links = page === 0 ? [] : readLinks(pdfium, document, { page, pageCount });
    for (const { text } of words) textLeft -= text.length;
    writeFileSync(`${index + 1}.json`, JSON.stringify({ words, links }));
    const drawn = drawPage(pdfium, page, copies[index % 2] ?? Buffer.alloc(0));
    if (page === 0) unreadable += 1;
    else pdfium._FPDF_ClosePage(page);
    await encoded;
    encoded = encodePage(drawn, index + 1).then(() => {
      const { widthPx, heightPx } = drawn;
      report({ page: index + 1, widthPx, heightPx, isReadable: page !== 0, lacksFont, isTextKept });
    });
  }
  await encoded;
  if (unreadable === pageCount) throw new DocumentError("broken");
}

type Size = { widthPx: number; heightPx: number };
type Drawn = Size & { pixels: Buffer };

/** Draws a page in the largest size. One that cannot be read is white. @param copy memory for its pixels */
function drawPage(pdfium: Pdfium, page: number, copy: Buffer): Drawn {
  const { widthPx, heightPx } = toPixels(
    page === 0
      ? FALLBACK_SIZE
      : { widthPt: pdfium._FPDF_GetPageWidthF(page), heightPt: pdfium._FPDF_GetPageHeightF(page) },
  );
  const stride = widthPx * CHANNELS;
  const pixels = withMemory(pdfium, stride * heightPx, (pointer) => {
    const bitmap = pdfium._FPDFBitmap_CreateEx(widthPx, heightPx, OPAQUE_COLOR_FORMAT, pointer, stride);
    if (bitmap === 0) throw new DocumentError("tooComplex");
    pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, widthPx, heightPx, WHITE);
    if (page !== 0) pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, widthPx, heightPx, 0, RENDER_FLAGS);
    pdfium._FPDFBitmap_Destroy(bitmap);
    // A copy, because PDFium's memory moves when it grows.
    copy.set(pdfium.HEAPU8.subarray(pointer, pointer + stride * heightPx));
    return copy.subarray(0, stride * heightPx);
  });
  return { widthPx, heightPx, pixels };
}

async function encodePage({ pixels, widthPx, heightPx }: Drawn, number: number): Promise<void> {
  const raw = { width: widthPx, height: heightPx, channels: CHANNELS } as const;
  for (const width of PAGE_WIDTHS) {
    const picture = sharp(pixels, { raw }).removeAlpha().resize({ width, withoutEnlargement: true });
    // It fails only where memory ends.
    const webp = await picture
      .webp(WEBP)
      .toBuffer()
      .catch(() => null);
    if (!webp) throw new DocumentError("tooComplex");
    writeFileSync(`${number}-${width}.webp`, webp);
  }
}

/** The largest width, unless the page would become taller than a picture may be. */
function toPixels({ widthPt, heightPt }: typeof FALLBACK_SIZE): Size {
  const scale = Math.min(PAGE_WIDTHS[2] / widthPt, TALLEST_PX / heightPt);
  const toWhole = (pt: number) => Math.max(1, Math.round(pt * scale));
  return Number.isFinite(scale) && scale > 0
    ? { widthPx: toWhole(widthPt), heightPx: toWhole(heightPt) }
    : toPixels(FALLBACK_SIZE);
}
