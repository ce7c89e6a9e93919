import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";
import { createPdf, FONTS, LETTER, type PdfPage, textAt, writePdf } from "@app/demo-media/documents/pdf";
import { drawPhoto } from "#testing/pictures.ts";

const LINES_PER_PAGE = 40;

/** A playbook with an outline: page n names its number, and its first line links to the next page. */
export function playbook(pageCount: number, word = "slant", start = "Start"): Buffer {
  const pages = Array.from({ length: pageCount }, (_, index): PdfPage => {
    const lines = Array.from({ length: LINES_PER_PAGE }, (_, line) =>
      textAt(60, 680 - line * 14, `Play ${line + 1}: the receiver runs a ${word} route behind the safety.`, {
        sizePt: 10,
      }),
    );
    return {
      ...LETTER,
      content: textAt(60, 720, `Page ${index + 1} of the playbook`, { sizePt: 24, font: FONTS.bold }) + lines.join(""),
      links: [{ box: [60, 676, 300, 690], to: { page: index + 2 > pageCount ? 1 : index + 2 } }],
    };
  });
  return writePdf(pages, {
    outline: [
      { title: start, page: 1 },
      { title: "The last page", page: pageCount },
    ],
  });
}

/** A page whose first line ends within a word, as a word processor divides it. */
export function hyphenated(): Buffer {
  return writePdf([
    { ...LETTER, content: textAt(60, 720, "Notes on the foot-") + textAt(60, 706, "ball team and its plays") },
  ]);
}

/** Pages of these sizes in points, each with one word. */
export function pagesOfSizes(...sizes: readonly (readonly [number, number])[]): Buffer {
  return writePdf(
    sizes.map(([widthPt, heightPt]) => ({ widthPt, heightPt, content: textAt(widthPt / 4, heightPt / 2, "Size") })),
  );
}

/** Pages that are nothing but a photo. */
export async function scanned(pageCount: number): Promise<Buffer> {
  const jpeg = await drawPhoto(850, 1_100);
  const page = { ...LETTER, content: "q 612 0 0 792 0 0 cm /Scan Do Q" };
  return writePdf(
    Array.from({ length: pageCount }, () => page),
    {
      pictures: [{ name: "Scan", jpeg, widthPx: 850, heightPx: 1_100 }],
    },
  );
}

/** Protected by a password that nobody knows: the check values fit none. */
export function encrypted(): Buffer {
  const check = "00".repeat(32);
  return onePage("", {
    trailer: `/ID [<${"11".repeat(16)}> <${"11".repeat(16)}>] /Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <${check}> /U <${check}> >>`,
  });
}

/** Everybody may open it; to print or change it needs a password. PDF 1.7, 7.6.3, revision 4, which encrypts no content here. */
export function withOwnerPassword(content: string): Buffer {
  const fill = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
  const id = Buffer.alloc(16, 0x11);
  const permissions = Buffer.alloc(4);
  permissions.writeInt32LE(-3_904);
  const toKey = (seed: Buffer) => Array.from({ length: 51 }).reduce<Buffer>((hash) => md5(hash), seed);
  const toCheck = (key: Buffer, bytes: Buffer) =>
    Array.from({ length: 20 }).reduce<Buffer>(
      (text, _, round) => rc4(Buffer.from(key.map((byte) => byte ^ round)), text),
      bytes,
    );
  const owner = toCheck(toKey(Buffer.concat([Buffer.from("coach"), fill]).subarray(0, 32)), fill);
  const user = toCheck(toKey(Buffer.concat([fill, owner, permissions, id])), md5(Buffer.concat([fill, id])));
  const check = `/O <${owner.toString("hex")}> /U <${user.toString("hex")}${"00".repeat(16)}>`;
  const noCipher = "/CF << /StdCF << /CFM /None >> >> /StmF /Identity /StrF /Identity";
  const hex = id.toString("hex");
  return onePage(content, {
    trailer: `/ID [<${hex}> <${hex}>] /Encrypt << /Filter /Standard /V 4 /R 4 /Length 128 /P -3904 ${check} ${noCipher} >>`,
    resources: (pdf) => `/Font << /F1 ${pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>")} 0 R >>`,
  });
}

function md5(bytes: Buffer): Buffer {
  return createHash("md5").update(bytes).digest();
}

/** OpenSSL no longer has it. */
function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  let j = 0;
  for (let i = 0; i < 256; i++) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  j = 0;
  return Buffer.from(
    bytes.map((byte, at) => {
      const i = (at + 1) % 256;
      j = (j + (state[i] ?? 0)) % 256;
      swap(i, j);
      return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
    }),
  );
}

/** A script that runs when the document opens, and links that lead to scripts and files. */
export function withScripts(): Buffer {
  return writePdf([
    {
      ...LETTER,
      content: textAt(60, 700, "Click here"),
      links: ["javascript:alert(1)", "file:///etc/passwd", "https://example.com/rules", "mailto:coach@example.com"].map(
        (url, index) => ({ box: [60, 600 - 50 * index, 200, 640 - 50 * index] as const, to: { url } }),
      ),
    },
  ]);
}

