import type { ChannelPermission } from "@app/contract/channel-roles";
import type { ContentType, contentItem, contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { findDocumentContent } from "#modules/catalog/documents/documents.service.ts";
import { canManage, canSeeHiddenChannel, isBlockedFor } from "#modules/channels/index.ts";
import { createBatchLoader } from "#platform/coalesce.ts";
import type { NamedQuery, Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import { blocksOf, channelOf, type Member, requireMember, type Viewer } from "#platform/viewer.ts";
import { isDrawn, selectImagesOf } from "./content-images.sql.ts";
import { canEdit, canView } from "./contents.policy.ts";
import { toContentCard, toContentItem } from "./contents.presenter.ts";
import {
  type ContentRow,
  countOwnContents,
  loadContents,
  type ManagedRow,
  selectContent,
  selectContents,
  selectManagedContent,
  selectOwnContents,
  selectRelatedIds,
} from "./contents.sql.ts";
import {
  countPublicContents,
  selectCards,
  selectFoundCards,
  selectListedCards,
  selectPublicCards,
} from "./contents-cards.sql.ts";

type ViewDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;
type CardDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;
type Item = z.input<typeof contentItem>;

const RELATED = 12;
/** Totals are counted up to this number, and nobody pages further. */
const COUNT_CAP = 5_000;

/** @throws AppError `not_found` if there is no such item for this viewer */
export async function requireVisibleContent(sql: Sql, viewer: Viewer, id: ContentId): Promise<ContentRow> {
  return requireViewable(sql, viewer, await selectContent(sql, id));
}

export type ContentReader = (viewer: Viewer, id: ContentId) => Promise<ContentRow>;

/** `requireVisibleContent` for requests that come many at once: one statement loads the items of concurrent callers. */
export function createContentReader(deps: Pick<Deps, "sql" | "pool">): ContentReader {
  const read = createBatchLoader((ids: readonly string[]) => loadContents(deps, ids));
  return async (viewer, id) => requireViewable(deps.sql, viewer, await read(id));
}

async function requireViewable(sql: Sql, viewer: Viewer, row: ContentRow | null | undefined): Promise<ContentRow> {
  if (!row || !canView(viewer, row) || (await isBlockedFor(sql, viewer, row.owner_id))) throw notFound();
  return row;
}

/** @returns those of these items that the viewer may see, in no particular order */
export async function findVisibleContents(sql: Sql, viewer: Viewer, ids: readonly string[]): Promise<ContentRow[]> {
  return (await selectContents(sql, ids, blocksOf(viewer))).filter((row) => canView(viewer, row));
}

/** @throws AppError `not_found` for those who may not edit the item */
export async function requireEditableContent(sql: Sql, viewer: Viewer, id: ContentId): Promise<ContentRow> {
  const row = await selectContent(sql, id);
  if (!row || !canEdit(viewer, row)) throw notFound();
  return row;
}

/** @throws AppError `not_found` for everybody but staff and those whose role in the item's channel allows this */
export async function requireManagedContent(
  sql: Sql,
  viewer: Member,
  id: ContentId,
  permission: ChannelPermission,
): Promise<ManagedRow> {
  const row = await selectManagedContent(sql, id);
  if (!row || !(viewer.isStaff || canManage(viewer, row, permission))) throw notFound();
  return row;
}

export async function showContent(deps: ViewDeps, viewer: Viewer, id: ContentId): Promise<Item> {
  const row = await requireVisibleContent(deps.sql, viewer, id);
  const all = row.type === "image" ? await selectImagesOf(deps.sql, [id]) : [];
  // Images that were just added to a published set appear once they are drawn.
  const images = row.state === "ready" ? all.filter(isDrawn) : all;
  return { ...toContentItem(deps, row, viewer, images), document: await findDocumentContent(deps, viewer, row) };
}

/**
 * With the images that are not drawn yet.
 * @throws AppError `not_found` for those who may not edit the item
 */
export async function showEditableContent(deps: ViewDeps, viewer: Viewer, id: ContentId): Promise<Item> {
  const row = await requireEditableContent(deps.sql, viewer, id);
  return toContentItem(deps, row, viewer, row.type === "image" ? await selectImagesOf(deps.sql, [id]) : []);
}

export async function listOwnContents(
  deps: ViewDeps,
  owner: Member,
  type: ContentType,
  query: PageQuery,
): Promise<z.input<(typeof contentRoutes)["mine"]["data"]>> {
  const own = { channelId: channelOf(owner).channelId, type };
  const { rows, pagination } = await readPage(deps, {
    name: `own ${JSON.stringify(own)}`,
    maxRows: COUNT_CAP,
    query,
    read: (range) => selectOwnContents(deps.sql, own, range),
    count: () => countOwnContents(deps.sql, own, COUNT_CAP),
  });
  return { contents: await toItems(deps, owner, rows), pagination };
}

async function toItems(deps: ViewDeps, viewer: Viewer, rows: readonly ContentRow[]): Promise<Item[]> {
  const sets = rows.filter((row) => row.type === "image").map((row) => row.id);
  const images = Map.groupBy(await selectImagesOf(deps.sql, sets), (image) => image.content_id);
  return rows.map((row) => toContentItem(deps, row, viewer, images.get(row.id) ?? []));
}

type PublicQuery = z.output<(typeof contentRoutes)["ofChannel"]["query"]>;

/**
 * The owner and staff also see what a hidden channel has published.
 * @throws AppError `not_signed_in` if a visitor asks for one channel
 */
export async function listPublicContents(
  deps: CardDeps & Pick<Deps, "sql">,
  viewer: Viewer,
  type: ContentType,
  query: PublicQuery,
): Promise<z.input<(typeof contentRoutes)["ofChannel"]["data"]>> {
  const channelId = query.channel_id;
  const seesHidden = channelId !== undefined && (await canSeeHiddenChannel(deps.sql, requireMember(viewer), channelId));
  const hidden = seesHidden ? ("with_channel" as const) : ("not" as const);
  const filter = { type, channelId, categoryId: query.category_id, hidden, leftOutFor: blocksOf(viewer) };
  const { rows, pagination } = await readPage(deps, {
    name: `public ${JSON.stringify([type, channelId, query.category_id, hidden])}`,
    maxRows: COUNT_CAP,
    query,
    read: (range) => selectPublicCards(deps.pool, filter, range),
    count: () => countPublicContents(deps.pool, filter, COUNT_CAP),
  });
  return { contents: rows.map((row) => toContentCard(deps, row)), pagination };
}

/** The first item of a type in a channel's public list; null if there is none. */
export async function findNewest(deps: CardDeps, channelId: string, type: ContentType) {
  const first = { limit: 1, offset: 0, after: null };
  const [newest] = await selectPublicCards(deps.pool, { type, channelId, hidden: "not", leftOutFor: null }, first);
  return newest ? toContentCard(deps, newest) : null;
}

export async function listRelated(deps: ViewDeps & CardDeps, viewer: Viewer, id: ContentId) {
  const row = await requireVisibleContent(deps.sql, viewer, id);
  const ids = await selectRelatedIds(
    deps.sql,
    {
      id: row.id,
      channelId: row.channel_id,
      categoryId: row.category_id,
      type: row.type,
      leftOutFor: blocksOf(viewer),
    },
    RELATED,
  );
  return listCards(deps, ids);
}

/** Cards of listed items in the order of `ids`, for lists computed by other domains. */
export async function listCards(deps: CardDeps, ids: readonly string[]) {
  return (await selectListedCards(deps.pool, ids)).map((row) => toContentCard(deps, row));
}

/** As `listCards`, also for items that only some people see: the caller checks which of them the viewer may see. */
export async function listVisibleCards(deps: CardDeps, ids: readonly string[]) {
  return (await selectCards(deps.pool, ids)).map((row) => toContentCard(deps, row));
}

/** Cards for the ids that another domain's query finds, without a second round trip. */
export async function listFoundCards(deps: CardDeps, found: NamedQuery) {
  const { rows, total } = await selectFoundCards(deps.pool, found);
  return { cards: rows.map((row) => toContentCard(deps, row)), total };
}
