import { randomUUID } from "node:crypto";
import type { contentItem, Visibility } from "@app/contract/contents";
import {
  CLIP_MAX_S,
  CUT_MESSAGES,
  cutLengthS,
  type cutRoutes,
  findCutFault,
  type trim as trimReply,
} from "@app/contract/cuts";
import { type ContentId, contentId } from "@app/contract/ids";
import type { z } from "zod";
import { itemMediaUrl, originalMediaUrl } from "#modules/catalog/contents/contents.policy.ts";
import { runFolder } from "#modules/catalog/contents/contents.presenter.ts";
import { requireEditableContent, showContent } from "#modules/catalog/contents/contents.service.ts";
import type { ContentRow } from "#modules/catalog/contents/contents.sql.ts";
import { recordItemEdit } from "#modules/catalog/contents/contents-edit.service.ts";
import { selectOriginal, updateMediaColumns } from "#modules/catalog/contents/contents-media.sql.ts";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import { requireSpace } from "#modules/catalog/uploads/uploads.service.ts";
import { canManageItem, lockChannels, recordItemLog } from "#modules/channels/index.ts";
import { inTransaction, type Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { actingFor, type Member, requirePaid, type Viewer } from "#platform/viewer.ts";
import { cutClipJob, trimVideoJob } from "./cuts.jobs.ts";
import {
  cancelRequest,
  insertClip,
  type Part,
  requestTrim,
  selectMadeClip,
  selectTrim,
  type TrimRow,
  wantedOf,
} from "./cuts.sql.ts";

type ViewDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;
type Trim = z.input<typeof trimReply>;
type Range = { from_s: number; to_s: number };
type TrimForm = z.output<(typeof cutRoutes)["setTrim"]["body"]>;
type ClipForm = z.output<(typeof cutRoutes)["clip"]["body"]>;

/** @throws AppError `not_found` for those who may not edit the item; `conflict` no video, or not ready */
export async function showTrim(deps: ViewDeps, viewer: Viewer, id: ContentId): Promise<Trim> {
  const item = await requireReady(deps, viewer, id);
  const trim = await selectTrim(deps.sql, id);
  const whole = trim?.whole ?? item;
  const lengthMs = whole.length_ms ?? 0;
  const hlsKey = `${runFolder(id, whole.run ?? "")}/hls/master.m3u8`;
  return {
    state: toState(trim),
    ...toRange(trim, lengthMs),
    length_s: lengthMs / 1000,
    hls: trim?.whole ? originalMediaUrl(deps, item, hlsKey) : itemMediaUrl(deps, item, hlsKey),
    fault: trim?.fault ?? null,
  };
}

/** What was asked for last, even if it is not done yet. */
function toRange(trim: TrimRow | null, lengthMs: number): Range {
  if (!trim) return { from_s: 0, to_s: lengthMs / 1000 };
  const { wanted_from_ms, wanted_to_ms, from_ms, to_ms } = trim;
  return { from_s: (wanted_from_ms ?? from_ms ?? 0) / 1000, to_s: (wanted_to_ms ?? to_ms ?? lengthMs) / 1000 };
}

function isSameRange(one: Range, other: Range): boolean {
  return toMs(one.from_s) === toMs(other.from_s) && toMs(one.to_s) === toMs(other.to_s);
}

function toState(trim: TrimRow | null): Trim["state"] {
  if (!trim) return "whole";
  if (trim.wanted_from_ms !== null) return "trimming";
  if (trim.fault !== null) return "failed";
  return trim.from_ms === null ? "whole" : "trimmed";
}

/**
 * Has a job trim the video. Viewers see what they saw until that is done.
 * @throws AppError `not_found`; `conflict` no video, not ready, or trimmed in the meantime; `invalid_input` on `from_s` or
 * `to_s`
 */
export async function setTrim(deps: ViewDeps, viewer: Viewer, id: ContentId, form: TrimForm): Promise<Trim> {
  const { was, ...range } = form;
  const item = await requireReady(deps, viewer, id);
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [item.channel_id]);
    const current = await requireReady({ sql: tx }, viewer, id);
    const trim = await selectTrim(tx, id);
    const lengthMs = (trim?.whole ?? current).length_ms ?? 0;
    if (was && !isSameRange(was, toRange(trim, lengthMs))) throw new AppError("conflict", CUT_MESSAGES.trimmedSince);
    requirePart(range, lengthMs);
    const part = { fromMs: toMs(range.from_s), toMs: Math.min(toMs(range.to_s), lengthMs) };
    if (part.fromMs === 0 && part.toMs === lengthMs) throw fieldError("to_s", CUT_MESSAGES.whole);
    await startTrim(tx, id, part);
    await recordItemEdit(tx, viewer, current, {
      action: "trimmed",
      before: { trim: inWords(toRange(trim, lengthMs)) },
      after: { trim: inWords(range) },
    });
  });
  return showTrim(deps, viewer, id);
}

