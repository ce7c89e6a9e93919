import { type SlotId, slotId } from "@app/contract/ids";
import {
  SLOT_MESSAGES,
  SLOT_PICTURE,
  SLOT_SIZE,
  SLOTS_MAX,
  SLOTS_SHOWN_MAX,
  type SlotPlace,
  type slotRoutes,
} from "@app/contract/slots";
import type { z } from "zod";
import { recordAudit, whatChanged } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { redrawPicture } from "#platform/pictures/redraw-picture.ts";
import { isReordering } from "#platform/reordering.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { seesSlots, toSlotState } from "./slots.policy.ts";
import {
  countOpen,
  deleteSlot,
  insertSlot,
  lockSlots,
  moveSlotToEnd,
  type SlotRow,
  selectShownSlots,
  selectSlot,
  selectSlots,
  updateSlot,
  updateSlotOrder,
} from "./slots.sql.ts";

type Fields = z.output<typeof slotRoutes.add.body>;

/** Empty for earners. */
export async function listShownSlots(
  deps: Pick<Deps, "pool" | "config">,
  viewer: Viewer,
  place: SlotPlace,
): Promise<z.input<typeof slotRoutes.shown.data>> {
  if (!seesSlots(viewer)) return [];
  const rows = await selectShownSlots(deps.pool, place, SLOTS_SHOWN_MAX);
  return rows.map(({ picture_key, ...row }) => ({ ...row, picture: publicMediaUrl(deps.config, picture_key) }));
}

/** @throws AppError `not_found` */
export async function openSlot(deps: Pick<Deps, "pool">, id: SlotId): Promise<void> {
  if (!(await countOpen(deps.pool, id))) throw notFound();
}

export async function listSlots(deps: Pick<Deps, "sql" | "config">): Promise<z.input<typeof slotRoutes.list.data>> {
  const taken = new Map<SlotPlace, number>();
  return (await selectSlots(deps.sql, SLOTS_MAX)).map(({ picture_key, is_due, is_over, ...row }) => {
    const isCurrent = row.is_active && is_due && !is_over;
    const before = taken.get(row.place) ?? 0;
    if (isCurrent) taken.set(row.place, before + 1);
    const facts = { hasPicture: picture_key !== null, isActive: row.is_active, isDue: is_due, isOver: is_over };
    return {
      ...row,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
      picture: publicMediaUrl(deps.config, picture_key),
      state: toSlotState({ ...facts, isFirst: before < SLOTS_SHOWN_MAX }),
    };
  });
}

/** @throws AppError `invalid_input` on `ends_at`; `conflict` if there are too many */
export async function addSlot(deps: Pick<Deps, "sql">, staff: Member, fields: Fields): Promise<{ id: SlotId }> {
  const id = newId(slotId);
  const row = toRow(fields);
  await inTransaction(deps.sql, async (tx) => {
    await lockSlots(tx);
    if ((await selectSlots(tx, SLOTS_MAX)).length >= SLOTS_MAX) throw new AppError("conflict", SLOT_MESSAGES.tooMany);
    await insertSlot(tx, { ...row, id });
    await recordAudit(tx, { staff, action: "slot.added", subject: toSubject(id), after: toFields(row) });
  });
  return { id };
}

/** @throws AppError `not_found`; `invalid_input` on `ends_at`; `conflict` it has no picture yet */
export async function changeSlot(
  deps: Pick<Deps, "sql">,
  staff: Member,
  id: SlotId,
  { is_active, ...changes }: z.output<typeof slotRoutes.change.body>,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const current = await requireSlot(tx, id);
    const row = toRow(Object.assign(toFields(current), changes));
    const isActive = is_active ?? current.is_active;
    if (isActive && current.picture_key === null) throw new AppError("conflict", SLOT_MESSAGES.noPicture);
    const [before, after] = whatChanged(
      { ...toFields(current), is_active: current.is_active },
      { ...toFields(row), is_active: isActive },
    );
    if (Object.keys(after).length === 0) return;
    await updateSlot(tx, id, { ...row, is_active: isActive });
    if (row.place !== current.place) await moveSlotToEnd(tx, id);
    await recordAudit(tx, { staff, action: "slot.changed", subject: toSubject(id), before, after });
  });
}

