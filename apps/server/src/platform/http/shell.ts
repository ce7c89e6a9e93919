import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { escapeHtml } from "../html.ts";
import { type PageHead, toHeadHtml } from "../page-head.ts";
import { type FirstPictures, hasPlace, toPictureLinks, withPictures } from "./shell-pictures.ts";

/** What a page shows first, known before it asks. Sent to everybody alike: public facts only. */
export type FirstView = FirstPictures & {
  /** Null where members alone are shown any. */
  data: unknown;
  /** Addresses of the API that the page asks at once: what is not for whoever reads the shell. */
  asks: readonly string[];
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
    toHtml: (address, page) => {
      const { head } = page;
      const named = filesOf(pages, address);
      const view = page.view && withOwnPicture(page.view, named);
      const asks = (view?.asks ?? []).map(toAskLink).join("");
      const files = toFileLinks(named.filter((file) => file !== view?.picture)).join("");
      const said = `${toHeadHtml(head, site.publicUrl)}${mode}${asks}`;
      const shown = withData(withPictures(body, view), view);
      const links = withPictureLinks(own, address, view);
      if (!hasPlace(view)) return `${links}${said}${files}</head>${shown}`;
      return `${links.replace(DRAWING, "")}${said}</head>${withLate(shown, own, files)}`;
    },
  };
}

/** `public/start.js` takes it out once the pictures are there. */
function withLate(body: string, own: string, files: string): string {
  const drawing = (own.match(DRAWING) ?? []).join("") + files;
  return body.replace("</body>", () => `<template id="after-picture">${drawing}</template></body>`);
}

/** Before the scripts: a browser has six lines to a server of HTTP/1.1, and what is asked first has them. */
function withPictureLinks(head: string, address: string, view: FirstView | null): string {
  const links = view ? toPictureLinks(address, view) : "";
  return head.replace(/(?=<script)|$/, () => links);
}

/** As the page's own question is sent, or the browser would ask twice. */
function toAskLink(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}" />`;
}

function filesOf(pages: Record<string, string[]>, address: string): string[] {
  return pages[address] ?? pages[address.replace(/\/[^/]+$/, "/*")] ?? [];
}

/** Scripts of use only after those of the shell: they do not take the line from what is painted before any of them. */
function toFileLinks(files: readonly string[]): string[] {
  return files.map((file) => {
    const as = isScript(file)
      ? `rel="modulepreload" crossorigin fetchpriority="low"`
      : `rel="preload" as="image" fetchpriority="high"`;
    return `<link ${as} href="${escapeHtml(file)}" />`;
  });
}

/** A page whose picture is always the same: its address is known to the build alone. */
function withOwnPicture(view: FirstView, files: readonly string[]): FirstView {
  return view.place === "hero" ? { ...view, picture: files.find((file) => !isScript(file)) ?? null } : view;
}

function isScript(file: string): boolean {
  return file.endsWith(".js");
}

/** A block of data is no script to the browser; without `<` nothing in it can end it. */
function withData(body: string, view: FirstView | null): string {
  if (view === null || view.data === null) return body;
  const json = JSON.stringify(view.data).replaceAll("<", "\\u003c");
  // A function: in a text, `$&` of somebody's title would be read as an instruction.
  return body.replace("</body>", () => `<script type="application/json" id="first-view">${json}</script></body>`);
}
