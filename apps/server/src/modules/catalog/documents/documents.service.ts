import { findInWords, hasCompound, toSearchNeedle } from "@app/contract/document-search";
import {
  DOCUMENT_HITS_MAX,
  type DocumentContent,
  type documentRoutes,
  type documentText,
} from "@app/contract/documents";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { canDownload, itemMediaUrl, originalMediaUrl } from "#modules/catalog/contents/contents.policy.ts";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import type { ContentRow } from "#modules/catalog/contents/contents.sql.ts";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import type { Viewer } from "#platform/viewer.ts";
import { pageImageNames } from "./documents.policy.ts";
import {
  type Run,
  selectCompoundHits,
  selectDocument,
  selectHits,
  selectPages,
  selectPageTexts,
} from "./documents.sql.ts";

type ViewDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;

/** What can be read of a document so far. @returns null for other items, and until the first pages are stored */
export async function findDocumentContent(
  deps: ViewDeps,
  viewer: Viewer,
  row: ContentRow,
): Promise<DocumentContent | null> {
  if (row.type !== "document" || row.run === null || !row.is_playable) return null;
  const of = { contentId: row.id, run: row.run };
  const made = await selectDocument(deps.sql, of);
  if (!made) return null;
  const pages = await selectPages(deps.sql, of);
  const urlOf = (name: string) => itemMediaUrl(deps, row, `${runFolder(of.contentId, of.run)}/${name}`);
  return {
    version: of.run,
    page_count: made.page_count,
    pages: pages.map(({ page, width_px, height_px }) => {
      const { thumbnail, medium, large } = pageImageNames(page);
      const images = { thumbnail: urlOf(thumbnail), medium: urlOf(medium), large: urlOf(large) };
      return { page, width_px, height_px, images };
    }),
    outline: made.outline,
    has_text: pages.some((page) => page.has_text),
    download:
      row.original_key !== null && canDownload(viewer, row) ? originalMediaUrl(deps, row, row.original_key) : null,
  };
}

/** @throws AppError `not_found` if there is nothing to read */
function requireRun(row: ContentRow): { contentId: string; run: string } {
  if (row.type !== "document" || row.run === null || !row.is_playable) throw notFound();
  return { contentId: row.id, run: row.run };
}

type FindContent = (id: ContentId) => Promise<ContentRow>;

/** @param findVisible finds an item for the caller, or throws `not_found` */
export async function readDocumentText(
  deps: Pick<Deps, "sql">,
  findVisible: FindContent,
  { id, from, count }: { id: ContentId; from: number; count: number },
): Promise<z.input<typeof documentText>> {
  const of = requireRun(await findVisible(id));
  return { pages: await selectPageTexts(deps.sql, of, { from, count }) };
}

/** Pages with hits, in order, until `DOCUMENT_HITS_MAX` hits are counted; `is_complete` says whether those are all. */
export async function searchDocument(
  deps: Pick<Deps, "sql">,
  findVisible: FindContent,
  { id, query }: { id: ContentId; query: string },
): Promise<z.input<(typeof documentRoutes)["find"]["data"]>> {
  const of = requireRun(await findVisible(id));
  const needle = toSearchNeedle(query);
  if (needle === "") return { pages: [], is_complete: true };
  let counted = 0;
  const pages = [];
  const found = hasCompound(needle) ? await findCompound(deps.sql, of, needle) : await selectHits(deps.sql, of, needle);
  for (const { page, hits } of found) {
    if (counted >= DOCUMENT_HITS_MAX) break;
    counted += hits;
    pages.push({ page, hits });
  }
  return { pages, is_complete: pages.length === found.length };
}

async function findCompound(sql: Sql, of: Run, needle: string): Promise<{ page: number; hits: number }[]> {
  const found = await selectCompoundHits(sql, of, needle);
  return found
    .map(({ page, hits, words }) => ({ page, hits: words ? findInWords(words, needle).length : hits }))
    .filter(({ hits }) => hits > 0);
}
