import { buffer } from "node:stream/consumers";
import { type contentItem, type contentRoutes, UNDELETE_MINUTES, type Visibility } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { ImageChange } from "@app/contract/images";
import type { ChannelAction } from "@app/contract/teams";
import type { ThumbnailChoice } from "@app/contract/thumbnails";
import type { z } from "zod";
import { requireCategory } from "#modules/catalog/categories/categories.service.ts";
import { canManageItem, lockChannels, recordItemLog, recountContents } from "#modules/channels/index.ts";
import { type AuditFacts, recordAudit, whatChanged } from "#platform/audit.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { type Member, requireMember, type Viewer } from "#platform/viewer.ts";
import { selectImagesOf } from "./content-images.sql.ts";
import { requireEditableContent, showContent, showEditableContent } from "./contents.service.ts";
import type { ContentRow } from "./contents.sql.ts";
import { markDeleted, markUndeleted, selectDeletedBy, updateContent } from "./contents-edit.sql.ts";
import { toAudience } from "./contents-maintenance.service.ts";
import { lockContent } from "./contents-media.sql.ts";
import { prepareThumbnail, type Rewritten, writeImages } from "./edit-images.service.ts";
import { removeUnusedLater } from "./old-thumbnails.service.ts";
import { copyPictureToItem, storeThumbnailSizes, type Thumbnail } from "./pictures.service.ts";

type ViewDeps = Pick<Deps, "sql" | "config" | "secrets" | "now">;
type Item = z.input<typeof contentItem>;
type Changes = z.output<(typeof contentRoutes)["update"]["body"]>;

const NO_IMAGES: Rewritten = { changes: {}, removedKeys: [] };

/**
 * @throws AppError `not_found`; `invalid_input` if the category, frame or image does not exist; `conflict` if somebody changed
 * the item since the named revision
 */
export async function changeContent(
  deps: ViewDeps & Pick<Deps, "storage" | "events">,
  viewer: Viewer,
  id: ContentId,
  { thumbnail, revision, images, ...fields }: Changes,
): Promise<Item> {
  const seen = await requireEditableContent(deps.sql, viewer, id);
  const editor = requireMember(viewer);
  const { chosen, redrawn } = await preparePictures(deps, editor, seen, { thumbnail, images }).catch((error) => {
    // What they name may have been there in the revision that they changed.
    if (revision !== undefined && revision !== seen.revision && isInvalid(error))
      throw changedMeanwhile(Object.keys(error.errors));
    throw error;
  });
  const removedKeys = await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [seen.channel_id]);
    // Its images may be being replaced by reprocessed ones.
    if (images) await lockContent(tx, id);
    const content = await requireEditableContent(tx, viewer, id);
    if (revision !== undefined && revision !== content.revision)
      requireSameValues({ ...content, images: await readImages(tx, id) }, { ...fields, images }, chosen);
    if (fields.category_id !== undefined) await requireCategory(tx, fields.category_id);
    // A new run may have replaced the frames since.
    if (isFrame(chosen) && !content.frame_keys.includes(chosen.thumbnail_key)) throw pictureNotFound();
    const { visibility, publish_at, ...texts } = fields;
    const audience = toAudience({ visibility, publish_at }, content.publish_at, deps.now());
    const set = images ? await writeImages(tx, content, images, redrawn) : NO_IMAGES;
    await updateContent(tx, id, {
      ...texts,
      ...audience,
      ...set.changes,
      ...withNewFrameIndex(chosen, set.changes.frame_keys),
    });
    if (audience.visibility !== undefined) await publishVisibilityChange(deps, tx, content, audience.visibility);
    await recordItemLog(tx, editor, content, "edited");
    const changes = { ...texts, ...audience };
    await auditEdit(tx, editor, content, { changes, pictures: chosen !== undefined || images !== undefined });
    return set.removedKeys;
  });
  for (const key of removedKeys) await deps.storage.remove(key);
  return showEditableContent(deps, viewer, id);
}

