import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { escapeHtml } from "../html.ts";
import { type PageHead, toHeadHtml } from "../page-head.ts";
import { type PageManifest, readManifest } from "./page-manifest.ts";

/** A file of `apps/web/public/skeletons`. */
type SkeletonName = "landing" | "explore" | "channel-cover" | "channel-card" | "video";

/** The attributes of the picture in a skeleton. */
type SkeletonPicture = { src: string; phone: string; srcset: string; sizes: string };

type Skeletons = {
  /** What stands in the place of the page until React draws it: its largest picture, where the page will have it. */
  toHtml(name: SkeletonName, picture: SkeletonPicture): string;
};

const COMMENT = /<!--.*?-->\s*/gs;

const PLACEHOLDER = /\{\{(src|phone|srcset|sizes)\}\}/g;

/** What a page shows first, known before it asks. Sent to everybody alike: public facts only. */
export type FirstView = {
  /** Null where only members are shown any. */
  data: unknown;
  /** Addresses of the API that the page asks at once: what is not for whoever reads the shell. */
  asks: readonly string[];
  picture: LargestPicture | null;
};

/** The largest picture of a page, at the address from which the page itself loads it. */
export type LargestPicture = {
  /** Shows it until React draws the page. */
  skeleton: SkeletonName;
} & (
  | {
      href: string;
      /** The picture that a phone shows instead. */
      phoneHref?: string | null;
      srcset?: string;
      sizes?: string;
    }
  /** A file of the page's own; the build knows its address. */
  | { source: string }
);

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

/** What the built page says of itself; each address says its own instead. */
const OWN_WORDS = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;

/** Tailwind's `sm`, where the page changes from the one picture to the other. */
const [PHONE, WIDER] = ["(width < 40rem)", "(width >= 40rem)"];

/** In `index.html`, where the skeleton goes. */
const OUTLET = "<!--skeleton-outlet-->";

/**
 * The page's HTML, which is the same for every address but for what is said of it, the data of its first view, its largest
 * picture, and the preloads of that and of its scripts.
 * @param site.isLocal the pages of a developer's own machine are there
 * @returns null where the page was not built
 */
export function createShell(folder: string, site: { isLocal: boolean; publicUrl: string }): Shell | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const [built = "", body = ""] = readFileSync(file, "utf8").split("</head>");
  // The picture is to be asked for before the scripts: over HTTP/1.1 six files are on their way at once.
  const [start = "", ...scripts] = built.replace(OWN_WORDS, "").split(/(?=<script)/);
  const manifest = readManifest(folder);
  const skeletons = readSkeletons(folder);
  const mode = site.isLocal ? `<meta name="fieldhouse-mode" content="local" />` : "";
  return {
    toHtml: (address, { head, view }) => {
      const picture = view?.picture ? toAttributes(view.picture, manifest) : null;
      const skeleton = view?.picture && picture ? skeletons.toHtml(view.picture.skeleton, picture) : "";
      return [
        start,
        ...(picture ? toImageLinks(picture) : []),
        toHeadHtml(head, site.publicUrl),
        mode,
        ...scripts,
        ...(view?.asks ?? []).map(toAskLink),
        ...manifest.scriptsOf(address).map(toScriptLink),
        "</head>",
        withData(
          body.replace(OUTLET, () => skeleton),
          view,
        ),
      ].join("");
    },
  };
}

/** @returns null for a file that was not built */
function toAttributes(picture: LargestPicture, manifest: PageManifest): SkeletonPicture | null {
  if ("source" in picture) {
    const src = manifest.fileOf(picture.source);
    return src === null ? null : { src, phone: src, srcset: "", sizes: "" };
  }
  const { href, phoneHref, srcset = "", sizes = "" } = picture;
  return { src: href, phone: phoneHref ?? href, srcset, sizes };
}

function toImageLinks({ src, phone, srcset, sizes }: SkeletonPicture): string[] {
  if (phone !== src) return [toImageLink(phone, { media: PHONE }), toImageLink(src, { media: WIDER })];
  return [toImageLink(src, srcset === "" ? {} : { imagesrcset: srcset, imagesizes: sizes })];
}

function toImageLink(href: string, more: Record<string, string>): string {
  const attributes = Object.entries(more).map(([name, value]) => ` ${name}="${escapeHtml(value)}"`);
  return `<link rel="preload" as="image" fetchpriority="high" href="${escapeHtml(href)}"${attributes.join("")} />`;
}

/** As the page's own question is sent, or the browser would ask twice. */
function toAskLink(address: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(address)}" />`;
}

function toScriptLink(file: string): string {
  return `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}" />`;
}

/** A block of data is no script to the browser; without `<` nothing in it can end it. */
function withData(body: string, view: FirstView | null): string {
  if (view === null || view.data === null) return body;
  const json = JSON.stringify(view.data).replaceAll("<", "\\u003c");
  // A function: in a text, `$&` of somebody's title would be read as an instruction.
  return body.replace("</body>", () => `<script type="application/json" id="initial-data">${json}</script></body>`);
}

/** @param folder of the built page */
function readSkeletons(folder: string): Skeletons {
  const place = path.join(folder, "skeletons");
  const files = existsSync(place) ? readdirSync(place).filter((name) => name.endsWith(".html")) : [];
  const byName = new Map(
    files.map((name) => [
      path.basename(name, ".html"),
      readFileSync(path.join(place, name), "utf8").replace(COMMENT, ""),
    ]),
  );
  return {
    toHtml: (name, picture) => {
      const html = (byName.get(name) ?? "").replace(PLACEHOLDER, (_, key: keyof SkeletonPicture) =>
        escapeHtml(picture[key]),
      );
      return html && `<div data-skeleton="${name}">${html}</div>`;
    },
  };
}
