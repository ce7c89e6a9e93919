import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { escapeHtml } from "../html.ts";

/** What a page shows first, known before it asks. Sent to everybody alike: public facts only. */
export type FirstView = {
  data: unknown;
  /** The largest picture of it. */
  picture: string | null;
};

export type Shell = {
  /** @param address without its query */
  toHtml(address: string, view: FirstView | null): string;
};

/** The scripts of a page, by its address; `*` at its end stands for anything. */
const pageScripts = z.record(z.string(), z.array(z.string()));

/**
 * The page's HTML, which is the same for every address but for what helps it to paint sooner.
 * @param isLocal the pages of a developer's own machine are there
 * @returns null where the page was not built
 */
export function openShell(folder: string, isLocal: boolean): Shell | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const [head = "", body = ""] = readFileSync(file, "utf8").split("</head>");
  const scriptsFile = path.join(folder, "pages.json");
  const pages = existsSync(scriptsFile) ? pageScripts.parse(JSON.parse(readFileSync(scriptsFile, "utf8"))) : {};
  const mode = isLocal ? `<meta name="fieldhouse-mode" content="local" />` : "";
  return {
    toHtml: (address, view) => {
      const links = [toPictureLink(view?.picture ?? null), ...toScriptLinks(pages, address)].join("");
      return `${head}${mode}${links}</head>${withData(body, view)}`;
    },
  };
}

function toPictureLink(picture: string | null): string {
  if (picture === null) return "";
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(picture)}" />`;
}

function toScriptLinks(pages: Record<string, string[]>, address: string): string[] {
  const scripts = pages[address] ?? pages[address.replace(/\/[^/]+$/, "/*")] ?? [];
  return scripts.map((script) => `<link rel="modulepreload" crossorigin href="${escapeHtml(script)}" />`);
}

/** A block of data is no script to the browser; without `<` nothing in it can end it. */
function withData(body: string, view: FirstView | null): string {
  if (view === null) return body;
  const json = JSON.stringify(view.data).replaceAll("<", "\\u003c");
  // A function: in a text, `$&` of somebody's title would be read as an instruction.
  return body.replace("</body>", () => `<script type="application/json" id="first-view">${json}</script></body>`);
}
