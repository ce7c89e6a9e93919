import { BRAND } from "@app/contract/brand";

/** Safe HTML. Any other value in a template is escaped. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type HtmlPart = Html | string | number | null | false | readonly HtmlPart[];

/** A template tag that escapes its values, except for `Html`. Null and false render nothing. */
export function html(literals: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(literals.map((literal, index) => literal + print(parts[index] ?? null)).join(""));
}

function print(part: HtmlPart): string {
  if (part === null || part === false) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return part.map(print).join("");
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** For text between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character);
}

/** The metadata in a page's HTML, for link previews, search engines and the browser tab. */
export type PageHead = {
  title: string;
  description: string;
  /** The canonical path; null: not indexed under any. */
  canonical: string | null;
  /** The path of a picture of 1200 by 630 pixels. */
  picture: string | null;
  kind: "website" | "article" | "profile" | "video.other";
  isIndexed: boolean;
  /** JSON-LD (schema.org). */
  facts: Record<string, unknown> | null;
};

export const HOME_DESCRIPTION = `${BRAND.name} is where athletes, teams and organizations show their sport. Watch, follow, and earn through referrals.`;

/** The default, also for pages whose content is not public. */
export function toPlainHead(): PageHead {
  return {
    title: BRAND.name,
    description: HOME_DESCRIPTION,
    canonical: null,
    picture: null,
    kind: "website",
    isIndexed: false,
    facts: null,
  };
}

/** @returns HTML for the page's head, with every value escaped */
export function toHeadHtml(head: PageHead, publicUrl: string): string {
  const url = head.canonical === null ? null : publicUrl + head.canonical;
  const picture = head.picture === null ? null : publicUrl + head.picture;
  const lines = [
    `<title>${escapeHtml(head.title)}</title>`,
    meta("name", "description", head.description),
    head.isIndexed ? "" : meta("name", "robots", "noindex"),
    url === null ? "" : `<link rel="canonical" href="${escapeHtml(url)}" />`,
    meta("property", "og:site_name", BRAND.name),
    meta("property", "og:type", head.kind),
    meta("property", "og:title", head.title),
    meta("property", "og:description", head.description),
    url === null ? "" : meta("property", "og:url", url),
    ...(picture === null ? [meta("name", "twitter:card", "summary")] : toPictureLines(picture, head.title)),
    head.facts === null ? "" : toFacts(head.facts),
  ];
  return lines.join("");
}

function toPictureLines(picture: string, title: string): string[] {
  return [
    meta("property", "og:image", picture),
    meta("property", "og:image:width", "1200"),
    meta("property", "og:image:height", "630"),
    meta("property", "og:image:alt", title),
    meta("name", "twitter:card", "summary_large_image"),
    meta("name", "twitter:image", picture),
  ];
}

function meta(by: "name" | "property", name: string, content: string): string {
  return `<meta ${by}="${name}" content="${escapeHtml(content)}" />`;
}

/** Escaping `<` keeps user content from closing the block. */
function toFacts(facts: Record<string, unknown>): string {
  return `<script type="application/ld+json">${JSON.stringify(facts).replaceAll("<", "\\u003c")}</script>`;
}
