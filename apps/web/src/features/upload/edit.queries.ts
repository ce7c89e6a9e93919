import type { ContentItem, contentRoutes } from "@app/contract/contents";
import type { ContentFile } from "@app/contract/files";
import type { ContentImage, ImageForm } from "@app/contract/images";
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { toLocalTime } from "#lib/dates.ts";
import { liveMeta } from "#lib/live-queries.ts";
import { toast } from "#lib/toast.ts";
import { isRetryable, showFailedUndo } from "#lib/undo.ts";
import { toAudience, type UploadDraft, uploadDraft } from "./upload-draft.ts";

/** An item for its owner and staff; for everybody else there is none. Live while something of it is made. */
export function editedItem(id: string) {
  return queryOptions({
    queryKey: ["content", id, "edit"],
    queryFn: ({ signal }) => call("GET /edit-content/:id", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta(
      "processing.changed",
      (item: ContentItem) => item.state === "processing" || lacksExtras(item) || item.images.some(isBeingDrawn),
    ),
  });
}

/** Its video plays, and they are being made, or could not be. */
function lacksExtras({ type, video_content }: ContentItem): boolean {
  return type === "video" && video_content.storyboard === null;
}

/** An image that was just added to a published set. */
export function isBeingDrawn({ width_px, fault }: ContentImage): boolean {
  return width_px === null && fault === null;
}

/** Whether a query key is that of `itemFile`, of any item. */
export function isItemFile([of, , part]: readonly unknown[]): boolean {
  return of === "content" && part === "file";
}

/** The original of an item, live while another file is replacing it. */
export function itemFile(id: string) {
  return queryOptions({
    queryKey: ["content", id, "file"],
    queryFn: ({ signal }) => call("GET /content/:id/file", { params: { id } }, signal),
    gcTime: 0,
    meta: liveMeta("processing.changed", isFileMoving),
  });
}

function isFileMoving({ replacement, url, file_name, images }: ContentFile): boolean {
  // An original is stored shortly after its item is processed.
  const isStoring = (url === null && file_name !== null) || images.some((image) => image.url === null);
  return (replacement !== null && replacement.state !== "failed") || isStoring;
}

export function useReplaceFile(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (uploadId: string) => call("POST /content/:id/file", { params: { id }, body: { upload_id: uploadId } }),
    // Repeating it is harmless, and giving up would lose what was uploaded so far.
    retry: (_, error) => isRetryable(error) && !isConflict(error),
    onSuccess: (file) => cache.setQueryData(itemFile(id).queryKey, file),
  });
}

/** Appends images to a published set. */
export function useAddImages(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (images: ImageForm[]) => call("POST /content/:id/images", { params: { id }, body: { images } }),
    onSuccess: (item) => {
      cache.setQueryData(editedItem(id).queryKey, item);
      void cache.invalidateQueries(itemFile(id));
    },
  });
}

/** Saves the changed fields against the revision they were made on. */
export function useSaveItem(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ base, values }: { base: EditBase; values: UploadDraft }) =>
      call("PUT /update-content/:id", { params: { id }, body: toChanges(base, values) }),
    onSuccess: (item) => {
      cache.setQueryData(editedItem(id).queryKey, item);
      if (item.type === "image") void cache.invalidateQueries(itemFile(id));
      void cache.invalidateQueries({ queryKey: ["hub"] });
    },
  });
}

/** Deletes an item, and offers to undo that for ten seconds. */
export function useDeleteItem(id: string) {
  const cache = useQueryClient();
  const refresh = () => void cache.invalidateQueries({ queryKey: ["hub"] });
  const restore = async () => {
    try {
      await call("POST /undelete-content/:id", { params: { id } });
      toast.success("The content was restored.");
    } catch (error) {
      showFailedUndo(error, () => void restore());
    }
    refresh();
  };
  return useMutation({
    mutationFn: () => call("DELETE /delete-content/:id", { params: { id }, body: {} }),
    onSuccess: () => {
      toast.success("The content was deleted.", { label: "Undo", run: () => void restore() });
      refresh();
    },
    onError: (error) => toast.error(messageOf(error)),
  });
}

export function useRetryItem(id: string) {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => call("POST /content/:id/retry", { params: { id } }),
    onSuccess: (item) => cache.setQueryData(editedItem(id).queryKey, item),
    onError: (error) => toast.error(messageOf(error)),
  });
}

/** What the item's fields held when somebody began to edit them. */
const editBase = z.object({ revision: z.int(), values: uploadDraft });
export type EditBase = z.input<typeof editBase>;

/** Unsaved changes, with what they change. */
export const editDraft = z.object({ base: editBase, values: uploadDraft });
type EditDraft = z.input<typeof editDraft>;

export type EditedField = keyof UploadDraft;

