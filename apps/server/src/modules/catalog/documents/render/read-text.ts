import { PAGE_UNITS } from "@app/contract/document-limits";
import type { OutlineEntry, PageBox, PageLink, PageWord } from "@app/contract/documents";
import { toLine } from "@app/contract/plain-text";
import { type Pdfium, withMemory } from "./pdfium.ts";

const CHARS_PER_PAGE_MAX = 100_000;
const WORD_MAX_CHARS = 200;
const LINKS_PER_PAGE_MAX = 500;
const URL_MAX_CHARS = 2_000;
const SAFE_PROTOCOLS = new Set(["http:", "https:", "mailto:"]);
/** The size of `FS_RECTF`: four floats. */
const RECT_BYTES = 16;

const GO_TO_PAGE = 1;
const OPEN_URL = 3;

/** In points, with the origin in the lower left corner. */
type Rect = { left: number; top: number; right: number; bottom: number };

/** The last letter that PDFium's own fonts have; they replace fonts that are missing in a file. */
const LAST_LATIN = 0x24f;
const LETTER = /^\p{L}$/u;

type ReadPage = {
  words: PageWord[];
  /** Letters are missing in the picture: their font is not in the file, and is none that PDFium has. */
  lacksFont: boolean;
};

/** Reads the words of a page in the order of its content, which PDFium turns into lines. */
export function readWords(pdfium: Pdfium, page: number): ReadPage {
  const text = pdfium._FPDFText_LoadPage(page);
  if (text === 0) return { words: [], lacksFont: false };
  try {
    return {
      words: withMemory(pdfium, RECT_BYTES, (rect) => collectWords(pdfium, { page, text, rect })),
      lacksFont: lacksFont(pdfium, text),
    };
  } finally {
    pdfium._FPDFText_ClosePage(text);
  }
}

function lacksFont(pdfium: Pdfium, text: number): boolean {
  const count = Math.min(pdfium._FPDFText_CountChars(text), CHARS_PER_PAGE_MAX);
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    if (code <= LAST_LATIN || !LETTER.test(toCharacter(code))) continue;
    const object = pdfium._FPDFText_GetTextObject(text, index);
    const font = object === 0 ? 0 : pdfium._FPDFTextObj_GetFont(object);
    if (font !== 0 && pdfium._FPDFFont_GetIsEmbedded(font) === 0) return true;
  }
  return false;
}

function collectWords(pdfium: Pdfium, { page, text, rect }: { page: number; text: number; rect: number }): PageWord[] {
  const words: PageWord[] = [];
  let letters = "";
  let around: Rect | null = null;
  const endWord = () => {
    const shown = toStart(letters, WORD_MAX_CHARS);
    const box = around && toBox(pdfium, page, around);
    if (shown !== "" && box) words.push({ box, text: shown, ends_line: false });
    letters = "";
    around = null;
  };
  const count = Math.min(pdfium._FPDFText_CountChars(text), CHARS_PER_PAGE_MAX);
  for (let index = 0; index < count; index += 1) {
    const code = pdfium._FPDFText_GetUnicode(text, index);
    const character = toCharacter(code);
    const isInWord = character.trim() !== "";
    if (isInWord) {
      letters += character;
      if (pdfium._FPDFText_GetLooseCharBox(text, index, rect) !== 0) around = join(around, readRect(pdfium, rect));
    }
    if (!isInWord || isLineEndHyphen(code)) endWord();
    if (character === "\n" || isLineEndHyphen(code)) endLine(words);
  }
  endWord();
  endLine(words);
  return words;
}

function endLine(words: readonly PageWord[]): void {
  const last = words.at(-1);
  if (last) last.ends_line = true;
}

/** PDFium replaces a hyphen at the end of a line by one of these marks, and has no line break after it. */
function isLineEndHyphen(code: number): boolean {
  return code === 2 || code === 0xfffe;
}

function toCharacter(code: number): string {
  if (isLineEndHyphen(code)) return "-";
  return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : " ";
}

/** Reads the links of a page that lead to a page or to an address that is safe to open. */
export function readLinks(pdfium: Pdfium, document: number, { page, pageCount }: { page: number; pageCount: number }) {
  const links: PageLink[] = [];
  withMemory(pdfium, RECT_BYTES + 8, (memory) => {
    const position = memory + RECT_BYTES;
    const found = position + 4;
    pdfium.HEAP32[position / 4] = 0;
    for (let seen = 0; seen < LINKS_PER_PAGE_MAX; seen += 1) {
      if (pdfium._FPDFLink_Enumerate(page, position, found) === 0) break;
      const link = pdfium.HEAP32[found / 4] ?? 0;
      if (pdfium._FPDFLink_GetAnnotRect(link, memory) === 0) continue;
      const box = toBox(pdfium, page, readRect(pdfium, memory));
      const target = readTarget(pdfium, document, {
        destination: pdfium._FPDFLink_GetDest(document, link),
        action: pdfium._FPDFLink_GetAction(link),
        pageCount,
      });
      if (box && (target.page !== null || target.url !== null)) links.push({ box, ...target });
    }
  });
  return links;
}

type Target = { destination: number; action: number; pageCount: number };