/** Queues the trim of a processed video. The last request counts. */
export async function startTrim(tx: Sql, id: ContentId, { fromMs, toMs }: Part): Promise<void> {
  const token = randomUUID();
  await requestTrim(tx, { content_id: id, token, wanted_from_ms: fromMs, wanted_to_ms: toMs });
  await enqueue(tx, trimVideoJob, { content_id: id, token }, { key: `trim:${id}` });
}

/** Queues again a trim whose job found the item deleted. */
export async function resumeTrim(tx: Sql, id: ContentId): Promise<void> {
  const trim = await selectTrim(tx, id);
  const part = trim?.fault === null ? wantedOf(trim) : null;
  if (part) await startTrim(tx, id, part);
}

function inWords({ from_s, to_s }: Range): string {
  return `${from_s} s to ${to_s} s`;
}

/**
 * Cancels a trim that is being made. Viewers keep seeing what they see.
 * @throws AppError `not_found`; `conflict` no video, not ready, or nothing is being trimmed
 */
export async function cancelTrim(deps: ViewDeps, viewer: Viewer, id: ContentId): Promise<Trim> {
  const item = await requireReady(deps, viewer, id);
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [item.channel_id]);
    const current = await requireReady({ sql: tx }, viewer, id);
    const lengthOf = (trim: TrimRow | null) => (trim?.whole ?? current).length_ms ?? 0;
    const before = await selectTrim(tx, id);
    if (!(await cancelRequest(tx, id))) throw new AppError("conflict", CUT_MESSAGES.notTrimming);
    const after = await selectTrim(tx, id);
    await recordItemEdit(tx, viewer, current, {
      action: "trim_canceled",
      before: { trim: inWords(toRange(before, lengthOf(before))) },
      after: { trim: inWords(toRange(after, lengthOf(after))) },
    });
  });
  return showTrim(deps, viewer, id);
}

/**
 * Shows the whole video again, at once.
 * @throws AppError `not_found`; `conflict` no video, not ready, or trimmed in the meantime
 */
export async function undoTrim(
  deps: ViewDeps & Pick<Deps, "storage" | "events" | "log">,
  viewer: Viewer,
  id: ContentId,
): Promise<Trim> {
  const item = await requireReady(deps, viewer, id);
  const { showWhole } = await import("./trim-video.service.ts");
  const isShown = await showWhole(deps, item, (tx) =>
    recordItemEdit(tx, viewer, item, { action: "untrimmed", after: { trim: "the whole video" } }),
  );
  if (!isShown && (await selectTrim(deps.sql, id))) throw new AppError("conflict", CUT_MESSAGES.trimmedSince);
  return showTrim(deps, viewer, id);
}

/**
 * Makes an item of a part of the owner's video, in its category and with its tags.
 * @throws AppError `not_found` not the owner's; `conflict` no video, not ready or hidden; `invalid_input`; `too_large` no
 * space; `payment_required`
 */