/** Runs outside any transaction. @throws AppError `invalid_input` on the field `thumbnail` or `images` */
async function preparePictures(
  deps: Pick<Deps, "sql" | "storage">,
  editor: Member,
  content: ContentRow,
  { thumbnail, images }: Pick<Changes, "thumbnail" | "images">,
): Promise<{ chosen: ChosenThumbnail | undefined; redrawn: Thumbnail | null }> {
  if (thumbnail) await removeUnusedLater(deps.sql, content, thumbnail);
  return {
    chosen: thumbnail && (await chooseThumbnail(deps, editor, content, thumbnail)),
    redrawn: images ? await prepareThumbnail(deps, content, images) : null,
  };
}

function isInvalid(error: unknown): error is AppError {
  return error instanceof AppError && error.kind === "invalid_input";
}

function changedMeanwhile(fields: readonly string[]): AppError {
  return new AppError("conflict", "This was changed in the meantime.", {
    errors: Object.fromEntries(fields.map((name) => [name, ["Changed in the meantime."]])),
  });
}

async function publishVisibilityChange(
  deps: Pick<Deps, "events">,
  tx: Tx,
  before: ContentRow,
  visibility: Visibility,
): Promise<void> {
  await recountContents(tx, before.channel_id);
  const isNowPublic = visibility === "public" && before.visibility !== "public";
  if (isNowPublic && before.state === "ready")
    await deps.events.publish(tx, "content.published", { content_id: before.id });
}

/** The images of a set as its owner changes them. */
async function readImages(tx: Tx, id: ContentId): Promise<ImageChange[]> {
  const images = await selectImagesOf(tx, [id]);
  return images.map(({ name, caption, alt }) => ({ id: name, caption, alt }));
}

/**
 * Saving an old revision is fine if it changes nothing, as when a click was sent twice.
 * @throws AppError `conflict` with the fields that differ
 */
function requireSameValues(
  content: ContentRow & { images: ImageChange[] },
  fields: Changes,
  chosen: ChosenThumbnail | undefined,
): void {
  const stored: Record<string, unknown> = { ...content, publish_at: content.publish_at?.toISOString() ?? null };
  const sent = { ...fields, ...(fields.publish_at && { publish_at: new Date(fields.publish_at).toISOString() }) };
  const differing = Object.entries(sent)
    .filter(([name, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[name]))
    .map(([name]) => name);
  if (chosen && chosen.thumbnail_key !== content.thumbnail_key) differing.push("thumbnail");
  if (differing.length === 0) return;
  throw changedMeanwhile(differing);
}

/** What a choice writes: the picture, and the frame number for when a new run takes new frames. */
type ChosenThumbnail = Thumbnail & { thumbnail_frame: number | null };

function isFrame(chosen: ChosenThumbnail | undefined): chosen is ChosenThumbnail {
  return chosen !== undefined && chosen.thumbnail_frame !== null;
}

/** In the new order of a set, if that changes too. */
function withNewFrameIndex(
  chosen: ChosenThumbnail | undefined,
  frameKeys: readonly string[] | undefined,
): ChosenThumbnail | undefined {
  if (!isFrame(chosen) || !frameKeys) return chosen;
  const thumbnail_frame = frameKeys.indexOf(chosen.thumbnail_key);
  if (thumbnail_frame < 0) throw pictureNotFound();
  return { ...chosen, thumbnail_frame };
}

function pictureNotFound(): AppError {
  return fieldError("thumbnail", "There is no such picture.");
}

/**
 * Stores the chosen picture. Runs outside any transaction, because a transaction may be retried and would hold its
 * locks until the last picture is drawn.
 * @throws AppError `invalid_input` on the field `thumbnail`
 */
async function chooseThumbnail(
  deps: Pick<Deps, "sql" | "storage">,
  editor: Member,
  content: Pick<ContentRow, "id" | "frame_keys">,
  choice: ThumbnailChoice,
): Promise<ChosenThumbnail> {
  if ("picture" in choice) {
    const at = { contentId: content.id, picture: choice.picture };
    return { ...(await copyPictureToItem(deps, editor.accountId, at)), thumbnail_frame: null };
  }
  const number = "image" in choice ? choice.image : choice.frame;
  const key = content.frame_keys[number];
  // An image that was just added has none yet.
  const frame = key ? await deps.storage.read(key) : null;
  if (!key || !frame) throw pictureNotFound();
  return { ...(await storeThumbnailSizes(deps, key, await buffer(frame))), thumbnail_frame: number };
}

export async function removeContent(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  id: ContentId,
  bodyId: ContentId | undefined,
): Promise<void> {
  if (bodyId !== undefined && bodyId !== id)
    throw new AppError("invalid_input", "The id in the body does not match the one in the URL.", {
      errors: { id: ["The id in the body does not match the one in the URL."] },
    });
  const seen = await requireEditableContent(deps.sql, viewer, id);
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [seen.channel_id]);
    const content = await requireEditableContent(tx, viewer, id);
    await markDeleted(tx, id, requireMember(viewer).accountId);
    await recountContents(tx, content.channel_id);
    await recordItemLog(tx, viewer, content, "deleted");
    await auditDeletion(tx, viewer, content, true);
  });
}

