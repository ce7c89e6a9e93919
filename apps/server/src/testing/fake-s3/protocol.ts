import { escapeHtml } from "#platform/html.ts";

/** An error of S3. */
export class S3Fault extends Error {
  override readonly name = "S3Fault";
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Renders nested values as XML; an array repeats its element. */
export function toXml(name: string, value: XmlValue): string {
  if (Array.isArray(value)) return value.map((item) => toXml(name, item)).join("");
  if (value === null) return "";
  if (typeof value !== "object") return `<${name}>${escapeHtml(String(value))}</${name}>`;
  const inner = Object.entries(value).map(([key, child]) => toXml(key, child));
  return `<${name}>${inner.join("")}</${name}>`;
}

export type XmlValue = string | number | boolean | null | XmlValue[] | { [name: string]: XmlValue };

/** @returns the texts of all elements of this name, in order; enough for S3 clients */
export function textsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, "g"))].map(([, text = ""]) => readEntities(text));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function readEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return ENTITIES[name ?? ""] ?? whole;
  });
}