export async function createClip(
  deps: ViewDeps,
  owner: Member,
  id: ContentId,
  { title, visibility, idempotency_key, ...range }: ClipForm,
): Promise<z.input<typeof contentItem>> {
  const source = await requireReady(deps, owner, id);
  if (!canManageItem(owner, source)) throw notFound();
  const maker = actingFor(owner, source.channel_id);
  requirePaid(maker);
  // A clip may show what a trim leaves out.
  const lengthMs = ((await selectTrim(deps.sql, id))?.whole ?? source).length_ms ?? 0;
  requirePart(range, lengthMs);
  if (cutLengthS(range) > CLIP_MAX_S) throw fieldError("to_s", CUT_MESSAGES.tooLong);
  const part = { fromMs: toMs(range.from_s), toMs: Math.min(toMs(range.to_s), lengthMs) };
  const { original_bytes } = (await selectOriginal(deps.sql, id)) ?? {};
  const sizeBytes = Math.ceil(((original_bytes ?? 0) * (part.toMs - part.fromMs)) / Math.max(1, lengthMs));
  const key = idempotency_key ?? null;
  const clipId = await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [source.channel_id]);
    const made = key === null ? null : await selectMadeClip(tx, id, key);
    if (made !== null) return contentId.parse(made);
    // Its clips would show what nobody else may see.
    if ((await requireReady({ sql: tx }, owner, id)).hidden_at) throw new AppError("conflict", CUT_MESSAGES.hidden);
    await requireSpace(tx, maker, sizeBytes);
    await recordItemLog(tx, owner, { ...source, title }, "published");
    return addClip(tx, source, { title, visibility, part, sizeBytes, madeBy: owner.accountId, key });
  });
  return showContent(deps, owner, clipId);
}

type NewClip = {
  title: string;
  visibility: Visibility;
  part: Part;
  /** An estimate, which counts as its storage until it is cut. */
  sizeBytes: number;
  madeBy?: string;
  key?: string | null;
};

/** Adds the item of a clip in its source's channel, and queues the cut. */
export async function addClip(
  tx: Sql,
  source: ContentRow,
  { title, visibility, part, sizeBytes, madeBy, key = null }: NewClip,
): Promise<ContentId> {
  const { category_id, tags, comments_open } = source;
  const fields = { type: "video", title, description: "", category_id, tags, visibility, comments_open } as const;
  const { content } = await createContent(tx, source.channel_id, fields, {
    uploadId: null,
    uploadedBy: madeBy ?? null,
  });
  const id = contentId.parse(content.id);
  await updateMediaColumns(tx, id, { original_bytes: sizeBytes });
  const range = { from_ms: part.fromMs, to_ms: part.toMs };
  await insertClip(tx, { content_id: id, source_id: source.id, ...range, idempotency_key: key });
  await enqueue(tx, cutClipJob, { content_id: id }, { key: `process:${id}` });
  return id;
}

async function requireReady({ sql }: Pick<Deps, "sql">, viewer: Viewer, id: ContentId): Promise<ContentRow> {
  const item = await requireEditableContent(sql, viewer, id);
  if (item.type !== "video") throw new AppError("conflict", CUT_MESSAGES.notVideo);
  if (item.state === "ready" && item.fault !== null) throw new AppError("conflict", CUT_MESSAGES.unfinished);
  const isDone = item.state === "ready" && item.has_preview && item.has_storyboard && item.run !== null;
  if (!isDone) throw new AppError("conflict", CUT_MESSAGES.processing);
  return item;
}

function requirePart(range: Range, lengthMs: number): void {
  const fault = findCutFault(range, lengthMs / 1000);
  if (fault) throw fieldError(fault.field, fault.message);
}

function toMs(seconds: number): number {
  return Math.round(seconds * 1000);
}
