import { MESSAGES } from "@app/contract/errors";
import { toPagination } from "@app/contract/http";
import { type BulkChange, type BulkResult, HUB_MAX, HUB_MESSAGES, type hubRoutes } from "@app/contract/hub";
import type { ContentId } from "@app/contract/ids";
import type { z } from "zod";
import { requireCategory } from "#modules/catalog/categories/categories.service.ts";
import { toContentItem } from "#modules/catalog/contents/contents.presenter.ts";
import { changeContent, removeContent, undeleteContent } from "#modules/catalog/contents/contents-edit.service.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError } from "#platform/errors.ts";
import { toLimitOffset } from "#platform/pagination.ts";
import { channelOf, type Member } from "#platform/viewer.ts";
import { countHubContents, selectHubContents } from "./hub.sql.ts";

type ListDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;
type ChangeDeps = ListDeps & Pick<Deps, "storage" | "log" | "events">;

/** Everything the earner has published, and the number of it. */
export async function listHub(
  deps: ListDeps,
  earner: Member,
  { sort, current_page, per_page, ...filters }: z.output<(typeof hubRoutes)["list"]["query"]>,
): Promise<z.input<(typeof hubRoutes)["list"]["data"]>> {
  const filter = { ...filters, channelId: channelOf(earner).channelId };
  const page = { current_page, per_page };
  const [rows, total] = await Promise.all([
    selectHubContents(deps.sql, filter, { sort, ...toLimitOffset(page) }),
    countHubContents(deps.sql, filter, HUB_MAX),
  ]);
  // Team members also see how far items are that they may not edit.
  const contents = rows.map((row) => ({
    ...toContentItem(deps, row, earner),
    progress: row.progress,
    fault: row.fault,
  }));
  return { contents, pagination: toPagination(page, total) };
}

/**
 * Changes several items, each in a transaction of its own: one that cannot be changed stops none of the others.
 * @throws AppError `invalid_input` if there is no such category
 */
export async function changeContents(
  deps: ChangeDeps,
  earner: Member,
  { ids, change }: z.output<(typeof hubRoutes)["change"]["body"]>,
): Promise<BulkResult[]> {
  if (change.kind === "category") await requireCategory(deps.sql, change.category_id);
  const results: BulkResult[] = [];
  for (const id of ids) results.push(await changeOne(deps, earner, id, change));
  return results;
}

async function changeOne(deps: ChangeDeps, earner: Member, id: ContentId, change: BulkChange): Promise<BulkResult> {
  try {
    await applyChange(deps, earner, id, change);
    return { id, ok: true, message: null };
  } catch (error) {
    if (error instanceof AppError) return { id, ok: false, message: reasonOf(error, change) };
    deps.log.error({ err: error, content: id }, "an item of a bulk change failed");
    return { id, ok: false, message: MESSAGES.somethingWrong };
  }
}

function reasonOf({ kind, message }: AppError, change: BulkChange): string {
  return kind === "not_found" && change.kind !== "undelete" ? HUB_MESSAGES.gone : message;
}

async function applyChange(deps: ChangeDeps, earner: Member, id: ContentId, change: BulkChange): Promise<void> {
  if (change.kind === "delete") return removeContent(deps, earner, id, undefined);
  if (change.kind === "undelete") await undeleteContent(deps, earner, id);
  else if (change.kind === "category") await changeContent(deps, earner, id, { category_id: change.category_id });
  else await changeContent(deps, earner, id, { visibility: change.visibility });
}