/** Where a link or a bookmark leads. Actions other than a page or an address, such as scripts, lead nowhere. */
export function readTarget(
  pdfium: Pdfium,
  document: number,
  { destination, action, pageCount }: Target,
): { page: number | null; url: string | null } {
  const type = action === 0 ? 0 : pdfium._FPDFAction_GetType(action);
  const at = destination || (type === GO_TO_PAGE ? pdfium._FPDFAction_GetDest(document, action) : 0);
  const index = at === 0 ? -1 : pdfium._FPDFDest_GetDestPageIndex(document, at);
  if (index >= 0 && index < pageCount) return { page: index + 1, url: null };
  return { page: null, url: type === OPEN_URL ? readUrl(pdfium, document, action) : null };
}

function readUrl(pdfium: Pdfium, document: number, action: number): string | null {
  const sizeBytes = pdfium._FPDFAction_GetURIPath(document, action, 0, 0);
  if (sizeBytes <= 1 || sizeBytes > URL_MAX_CHARS) return null;
  return withMemory(pdfium, sizeBytes, (pointer) => {
    pdfium._FPDFAction_GetURIPath(document, action, pointer, sizeBytes);
    const text = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + sizeBytes - 1)).toString("utf8");
    return toSafeUrl(text);
  });
}

export function toSafeUrl(text: string): string | null {
  const url = URL.parse(text.trim());
  return url && SAFE_PROTOCOLS.has(url.protocol) ? url.href : null;
}

function readRect({ HEAPF32 }: Pdfium, pointer: number): Rect {
  const [left = 0, top = 0, right = 0, bottom = 0] = HEAPF32.subarray(pointer / 4, pointer / 4 + 4);
  return { left, top, right, bottom };
}

function join(a: Rect | null, b: Rect): Rect {
  if (!a) return b;
  return {
    left: Math.min(a.left, b.left),
    right: Math.max(a.right, b.right),
    top: Math.max(a.top, b.top),
    bottom: Math.min(a.bottom, b.bottom),
  };
}

/** @returns null for a box that is outside of the page or has no area; the page's rotation is applied */
function toBox(pdfium: Pdfium, page: number, { left, top, right, bottom }: Rect): PageBox | null {
  return withMemory(pdfium, 8, (point) => {
    const toDevice = (x: number, y: number): [number, number] => {
      pdfium._FPDF_PageToDevice(page, 0, 0, PAGE_UNITS, PAGE_UNITS, 0, x, y, point, point + 4);
      return [clamp(pdfium.HEAP32[point / 4] ?? 0), clamp(pdfium.HEAP32[point / 4 + 1] ?? 0)];
    };
    const [x1, y1] = toDevice(left, top);
    const [x2, y2] = toDevice(right, bottom);
    const width = Math.abs(x2 - x1);
    const height = Math.abs(y2 - y1);
    return width === 0 || height === 0 ? null : [Math.min(x1, x2), Math.min(y1, y2), width, height];
  });
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), PAGE_UNITS);
}

const ENTRIES_MAX = 1_000;
const DEPTH_MAX = 6;
const OUTLINE_TITLE_MAX_CHARS = 200;
/** Nobody writes a longer title. */
const TITLE_MAX_BYTES = 1024 ** 2;

/** Reads the outline, top down. Bookmarks that lead back to one already read are skipped, so a cycle ends. */
export function readOutline(pdfium: Pdfium, document: number, pageCount: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const seen = new Set<number>();
  const readSiblings = (parent: number, depth: number) => {
    let bookmark = pdfium._FPDFBookmark_GetFirstChild(document, parent);
    while (bookmark !== 0 && !seen.has(bookmark) && seen.size < ENTRIES_MAX) {
      seen.add(bookmark);
      const destination = pdfium._FPDFBookmark_GetDest(document, bookmark);
      const action = pdfium._FPDFBookmark_GetAction(bookmark);
      const { page } = readTarget(pdfium, document, { destination, action, pageCount });
      const title = readTitle(pdfium, bookmark);
      if (title !== "") entries.push({ title, depth, page });
      if (depth < DEPTH_MAX) readSiblings(bookmark, depth + 1);
      bookmark = pdfium._FPDFBookmark_GetNextSibling(document, bookmark);
    }
  };
  readSiblings(0, 0);
  return entries;
}

function readTitle(pdfium: Pdfium, bookmark: number): string {
  const sizeBytes = pdfium._FPDFBookmark_GetTitle(bookmark, 0, 0);
  // PDFium writes nothing into memory that is too small for the whole title.
  if (sizeBytes < 2 || sizeBytes > TITLE_MAX_BYTES) return "";
  return withMemory(pdfium, sizeBytes, (pointer) => {
    pdfium._FPDFBookmark_GetTitle(bookmark, pointer, sizeBytes);
    const bytes = Buffer.from(pdfium.HEAPU8.slice(pointer, pointer + sizeBytes - 2));
    return toStart(bytes.toString("utf16le"), OUTLINE_TITLE_MAX_CHARS);
  });
}

/** The start of a text as one line, without half a character at its end, which the database refuses. */
function toStart(text: string, maxChars: number): string {
  return toLine(toLine(text.toWellFormed()).slice(0, maxChars));
}