/** @throws AppError `not_found`; `conflict` it has no picture yet */
export async function turnSlot(deps: Pick<Deps, "sql">, staff: Member, id: SlotId, isActive: boolean): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const { is_active, picture_key } = await requireSlot(tx, id);
    if (is_active === isActive) return;
    if (picture_key === null) throw new AppError("conflict", SLOT_MESSAGES.noPicture);
    await updateSlot(tx, id, { is_active: isActive });
    const [before, after] = [{ is_active }, { is_active: isActive }];
    await recordAudit(tx, { staff, action: "slot.changed", subject: toSubject(id), before, after });
  });
}

/** @throws AppError `conflict` unless each slot of the place is named once */
export async function orderSlots(
  deps: Pick<Deps, "sql">,
  staff: Member,
  { place, ids }: { place: SlotPlace; ids: readonly SlotId[] },
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await lockSlots(tx);
    const before = (await selectSlots(tx, SLOTS_MAX)).filter((one) => one.place === place).map(({ id }) => id);
    if (!isReordering(before, ids)) throw new AppError("conflict", SLOT_MESSAGES.others);
    if (before.join() === ids.join()) return;
    await updateSlotOrder(tx, ids);
    await recordAudit(tx, {
      staff,
      action: "slot.ordered",
      subject: { kind: "setting", id: `slots on ${place}` },
      before: { order: before },
      after: { order: ids },
    });
  });
}

/** @throws AppError `not_found`; `invalid_input` on `picture` */
export async function setSlotPicture(
  deps: Pick<Deps, "sql" | "config" | "storage">,
  staff: Member,
  id: SlotId,
  bytes: Buffer,
): Promise<void> {
  // First, so that no file is stored for a slot that is gone.
  if (!(await selectSlot(deps.sql, id))) throw notFound();
  const drawn = await redrawPicture(deps, staff.accountId, bytes, { ...SLOT_SIZE, fit: "cover" });
  if (!drawn) throw fieldError(SLOT_PICTURE.field, SLOT_MESSAGES.notAPicture);
  const key = `slots/${id}/${newId(slotId)}.webp`;
  await deps.storage.put(key, drawn.webp, { contentType: "image/webp" });
  const replaced = await inTransaction(deps.sql, async (tx) => {
    const { picture_key } = await requireSlot(tx, id);
    await updateSlot(tx, id, { picture_key: key });
    await recordAudit(tx, {
      staff,
      action: "slot.changed",
      subject: toSubject(id),
      before: { picture: picture_key },
      after: { picture: key },
    });
    return picture_key;
  });
  if (replaced !== null) await deps.storage.remove(replaced);
}

/** @throws AppError `not_found` */
export async function removeSlot(deps: Pick<Deps, "sql" | "storage">, staff: Member, id: SlotId): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const row = await requireSlot(tx, id);
    await deleteSlot(tx, id);
    await recordAudit(tx, { staff, action: "slot.removed", subject: toSubject(id), before: toFields(row) });
  });
  await deps.storage.removePrefix(`slots/${id}/`);
}

async function requireSlot(tx: Tx, id: SlotId): Promise<SlotRow> {
  await lockSlots(tx);
  const row = await selectSlot(tx, id);
  if (!row) throw notFound();
  return row;
}

function toSubject(id: SlotId) {
  return { kind: "slot", id } as const;
}

type Written = Omit<SlotRow, "id" | "picture_key" | "is_active">;

function toRow({ starts_at, ends_at, ...rest }: Fields): Written {
  const row = { ...rest, starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) };
  if (row.ends_at !== null && row.ends_at <= row.starts_at) throw fieldError("ends_at", SLOT_MESSAGES.endFirst);
  return row;
}

function toFields({ place, sponsor, alt, link, starts_at, ends_at }: Written): Fields {
  const [start, end] = [starts_at.toISOString(), ends_at?.toISOString() ?? null];
  return { place, sponsor, alt, link, starts_at: start, ends_at: end };
}
