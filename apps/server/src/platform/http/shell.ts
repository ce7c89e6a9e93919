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
  /** That picture is the banner's, and is seen before any script has run. */
  isBanner?: boolean;
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

/** The scripts of a page, by its address; `*` at its end stands for anything. */
const pageScripts = z.record(z.string(), z.array(z.string()));

/** In the built page a comment, so that it is nothing to whoever serves the file as it is. */
const BANNER = /<!-- banner:(.*?)-->/s;

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
  const scriptsFile = path.join(folder, "pages.json");
  const pages = existsSync(scriptsFile) ? pageScripts.parse(JSON.parse(readFileSync(scriptsFile, "utf8"))) : {};
  const mode = site.isLocal ? `<meta name="fieldhouse-mode" content="local" />` : "";
  return {
    toHtml: (address, { head, view }) => {
      const links = [
        toPictureLink(view?.picture ?? null),
        ...(view?.asks ?? []).map(toAskLink),
        ...toScriptLinks(pages, address),
      ].join("");
      return `${own}${toHeadHtml(head, site.publicUrl)}${mode}${links}</head>${withData(withBanner(body, view), view)}`;
    },
  };
}

function toPictureLink(picture: string | null): string {
  if (picture === null) return "";
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(picture)}" />`;
}

/** As the page's own question is sent, or the browser would ask twice. */
function toAskLink(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}" />`;
}

function toScriptLinks(pages: Record<string, string[]>, address: string): string[] {
  const scripts = pages[address] ?? pages[address.replace(/\/[^/]+$/, "/*")] ?? [];
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="${escapeHtml(script)}" />`);
}

/** What stands in the place of the page until its scripts draw it; nothing is left of it where it has no picture. */
function withBanner(body: string, view: FirstView | null): string {
  const picture = view?.isBanner ? view.picture : null;
  return body.replace(BANNER, (_, banner: string) =>
    picture === null ? "" : banner.replace("{picture}", () => escapeHtml(picture)),
  );
}

/** A block of data is no script to the browser; without `<` nothing in it can end it. */
function withData(body: string, view: FirstView | null): string {
  if (view === null || view.data === null) return body;
  const json = JSON.stringify(view.data).replaceAll("<", "\\u003c");
  // A function: in a text, `$&` of somebody's title would be read as an instruction.
  return body.replace("</body>", () => `<script type="application/json" id="first-view">${json}</script></body>`);
}
