import type { OutlineEntry, PageLink, PageWord } from "@app/contract/documents";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type DocumentRow = { page_count: number; outline: OutlineEntry[] };

export type PageRow = { page: number; width_px: number; height_px: number };

export type NewPage = PageRow & { words: readonly PageWord[]; links: readonly PageLink[]; search_text: string };

export type Run = { contentId: string; run: string };

/** Deletes what earlier runs made of the same document, except for what viewers of the item see. */
export async function insertDocument(sql: Sql, { contentId, run }: Run, made: DocumentRow): Promise<void> {
  await raw`
    delete from documents where content_id = ${contentId}
      and run is distinct from (select run from contents where id = ${contentId})`.execute(sql);
  await sql
    .insertInto("documents")
    .values({ content_id: contentId, run, page_count: made.page_count, outline: JSON.stringify(made.outline) })
    .execute();
}

/** Of a document that was replaced or processed again. */
export async function deleteOtherDocuments(sql: Sql, { contentId, run }: Run): Promise<void> {
  await sql.deleteFrom("documents").where("content_id", "=", contentId).where("run", "<>", run).execute();
}

export async function insertPages(sql: Sql, { contentId, run }: Run, pages: readonly NewPage[]): Promise<void> {
  await sql
    .insertInto("document_pages")
    .values(
      pages.map(({ words, links, ...page }) => ({
        content_id: contentId,
        run,
        ...page,
        words: JSON.stringify(words),
        links: JSON.stringify(links),
        lexemes: raw<string>`search_vector(${page.search_text}, 'D')`,
      })),
    )
    .execute();
}

export async function selectDocument(sql: Sql, { contentId, run }: Run): Promise<DocumentRow | null> {
  const row = await sql
    .selectFrom("documents")
    .select(["page_count", "outline"])
    .where("content_id", "=", contentId)
    .where("run", "=", run)
    .executeTakeFirst();
  return row ? { page_count: row.page_count, outline: row.outline as OutlineEntry[] } : null;
}

/** All pages that are stored, in order, and whether any of them has text. */
export async function selectPages(sql: Sql, { contentId, run }: Run): Promise<(PageRow & { has_text: boolean })[]> {
  return sql
    .selectFrom("document_pages")
    .select(["page", "width_px", "height_px", raw<boolean>`search_text <> ''`.as("has_text")])
    .where("content_id", "=", contentId)
    .where("run", "=", run)
    .orderBy("page")
    .execute();
}

export type PageText = { page: number; words: PageWord[]; links: PageLink[] };

export async function selectPageTexts(
  sql: Sql,
  { contentId, run }: Run,
  { from, count }: { from: number; count: number },
): Promise<PageText[]> {
  const rows = await sql
    .selectFrom("document_pages")
    .select(["page", "words", "links"])
    .where("content_id", "=", contentId)
    .where("run", "=", run)
    .where("page", ">=", from)
    .where("page", "<", from + count)
    .orderBy("page")
    .execute();
  return rows.map((row) => ({ page: row.page, words: row.words as PageWord[], links: row.links as PageLink[] }));
}

/** How often each page contains a text that is written as `search_text` is. */
export async function selectHits(
  sql: Sql,
  { contentId, run }: Run,
  needle: string,
): Promise<{ page: number; hits: number }[]> {
  const { rows } = await raw<{ page: number; hits: number }>`
    select page, (length(search_text) - length(replace(search_text, ${needle}, ''))) / length(${needle}) as hits
    from document_pages
    where content_id = ${contentId} and run = ${run} and position(${needle} in search_text) > 0
    order by page`.execute(sql);
  return rows;
}

/** The same for a needle with a hyphen, which `search_text` lacks in divided words: then `words` have to be searched. */
export async function selectCompoundHits(
  sql: Sql,
  { contentId, run }: Run,
  needle: string,
): Promise<{ page: number; hits: number; words: PageWord[] | null }[]> {
  const joined = needle.replaceAll("-", "");
  const { rows } = await raw<{ page: number; hits: number; words: PageWord[] | null }>`
    select page, hits, case when joined_hits > hits then words end as words
    from (
      select page, words,
        (length(search_text) - length(replace(search_text, ${needle}, ''))) / length(${needle}) as hits,
        (length(joined) - length(replace(joined, ${joined}, ''))) / length(${joined}) as joined_hits
      from document_pages, replace(search_text, '-', '') as joined
      where content_id = ${contentId} and run = ${run} and position(${joined} in joined) > 0
    ) found
    order by page`.execute(sql);
  return rows;
}
