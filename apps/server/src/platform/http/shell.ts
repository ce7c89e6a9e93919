import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { escapeHtml, type PageHead, toHeadHtml } from "../html.ts";

/** A file in `apps/web/public/skeletons`. */
type SkeletonName = "landing" | "explore" | "channel-cover" | "channel-card" | "video";

/** The image attributes that a skeleton's placeholders take. */
type SkeletonPicture = { src: string; phone: string; srcset: string; sizes: string };

type Skeletons = {
  /** Renders the LCP image in its final place, until React renders the page. */
  toHtml(name: SkeletonName, picture: SkeletonPicture): string;
};

const COMMENT = /<!--.*?-->\s*/gs;

const PLACEHOLDER = /\{\{(src|phone|srcset|sizes)\}\}/g;

/** Data embedded in a page's HTML. Everybody gets the same HTML, so it must be public. */
export type InitialData = {
  /** Null on pages whose data only members see. */
  data: unknown;
  /** API URLs that the page fetches at once and that must not be embedded. */
  preloadUrls: readonly string[];
  lcpImage: LcpImage | null;
};

/** A page's largest image (Largest Contentful Paint), under the URL from which the page loads it. */
export type LcpImage = {
  /** Shows the image until React renders the page. */
  skeleton: SkeletonName;
} & (
  | {
      href: string;
      /** Shown on phones instead. */
      phoneHref?: string | null;
      srcset?: string;
      sizes?: string;
    }
  /** A source file of the web app; the build knows its URL. */
  | { source: string }
);

/** What the server knows about a page before its scripts run. */
export type InitialPage = {
  head: PageHead;
  initialData: InitialData | null;
  /** The URL grants access by itself, so it must not be sent as a referrer or indexed. */
  isSecret: boolean;
};

export type Shell = {
  /** @param pathname without the query */
  toHtml(pathname: string, page: InitialPage): string;
};

/** The built page's default title and description, replaced on each page. */
const DEFAULT_HEAD = /<title>[^<]*<\/title>|<meta name="description"[^>]*>/g;

/** Tailwind's `sm` breakpoint, below which pages show the phone image. */
const [PHONE, WIDER] = ["(width < 40rem)", "(width >= 40rem)"];

/** Marks the skeleton's place in `index.html`. */
const OUTLET = "<!--skeleton-outlet-->";

/**
 * Renders the built `index.html` for a path: adds its head, its initial data, its LCP image, and preloads for the image
 * and for the route's scripts.
 * @param site.isLocal enables the development pages
 * @returns null if the web app was not built
 */
export function createShell(folder: string, site: { isLocal: boolean; publicUrl: string }): Shell | null {
  const file = path.join(folder, "index.html");
  if (!existsSync(file)) return null;
  const [built = "", body = ""] = readFileSync(file, "utf8").split("</head>");
  // Preload the image before the scripts: over HTTP/1.1 a browser fetches six files at a time.
  const [start = "", ...scripts] = built.replace(DEFAULT_HEAD, "").split(/(?=<script)/);
  const manifest = readManifest(folder);
  const skeletons = readSkeletons(folder);
  const mode = site.isLocal ? `<meta name="fieldhouse-mode" content="local" />` : "";
  return {
    toHtml: (pathname, { head, initialData }) => {
      const lcpImage = initialData?.lcpImage ?? null;
      const picture = lcpImage && toAttributes(lcpImage, manifest);
      const skeleton = lcpImage && picture ? skeletons.toHtml(lcpImage.skeleton, picture) : "";
      return [
        start,
        ...(picture ? toImageLinks(picture) : []),
        toHeadHtml(head, site.publicUrl),
        mode,
        ...scripts,
        ...(initialData?.preloadUrls ?? []).map(toFetchLink),
        ...manifest.scriptsOf(pathname).map(toScriptLink),
        "</head>",
        withData(
          body.replace(OUTLET, () => skeleton),
          initialData,
        ),
      ].join("");
    },
  };
}

/** @returns null for a file that was not built */
function toAttributes(image: LcpImage, manifest: PageManifest): SkeletonPicture | null {
  if ("source" in image) {
    const src = manifest.fileOf(image.source);
    return src === null ? null : { src, phone: src, srcset: "", sizes: "" };
  }
  const { href, phoneHref, srcset = "", sizes = "" } = image;
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

/** The mode must match the page's own fetch, otherwise the browser fetches twice. */
function toFetchLink(url: string): string {
  return `<link rel="preload" as="fetch" crossorigin="anonymous" href="${escapeHtml(url)}" />`;
}

function toScriptLink(file: string): string {
  return `<link rel="modulepreload" crossorigin href="${escapeHtml(file)}" />`;
}

/** Embeds the data as a JSON block, which browsers do not execute. Escaping `<` keeps user content from closing it. */
function withData(body: string, initialData: InitialData | null): string {
  if (initialData === null || initialData.data === null) return body;
  const json = JSON.stringify(initialData.data).replaceAll("<", "\\u003c");
  // A replacer function, because a replacement string would expand `$&` in user content.
  return body.replace("</body>", () => `<script type="application/json" id="initial-data">${json}</script></body>`);
}

/** @param folder of the built web app */
function readSkeletons(folder: string): Skeletons {
  const skeletonFolder = path.join(folder, "skeletons");
  const files = existsSync(skeletonFolder) ? readdirSync(skeletonFolder).filter((name) => name.endsWith(".html")) : [];
  const byName = new Map(
    files.map((name) => [
      path.basename(name, ".html"),
      readFileSync(path.join(skeletonFolder, name), "utf8").replace(COMMENT, ""),
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

/** The fields of Vite's manifest that we use, by source file. */
const manifestFile = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]), isEntry: z.boolean().default(false) }),
);
type Built = z.infer<typeof manifestFile>;

type PageManifest = {
  /** The scripts of a path's route that `index.html` does not load itself. */
  scriptsOf(pathname: string): string[];
  /** The URL path of a built file, by its source path in `apps/web`; null: not built. */
  fileOf(source: string): string | null;
};

/** @param folder of the built web app */
function readManifest(folder: string): PageManifest {
  const file = path.join(folder, ".vite/manifest.json");
  const built: Built = existsSync(file) ? manifestFile.parse(JSON.parse(readFileSync(file, "utf8"))) : {};
  const onEveryPage = withImports(
    built,
    Object.keys(built).filter((source) => built[source]?.isEntry),
  );
  return {
    scriptsOf: (pathname) => {
      const sources = [...withImports(built, [toSource(pathname)])].filter((source) => !onEveryPage.has(source));
      return sources.flatMap((source) => toUrlPath(built[source]) ?? []);
    },
    fileOf: (source) => toUrlPath(built[source]),
  };
}

/** `video-page.tsx` renders `/video/abc`. Routes named differently load their script without a preload. */
function toSource(pathname: string): string {
  const [, name = ""] = pathname.split("/");
  return `src/pages/${name || "landing"}-page.tsx`;
}

/** The sources with all their static imports. */
function withImports(built: Built, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  const add = (source: string) => {
    if (found.has(source)) return;
    found.add(source);
    for (const imported of built[source]?.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  return found;
}

function toUrlPath(built: Built[string] | undefined): string | null {
  return built ? `/${built.file}` : null;
}
