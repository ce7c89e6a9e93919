import type { ContentType } from "@app/contract/contents";
import { channelHref, contentHref } from "@app/contract/paths";
import { listCategories } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { escapeHtml } from "#platform/html.ts";
import { FIXED_PAGES } from "./previews.service.ts";
import {
  type SitemapRow,
  selectChannelEnds,
  selectChannelsToFind,
  selectItemEnds,
  selectItemsToFind,
} from "./sharing.sql.ts";

type SitemapDeps = Pick<Deps, "sql" | "config">;
type Kind = "items" | "channels";

/** sitemaps.org allows 50,000 URLs per file. */
const SITEMAP_MAX = 50_000;
const ROWS_PER_QUERY = 1_000;
const INDEX_TTL_MS = 60 * 60_000;
const NIL_UUID = "00000000-0000-0000-0000-000000000000";
const NAMESPACE = "http://www.sitemaps.org/schemas/sitemap/0.9";

/**
 * The sitemap index. Each file starts after an id; all but the last are full. Finding where they start reads every row,
 * so that happens at most once an hour; items published meanwhile go into the last file.
 */
export function createSitemapIndex(
  deps: SitemapDeps & Pick<Deps, "now">,
  fileMax: number = SITEMAP_MAX,
): () => Promise<string[]> {
  let known: { lines: Promise<string[]>; untilMs: number } | null = null;
  return () => {
    const nowMs = deps.now().getTime();
    if (known && nowMs < known.untilMs) return known.lines;
    const lines = toIndex(deps, fileMax);
    known = { lines, untilMs: nowMs + INDEX_TTL_MS };
    // Do not cache a failure: the next request tries again.
    lines.catch(() => {
      if (known?.lines === lines) known = null;
    });
    return lines;
  };
}

async function toIndex({ sql, config }: SitemapDeps, fileMax: number): Promise<string[]> {
  const [channels, items] = [await selectChannelEnds(sql, fileMax), await selectItemEnds(sql, fileMax)];
  const files = [
    "pages",
    ...[NIL_UUID, ...channels].map((after) => `channels-${after}`),
    ...[NIL_UUID, ...items].map((after) => `items-${after}`),
  ];
  return [
    `<?xml version="1.0" encoding="UTF-8"?>\n<sitemapindex xmlns="${NAMESPACE}">\n`,
    ...files.map((file) => toEntry("sitemap", `${config.publicUrl}/sitemaps/${file}.xml`, null)),
    "</sitemapindex>\n",
  ];
}

export async function* writePagesSitemap(deps: SitemapDeps): AsyncGenerator<string> {
  const addresses = Object.entries(FIXED_PAGES).flatMap(([path, { canonical }]) => (canonical ? [] : [path]));
  const categories = await listCategories(deps);
  yield open();
  for (const path of [...addresses, ...categories.map(({ id }) => `/category-listing/${id}`)])
    yield toEntry("url", deps.config.publicUrl + path, null);
  yield "</urlset>\n";
}

/** Public items or channels in the order of their ids, streamed in batches. */
export async function* writeSitemap(
  deps: SitemapDeps,
  kind: Kind,
  start: string,
  fileMax: number = SITEMAP_MAX,
): AsyncGenerator<string> {
  yield open();
  let after = start;
  for (let written = 0; written < fileMax; written += ROWS_PER_QUERY) {
    const rows = await selectRows(deps, kind, after, Math.min(ROWS_PER_QUERY, fileMax - written));
    yield rows.map((row) => toEntry("url", deps.config.publicUrl + toPath(row), row.changed_at)).join("");
    const last = rows.at(-1);
    if (rows.length < ROWS_PER_QUERY || !last) break;
    after = last.id;
  }
  yield "</urlset>\n";
}

function selectRows(deps: SitemapDeps, kind: Kind, after: string, limit: number): Promise<SitemapRow[]> {
  return kind === "items" ? selectItemsToFind(deps.sql, after, limit) : selectChannelsToFind(deps.sql, after, limit);
}

function toPath(row: SitemapRow): string {
  const path = row.type === "channel" ? channelHref(row.id) : contentHref(row.type as ContentType, row.id);
  return path ?? "/";
}

function open(): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="${NAMESPACE}">\n`;
}

function toEntry(tag: "url" | "sitemap", address: string, changedAt: Date | null): string {
  const changed = changedAt === null ? "" : `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod>`;
  return `<${tag}><loc>${escapeHtml(address)}</loc>${changed}</${tag}>\n`;
}
