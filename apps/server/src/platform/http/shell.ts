import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { escapeHtml } from "../html.ts";
import { type PageHead, toHeadHtml } from "../page-head.ts";

/** What a page shows first, known before it asks. Sent to everybody alike: public facts only. */
export type FirstView = {
  /** Null where members alone are shown any. */
  data: unknown;
  /** Addresses of the API that the page asks at once: what is not for whoever reads the shell. */
  asks: readonly string[];
  /** The largest picture of it. */
  picture: string | null;
  /** The same for a phone, taller than wide. */
  tallPicture?: string | null;
  /** Where `index.html` shows it before any script has run; without one the page's own scripts show it. */
  place?: "banner" | "cover";
};

/** What the server says of an address before the page's own scripts run. */
export type OpenedPage = {
  head: PageHead;
  view: FirstView | null;
  /** Whoever has the address has what it shows: it is handed on to nobody. */
  isSecret: boolean;
};

export type Shell = {
  /** @param address without its query */
  toHtml(address: string, page: OpenedPage): string;
};

/** The scripts of a page and its picture, by its address; `*` at its end stands for anything. */
const pageFiles = z.record(z.string(), z.array(z.string()));

/** In the built page comments, so that they are nothing to whoever serves the file as it is. */
const PLACES = /<!-- (banner|cover):(.*?)-->/gs;

/** As wide as the pictures of a phone are shown, and wider: Tailwind's `sm`. */
const [PHONE, WIDER] = ["(width < 40rem)", "(width >= 40rem)"];

/** What draws the page: its scripts, and the fonts of their words. */
const DRAWING = /\s*<script type="module".*?<\/script>|\s*<link rel="(?:modulepreload"|preload" as="font")[^>]*>/gs;

/** What the built page says of itself; each address says its own instead. */
const OWN_WORDS = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;

/**
 * The page's HTML, which is the same for every address but for what is said of it, and what helps it to paint sooner.
 * @param site.isLocal the pages of a developer's own machine are there
 * @returns null where the page was not built
 */
export function openShell(folder: string, site: { isLocal: boolean; publicUrl: string }): Shell | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const [built = "", body = ""] = readFileSync(file, "utf8").split("</head>");
  const own = built.replace(OWN_WORDS, "");
  const filesOfPages = path.join(folder, "pages.json");
  const pages = existsSync(filesOfPages) ? pageFiles.parse(JSON.parse(readFileSync(filesOfPages, "utf8"))) : {};
  const mode = site.isLocal ? `<meta name="fieldhouse-mode" content="local" />` : "";
  return {
    toHtml: (address, { head, view }) => {
      const asks = (view?.asks ?? []).map(toAskLink).join("");
      const files = toFileLinks(pages, address).join("");
      const said = `${toHeadHtml(head, site.publicUrl)}${mode}${asks}`;
      const shown = withData(withPicture(body, view), view);
      const links = withPictureLinks(own, address, view);
      if (!hasPlace(view)) return `${links}${said}${files}</head>${shown}`;
      return `${links.replace(DRAWING, "")}${said}</head>${withLate(shown, own, files)}`;
    },
  };
}

/** The picture is painted before any script has run. */
function hasPlace(view: FirstView | null): boolean {
  return view?.place !== undefined && view.picture !== null;
}

/** `public/start.js` takes it out once the picture is painted. */
function withLate(body: string, own: string, files: string): string {
  const drawing = (own.match(DRAWING) ?? []).join("") + files;
  return body.replace("</body>", () => `<template id="after-picture">${drawing}</template></body>`);
}

/** Before the scripts: a browser has six lines to a server of HTTP/1.1, and what is asked first has them. */
function withPictureLinks(head: string, address: string, view: FirstView | null): string {
  const { picture = null, tallPicture = null } = view ?? {};
  if (picture === null) return head;
  const links =
    tallPicture === null
      ? toPictureLink(address, picture)
      : toPictureLink(address, tallPicture, PHONE) + toPictureLink(address, picture, WIDER);
  return head.replace(/(?=<script)|$/, () => links);
}

/** The page finds the picture again by its own address. */
function toPictureLink(address: string, picture: string, media?: string): string {
  const when = media ? ` media="${media}"` : "";
  const of = `data-of="${escapeHtml(address)}"`;
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(picture)}" ${of}${when} />`;
}

/** As the page's own question is sent, or the browser would ask twice. */
function toAskLink(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}" />`;
}

/** Scripts of use only after those of the shell: they do not take the line from what is painted before any of them. */
function toFileLinks(pages: Record<string, string[]>, address: string): string[] {
  const files = pages[address] ?? pages[address.replace(/\/[^/]+$/, "/*")] ?? [];
  return files.map((file) => {
    const as = file.endsWith(".js")
      ? `rel="modulepreload" crossorigin fetchpriority="low"`
      : `rel="preload" as="image" fetchpriority="high"`;
    return `<link ${as} href="${escapeHtml(file)}" />`;
  });
}

/** What stands in the place of the page until its scripts draw it; nothing is left of it where it has no picture. */
function withPicture(body: string, view: FirstView | null): string {
  const { picture = null, tallPicture = null, place: shown } = view ?? {};
  return body.replace(PLACES, (_, place: string, html: string) => {
    if (picture === null || place !== shown) return "";
    return html
      .replace("{tall}", () => escapeHtml(tallPicture ?? picture))
      .replace("{picture}", () => escapeHtml(picture));
  });
}

/** A block of data is no script to the browser; without `<` nothing in it can end it. */
function withData(body: string, view: FirstView | null): string {
  if (view === null || view.data === null) return body;
  const json = JSON.stringify(view.data).replaceAll("<", "\\u003c");
  // A function: in a text, `$&` of somebody's title would be read as an instruction.
  return body.replace("</body>", () => `<script type="application/json" id="first-view">${json}</script></body>`);
}