/** One page of Latin letters in a font that every reader has; on the second one Chinese and Cyrillic, in no font of the file. */
export function withoutFonts(): Buffer {
  const pdf = createPdf();
  const tree = pdf.reserve();
  const latin = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  const song = pdf.add(
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> /DW 1000 >>",
  );
  const chinese = pdf.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [${song} 0 R] >>`,
  );
  const contents = ["/F1 24 Tf 60 700 Td (Caf\\351 au lait) Tj", "/F2 24 Tf 60 700 Td <4E2D65870416> Tj"];
  const pages = contents.map((content) => {
    const stream = pdf.addStream("", Buffer.from(`BT ${content} ET`, "latin1"));
    return pdf.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F1 ${latin} 0 R /F2 ${chinese} 0 R >> >> >>`,
    );
  });
  pdf.set(tree, `<< /Type /Pages /Count 2 /Kids [${pages.map((id) => `${id} 0 R`).join(" ")}] >>`);
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

type Parts = { trailer?: string; resources?: (pdf: ReturnType<typeof createPdf>) => string; catalog?: string };

/** One page whose content and resources a test writes itself. */
export function onePage(
  content: string | Buffer,
  { trailer = "", resources = () => "", catalog = "" }: Parts = {},
): Buffer {
  const pdf = createPdf();
  const tree = pdf.reserve();
  const stream = pdf.addStream("/Filter /FlateDecode", deflateSync(content));
  const page = pdf.add(
    `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << ${resources(pdf)} >> >>`,
  );
  pdf.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R ${catalog} >>`), trailer);
}

/** A content stream that unpacks to a thousand times its size, twice. */
export function deflateBomb(unpackedBytes: number): Buffer {
  const pdf = createPdf();
  const tree = pdf.reserve();
  const packed = deflateSync(deflateSync(Buffer.alloc(unpackedBytes, "0 0 m ")));
  const stream = pdf.addStream("/Filter [/FlateDecode /FlateDecode]", packed);
  const page = pdf.add(`<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R >>`);
  pdf.set(tree, `<< /Type /Pages /Count 1 /Kids [${page} 0 R] >>`);
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** Each form draws the next one ten times: 10^depth in all. With `isCyclic`, the last one draws the first. */
export function nestedForms(depth: number, isCyclic = false): Buffer {
  return onePage("/X Do", {
    resources: (pdf) => `/XObject << /X ${addForms(pdf, depth, isCyclic)} 0 R >>`,
  });
}

/** @returns the number of the first form */
function addForms(pdf: ReturnType<typeof createPdf>, depth: number, isCyclic: boolean): number {
  const ids = Array.from({ length: depth }, () => pdf.reserve());
  for (const [index, id] of ids.entries()) {
    const next = ids[index + 1] ?? (isCyclic ? ids[0] : undefined);
    const content = next === undefined ? "0 0 612 792 re f" : "/X Do ".repeat(10);
    const uses = next === undefined ? "" : `/XObject << /X ${next} 0 R >>`;
    pdf.set(
      id,
      `<< /Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources << ${uses} >> /Length ${content.length} >>\nstream\n${content}\nendstream`,
    );
  }
  return ids[0] ?? 0;
}

/** Pages with a word each, and after them one whose forms draw each other. */
export function bombAfter(pageCount: number, word: string): Buffer {
  const pdf = createPdf();
  const tree = pdf.reserve();
  const font = pdf.add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>");
  const bomb = addForms(pdf, 3, true);
  const pages = Array.from({ length: pageCount + 1 }, (_, index) => {
    const content = index < pageCount ? `BT /F1 24 Tf 60 700 Td (${word} ${index + 1}) Tj ET` : "/X Do";
    const stream = pdf.addStream("", Buffer.from(content));
    return pdf.add(
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${stream} 0 R /Resources << /Font << /F1 ${font} 0 R >> /XObject << /X ${bomb} 0 R >> >> >>`,
    );
  });
  pdf.set(tree, `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((id) => `${id} 0 R`).join(" ")}] >>`);
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R >>`));
}

/** A page tree as deep as it has nodes. */
export function deepTree(depth: number): Buffer {
  const pdf = createPdf();
  const ids = Array.from({ length: depth }, () => pdf.reserve());
  const page = pdf.add(`<< /Type /Page /Parent ${ids.at(-1)} 0 R /MediaBox [0 0 612 792] >>`);
  for (const [index, id] of ids.entries())
    pdf.set(
      id,
      `<< /Type /Pages /Count 1 /Kids [${ids[index + 1] ?? page} 0 R] ${index > 0 ? `/Parent ${ids[index - 1]} 0 R` : ""} >>`,
    );
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${ids[0]} 0 R >>`));
}

/** A gray picture of `sidePx` squared, in a few kilobytes. */
export function hugePicture(sidePx: number): Buffer {
  return onePage("q 612 0 0 792 0 0 cm /Huge Do Q", {
    resources: (pdf) => {
      const line = Buffer.alloc(sidePx, 0x80);
      const bytes = deflateSync(Buffer.concat(Array.from({ length: 1_000 }, () => line)));
      const id = pdf.addStream(
        `/Type /XObject /Subtype /Image /Width ${sidePx} /Height ${sidePx} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
        bytes,
      );
      return `/XObject << /Huge ${id} 0 R >>`;
    },
  });
}