type Changes = z.input<(typeof contentRoutes)["update"]["body"]>;

export function draftName(id: string): string {
  return `edit.${id}`;
}

export function toBase(item: ContentItem): EditBase {
  const frame = item.thumbnail ? item.frames.indexOf(item.thumbnail) : -1;
  return {
    revision: item.revision ?? 0,
    values: {
      title: item.title,
      description: item.description,
      category_id: item.category.id,
      tags: item.tags,
      visibility: item.publish_at === null ? item.visibility : "scheduled",
      publish_at: item.publish_at === null ? "" : toLocalTime(new Date(item.publish_at)),
      comments_open: item.comments_open,
      downloads_open: item.downloads_open,
      thumbnail: frame < 0 ? null : item.type === "image" ? { image: frame } : { frame },
      images: item.images.map(({ id, caption, alt }) => ({ id, caption, alt })),
    },
  };
}

/** @returns the fields that differ, in the form's order */
export function changedFields(from: UploadDraft, to: UploadDraft): EditedField[] {
  const fields = Object.keys(uploadDraft.shape) as EditedField[];
  return fields.filter((field) => !isSame(field, from, to));
}

/** A date counts only while the item is scheduled, and a picture only once it was chosen. */
function isSame(field: EditedField, from: UploadDraft, to: UploadDraft): boolean {
  if (field === "publish_at" && to.visibility !== "scheduled") return true;
  if (field === "thumbnail" && to.thumbnail === null) return true;
  return JSON.stringify(from[field]) === JSON.stringify(to[field]);
}

/** @returns what to send: the changed fields only, so that no other is overwritten */
export function toChanges(base: EditBase, values: UploadDraft): Changes {
  const changed = changedFields(base.values, values);
  const { visibility, publish_at, thumbnail, ...texts } = values;
  const sent = Object.fromEntries(Object.entries(texts).filter(([name]) => changed.some((field) => field === name)));
  const hasAudience = changed.includes("visibility") || changed.includes("publish_at");
  return {
    ...sent,
    ...(hasAudience && toAudience({ visibility, publish_at })),
    ...(changed.includes("thumbnail") && thumbnail && { thumbnail }),
    revision: base.revision,
  };
}

/**
 * @param order the images as they were saved when mine were chosen from
 * @returns theirs, with the fields over it that I changed
 */
export function mergeMine(
  base: UploadDraft,
  mine: UploadDraft,
  theirs: UploadDraft,
  order: UploadDraft["images"] = base.images,
): UploadDraft {
  const changed = changedFields(base, mine);
  const kept = changed.includes("visibility") ? [...changed, "publish_at" as const] : changed;
  const merged = { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
  const thumbnail = changed.includes("thumbnail") ? mergeThumbnail(order, mine, theirs) : theirs.thumbnail;
  return { ...merged, thumbnail, ...(changed.includes("images") && { images: mergeImages(base, mine, theirs) }) };
}

/** The image of a set that I chose, at its place in theirs; their thumbnail if they removed it. */
function mergeThumbnail(
  order: UploadDraft["images"],
  { thumbnail }: UploadDraft,
  theirs: UploadDraft,
): UploadDraft["thumbnail"] {
  if (thumbnail === null || !("image" in thumbnail)) return thumbnail;
  const id = order[thumbnail.image]?.id;
  const image = theirs.images.findIndex((one) => one.id === id);
  return image < 0 ? theirs.thumbnail : { image };
}

/** My order and texts, without the images that they removed, and with those that they added. */
function mergeImages(base: UploadDraft, mine: UploadDraft, theirs: UploadDraft): UploadDraft["images"] {
  const isIn = ({ images }: UploadDraft, id: string) => images.some((image) => image.id === id);
  const added = theirs.images.filter(({ id }) => !isIn(base, id) && !isIn(mine, id));
  return [...mine.images.filter(({ id }) => isIn(theirs, id)), ...added];
}

/**
 * Takes in images that were added to the set since, on this page or another, so that saving does not remove them.
 * @returns what is edited now; null if no images were added
 */
export function withAddedImages(draft: EditDraft, item: ContentItem): EditDraft | null {
  const { base, values } = draft;
  const next = toBase(item);
  const isNew = ({ id }: { id: string }) => base.values.images.every((image) => image.id !== id);
  const added = next.values.images.filter(isNew);
  if (added.length === 0) return null;
  const withAdded = (form: UploadDraft) => ({ ...form, images: [...form.images, ...added] });
  const merged = withAdded(base.values);
  // If anything else was saved meanwhile, saving must still find that conflict.
  const isAll = changedFields(merged, next.values).length === 0;
  return { base: { values: merged, revision: isAll ? next.revision : base.revision }, values: withAdded(values) };
}