/**
 * Takes a deletion back.
 * @throws AppError `not_found` not deleted by this person; `gone` too late
 */
export async function undeleteContent(
  deps: ViewDeps & Pick<Deps, "events">,
  member: Member,
  id: ContentId,
): Promise<Item> {
  const own = { id, accountId: member.accountId, minutes: UNDELETE_MINUTES };
  const seen = await selectDeletedBy(deps.sql, own);
  if (!seen) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [seen.channel_id]);
    const deleted = await selectDeletedBy(tx, own);
    // Another request may have restored it.
    if (!deleted) return;
    if (!deleted.is_recent) throw new AppError("gone", "It is too late to undo this.");
    await markUndeleted(tx, id);
    const content = await requireEditableContent(tx, member, id);
    await deps.events.publish(tx, "content.undeleted", { content_id: id });
    await recountContents(tx, deleted.channel_id);
    await recordItemLog(tx, member, content, "restored");
    await auditDeletion(tx, member, content, false);
  });
  return showContent(deps, member, id);
}

const FACTS = ["title", "category_id", "visibility", "comments_open", "downloads_open"] as const;

type Facts = Pick<ContentRow, (typeof FACTS)[number] | "tags" | "publish_at" | "description">;

/** Records in the audit log what staff change on the page of somebody else's item, as for changes in the console. */
async function auditEdit(
  tx: Tx,
  viewer: Viewer,
  content: ContentRow,
  { changes, pictures }: { changes: { [Name in keyof Facts]?: Facts[Name] | undefined }; pictures: boolean },
): Promise<void> {
  const edited = {
    ...content,
    ...Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)),
  };
  const [before, after] = whatChanged(toFacts(content), toFacts(edited));
  const noted = {
    ...after,
    // Long, and it may name people.
    ...(edited.description !== content.description && { description: "a new text" }),
    ...(pictures && { pictures: "new ones" }),
  };
  if (Object.keys(noted).length > 0)
    await auditItem(tx, viewer, content, { action: "content.edited", before, after: noted });
}

async function auditDeletion(tx: Tx, viewer: Viewer, content: ContentRow, isDeleted: boolean): Promise<void> {
  await auditItem(tx, viewer, content, {
    action: isDeleted ? "content.deleted" : "content.restored",
    before: { deleted: !isDeleted },
    after: { deleted: isDeleted },
  });
}

type LoggedItem = Pick<ContentRow, "id" | "channel_id" | "owner_id" | "uploaded_by" | "title">;
type Entry = Pick<Parameters<typeof recordAudit>[1], "action" | "before" | "after">;

/**
 * Records an edit where it belongs: in the log of the channel that runs the item, or, for staff, in the audit log.
 * @param facts what changed, for the audit log
 */
export async function recordItemEdit(
  tx: Tx,
  viewer: Viewer,
  content: LoggedItem,
  { action, ...facts }: Pick<Entry, "before" | "after"> & { action: ChannelAction },
): Promise<void> {
  await recordItemLog(tx, viewer, content, action);
  await auditItem(tx, viewer, content, { action: "content.edited", ...facts });
}

/** Records what staff change in somebody else's item. */
export async function auditItem(tx: Tx, viewer: Viewer, content: LoggedItem, entry: Entry): Promise<void> {
  if (!viewer?.isStaff || canManageItem(viewer, content)) return;
  await recordAudit(tx, { staff: viewer, subject: { kind: "content", id: content.id }, ...entry });
}

function toFacts(content: Facts): AuditFacts {
  const facts = Object.fromEntries(FACTS.map((name) => [name, content[name]]));
  return { ...facts, tags: content.tags.join(", "), publish_at: content.publish_at?.toISOString() ?? null };
}
