import type { ContentId } from "@app/contract/ids";
import { LIBRARY_MAX, type LibraryName, type libraryRoutes } from "@app/contract/library";
import type { z } from "zod";
import { listVisibleCards } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { countLibrary, deleteHistory, selectLibrary, selectSearchKey } from "./library.sql.ts";

type ListDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;
type Page = z.input<(typeof libraryRoutes)["history"]["data"]>;

/** One of the member's own lists. Nobody else can read it, and it holds only what the member may still see. */
export async function listLibrary(
  deps: ListDeps,
  member: Member,
  list: LibraryName,
  query: PageQuery & { search: string },
): Promise<Page> {
  const search = query.search === "" ? "" : await selectSearchKey(deps.pool, query.search);
  // Only punctuation: nothing has it in its name.
  if (query.search !== "" && search === "") return { contents: [], pagination: await emptyPage(deps, query) };
  const filter = { accountId: member.accountId, search };
  const { rows, pagination } = await readPage(deps, {
    name: `${list} ${member.accountId} ${search}`,
    maxRows: LIBRARY_MAX,
    query,
    read: (range) => selectLibrary(deps.pool, list, filter, range),
    count: () => countLibrary(deps.pool, list, filter, LIBRARY_MAX),
  });
  const cards = await listVisibleCards(
    deps,
    rows.map((row) => row.content_id),
  );
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const contents = rows.flatMap(({ content_id, added_at, position_ms }) => {
    const card = cardOf.get(content_id);
    const resume_at_s = position_ms === null ? null : position_ms / 1000;
    return card ? [{ ...card, added_at: added_at.toISOString(), resume_at_s }] : [];
  });
  return { contents, pagination };
}

async function emptyPage(deps: ListDeps, query: PageQuery): Promise<Page["pagination"]> {
  const nothing = { name: "nothing", maxRows: 0, query, read: async () => [], count: async () => 0 };
  return (await readPage(deps, nothing)).pagination;
}

/** Removing what is not there changes nothing. */
export async function removeFromHistory(deps: Pick<Deps, "sql">, member: Member, id: ContentId): Promise<void> {
  await deleteHistory(deps.sql, member.accountId, id);
}

export async function clearHistory(deps: Pick<Deps, "sql">, member: Member): Promise<void> {
  await deleteHistory(deps.sql, member.accountId, null);
}
