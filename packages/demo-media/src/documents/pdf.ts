import { deflateSync } from "node:zlib";

/** Objects of a PDF, numbered in the order in which they are added. */
export type PdfObjects = {
  /** @returns the number under which other objects refer to it */
  add(body: string): number;
  addStream(dictionary: string, bytes: Buffer): number;
  /** A number for an object that is added later with `set`. */
  reserve(): number;
  set(id: number, body: string): void;
  /** @param trailer further entries of the trailer */
  finish(rootId: number, trailer?: string): Buffer;
};

export type PdfLink = {
  /** Left, bottom, right and top, in points from the lower left corner. */
  box: readonly [number, number, number, number];
  to: { url: string } | { page: number };
};

export type PdfPage = {
  widthPt: number;
  heightPt: number;
  /** Operators of the page's content stream. */
  content: string;
  links?: readonly PdfLink[];
  /** Clockwise, in degrees. */
  rotation?: 0 | 90 | 180 | 270;
};

export type PdfPicture = { name: string; jpeg: Buffer; widthPx: number; heightPx: number };

type PdfExtras = {
  /** Page numbers start at 1. */
  outline?: readonly { title: string; page: number }[];
  pictures?: readonly PdfPicture[];
};

/** US Letter, in points. */
export const LETTER = { widthPt: 612, heightPt: 792 } as const;

export const FONTS = { regular: "/F1", bold: "/F2" } as const;

/** Collects objects and writes them with their cross-reference table (ISO 32000-1, section 7.5). */
export function createPdf(): PdfObjects {
  const bodies: Buffer[] = [];
  const put = (id: number, body: Buffer) => {
    bodies[id - 1] = body;
    return id;
  };
  return {
    add: (body) => put(bodies.length + 1, Buffer.from(body, "latin1")),
    addStream: (dictionary, bytes) =>
      put(
        bodies.length + 1,
        Buffer.concat([
          Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
          bytes,
          Buffer.from("\nendstream"),
        ]),
      ),
    reserve: () => put(bodies.length + 1, Buffer.from("null")),
    set: (id, body) => void put(id, Buffer.from(body, "latin1")),
    finish: (rootId, trailer = "") => finish(bodies, rootId, trailer),
  };
}

function finish(bodies: readonly Buffer[], rootId: number, trailer: string): Buffer {
  const parts = [Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1")];
  let at = parts[0]?.length ?? 0;
  let table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n`;
  for (const [index, body] of bodies.entries()) {
    const object = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), body, Buffer.from("\nendobj\n")]);
    table += `${String(at).padStart(10, "0")} 00000 n \n`;
    at += object.length;
    parts.push(object);
  }
  const end = `trailer\n<< /Size ${bodies.length + 1} /Root ${rootId} 0 R ${trailer} >>\nstartxref\n${at}\n%%EOF\n`;
  return Buffer.concat([...parts, Buffer.from(table), Buffer.from(end)]);
}

/** Writes pages with the two fonts of `FONTS`, links, pictures and an outline. */
export function writePdf(pages: readonly PdfPage[], { outline = [], pictures = [] }: PdfExtras = {}): Buffer {
  const pdf = createPdf();
  const tree = pdf.reserve();
  const fonts = ["Helvetica", "Helvetica-Bold"].map((name, index) => {
    const id = pdf.add(`<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`);
    return `/F${index + 1} ${id} 0 R`;
  });
  const images = pictures.map(({ name, jpeg, widthPx, heightPx }) => {
    const dictionary = `/Type /XObject /Subtype /Image /Width ${widthPx} /Height ${heightPx} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`;
    return `/${name} ${pdf.addStream(dictionary, jpeg)} 0 R`;
  });
  const resources = pdf.add(`<< /Font << ${fonts.join(" ")} >> /XObject << ${images.join(" ")} >> >>`);
  const ids = pages.map(() => pdf.reserve());
  for (const [index, page] of pages.entries()) {
    const content = pdf.addStream("/Filter /FlateDecode", deflateSync(Buffer.from(page.content, "latin1")));
    const links = (page.links ?? []).map((link) => `${pdf.add(toAnnotation(link, ids))} 0 R`);
    pdf.set(
      ids[index] ?? 0,
      `<< /Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${page.widthPt} ${page.heightPt}] /Rotate ${page.rotation ?? 0} /Resources ${resources} 0 R /Contents ${content} 0 R /Annots [${links.join(" ")}] >>`,
    );
  }
  pdf.set(tree, `<< /Type /Pages /Count ${ids.length} /Kids [${ids.map((id) => `${id} 0 R`).join(" ")}] >>`);
  const entries = outline.length === 0 ? "" : `/Outlines ${addOutline(pdf, outline, ids)} 0 R`;
  return pdf.finish(pdf.add(`<< /Type /Catalog /Pages ${tree} 0 R ${entries} >>`));
}

function toAnnotation({ box, to }: PdfLink, pageIds: readonly number[]): string {
  const target =
    "url" in to ? `/A << /S /URI /URI (${escapeText(to.url)}) >>` : `/Dest [${pageIds[to.page - 1] ?? 0} 0 R /Fit]`;
  return `<< /Type /Annot /Subtype /Link /Rect [${box.join(" ")}] /Border [0 0 0] ${target} >>`;
}

function addOutline(pdf: PdfObjects, entries: NonNullable<PdfExtras["outline"]>, pageIds: readonly number[]): number {
  const root = pdf.reserve();
  const ids = entries.map(() => pdf.reserve());
  for (const [index, { title, page }] of entries.entries()) {
    const next = ids[index + 1] === undefined ? "" : `/Next ${ids[index + 1]} 0 R`;
    const previous = index === 0 ? "" : `/Prev ${ids[index - 1]} 0 R`;
    pdf.set(
      ids[index] ?? 0,
      `<< /Title (${escapeText(title)}) /Parent ${root} 0 R ${previous} ${next} /Dest [${pageIds[page - 1] ?? 0} 0 R /Fit] >>`,
    );
  }
  pdf.set(root, `<< /Type /Outlines /First ${ids[0]} 0 R /Last ${ids.at(-1)} 0 R /Count ${ids.length} >>`);
  return root;
}

/** One line of text as a content operator; the point is the left end of its baseline. */
export function textAt(
  xPt: number,
  yPt: number,
  text: string,
  { sizePt = 12, font = FONTS.regular }: { sizePt?: number; font?: string } = {},
) {
  return `BT ${font} ${sizePt} Tf 1 0 0 1 ${xPt} ${yPt} Tm (${escapeText(text)}) Tj ET\n`;
}

function escapeText(text: string): string {
  return text.replace(/[\\()]/g, "\\$&");
}
