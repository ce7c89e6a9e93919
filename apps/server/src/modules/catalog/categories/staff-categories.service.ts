import { COLLEGE_CATEGORY_ID } from "@app/contract/categories";
import {
  CATEGORIES_MAX,
  CATEGORY_MESSAGES,
  CATEGORY_PICTURE,
  type staffCategoryRoutes,
} from "@app/contract/staff-categories";
import { z } from "zod";
import { moveContents, recountListedTotals } from "#modules/catalog/contents/contents-maintenance.sql.ts";
import { recordAudit, whatChanged } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { redrawPicture } from "#platform/pictures/redraw-picture.ts";
import { isReordering } from "#platform/reordering.ts";
import type { Member } from "#platform/viewer.ts";
import {
  insertCategory,
  lockCategories,
  redirectCategory,
  type StaffCategoryRow,
  selectAllCategories,
  updateCategory,
  updateOrder,
} from "./categories.sql.ts";

/** Square, as it is shown beside the name. */
const PICTURE = { widthPx: 512, heightPx: 512, fit: "cover" } as const;

export async function listAllCategories(
  deps: Pick<Deps, "sql" | "config">,
): Promise<z.input<typeof staffCategoryRoutes.list.data>> {
  const rows = await selectAllCategories(deps.sql);
  return rows.map(({ picture_key, ...row }) => ({
    ...row,
    image: publicMediaUrl(deps.config, picture_key),
    is_reserved: row.id === COLLEGE_CATEGORY_ID,
  }));
}

/** @throws AppError `invalid_input` on `name`; `conflict` if there are too many */
export async function addCategoryByStaff(deps: Pick<Deps, "sql">, staff: Member, name: string): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockCategories(tx);
    const all = await selectAllCategories(tx);
    if (all.length >= CATEGORIES_MAX) throw new AppError("conflict", CATEGORY_MESSAGES.tooMany);
    requireFreeName(all, name, null);
    const id = await insertCategory(tx, { name, slug: toSlug(name) });
    await recordAudit(tx, { staff, action: "category.added", subject: toSubject(id), after: { name } });
  });
}

/** @throws AppError `not_found`; `invalid_input` on `name`; `conflict` for the reserved one */
export async function changeCategory(
  deps: Pick<Deps, "sql">,
  staff: Member,
  id: number,
  changes: z.output<typeof staffCategoryRoutes.change.body>,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const { all, category } = await lockOne(tx, id);
    const current = { name: category.name, is_listed: category.is_listed };
    const next = Object.assign({}, current, changes);
    requireFreeName(all, next.name, id);
    const [before, after] = whatChanged(current, next);
    if (Object.keys(after).length === 0) return;
    await updateCategory(tx, id, next);
    await recordAudit(tx, { staff, action: "category.changed", subject: toSubject(id), before, after });
  });
}

/** @throws AppError `conflict` unless each category is named once */
export async function orderCategories(deps: Pick<Deps, "sql">, staff: Member, ids: readonly number[]): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockCategories(tx);
    const before = (await selectAllCategories(tx)).map(({ id }) => id);
    if (!isReordering(before, ids)) throw new AppError("conflict", CATEGORY_MESSAGES.others);
    if (before.join() === ids.join()) return;
    await updateOrder(tx, ids);
    await recordAudit(tx, {
      staff,
      action: "category.ordered",
      subject: { kind: "setting", id: "order of categories" },
      before: { order: before },
      after: { order: ids },
    });
  });
}

/** @throws AppError `not_found`; `conflict` for the reserved one; `invalid_input` on `picture` */
export async function setCategoryPicture(
  deps: Pick<Deps, "sql" | "config" | "storage">,
  staff: Member,
  id: number,
  bytes: Buffer,
): Promise<void> {
  // First, so that no file is stored for a category that cannot have it.
  await inTransaction(deps.sql, (tx) => lockOne(tx, id));
  const drawn = await redrawPicture(deps, staff.accountId, bytes, PICTURE);
  if (!drawn) throw fieldError(CATEGORY_PICTURE.field, CATEGORY_MESSAGES.notAPicture);
  const key = `categories/${id}/${newId(z.uuid())}.webp`;
  await deps.storage.put(key, drawn.webp, { contentType: "image/webp" });
  const replaced = await inTransaction(deps.sql, async (tx) => {
    const { picture_key } = (await lockOne(tx, id)).category;
    await updateCategory(tx, id, { picture_key: key });
    await recordAudit(tx, {
      staff,
      action: "category.changed",
      subject: toSubject(id),
      before: { picture: picture_key },
      after: { picture: key },
    });
    return picture_key;
  });
  if (replaced !== null) await deps.storage.remove(replaced);
}

/**
 * Moves items and profiles into another category, and stops offering the first one. Its row stays, and leads old links
 * there.
 * @throws AppError `not_found`; `invalid_input` on `into`; `conflict` for the reserved one
 */
export async function mergeCategory(
  deps: Pick<Deps, "sql" | "events">,
  staff: Member,
  from: number,
  { into, reason }: { into: number; reason: string },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const { all, category } = await lockOne(tx, from);
    const target = all.find(({ id }) => id === into);
    if (!target || into === from || into === COLLEGE_CATEGORY_ID) throw fieldError("into", CATEGORY_MESSAGES.same);
    if (!target.is_listed) throw fieldError("into", CATEGORY_MESSAGES.notOffered);
    const items = await moveContents(tx, from, into);
    await recountListedTotals(tx, [from, into]);
    await redirectCategory(tx, from, into);
    await deps.events.publish(tx, "category.merged", { from_id: from, into_id: into });
    await recordAudit(tx, {
      staff,
      action: "category.merged",
      subject: toSubject(from),
      reason,
      before: { category: category.name, is_listed: category.is_listed },
      after: { category: target.name, is_listed: false, items_moved: items },
    });
  });
}

async function lockOne(tx: Tx, id: number): Promise<{ all: StaffCategoryRow[]; category: StaffCategoryRow }> {
  await lockCategories(tx);
  const all = await selectAllCategories(tx);
  const category = all.find((one) => one.id === id);
  if (!category) throw notFound();
  if (id === COLLEGE_CATEGORY_ID) throw new AppError("conflict", CATEGORY_MESSAGES.reserved);
  return { all, category };
}

function requireFreeName(all: readonly StaffCategoryRow[], name: string, ownId: number | null): void {
  const isTaken = all.some((one) => one.id !== ownId && one.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw fieldError("name", CATEGORY_MESSAGES.taken);
}

function toSubject(id: number) {
  return { kind: "category", id: String(id) } as const;
}

/** Names that differ only in punctuation would get the same slug, so a random suffix keeps slugs unique. */
function toSlug(name: string): string {
  const letters = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 40);
  return `${letters || "category"}-${newId(z.uuid()).slice(-6)}`;
}
