import type { ContentItem, contentRoutes } from "@app/contract/contents";
import { z } from "zod";
import { toLocalTime } from "#lib/dates.ts";
import { toAudience, type UploadDraft, uploadDraft } from "./upload-draft.ts";

/** What the item's fields held when somebody began to edit them. */
const editBase = z.object({ revision: z.int(), values: uploadDraft });
export type EditBase = z.input<typeof editBase>;

/** Unsaved changes, with what they change. */
export const editDraft = z.object({ base: editBase, values: uploadDraft });

export type EditedField = keyof UploadDraft;

type Changes = z.input<(typeof contentRoutes)["update"]["body"]>;

export function draftName(id: string): string {
  return `edit.${id}`;
}

export function toBase(item: ContentItem): EditBase {
  const frame = item.frames.indexOf(item.thumbnail ?? "");
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

/** @returns theirs, with the fields over it that I changed */
export function mergeMine(base: UploadDraft, mine: UploadDraft, theirs: UploadDraft): UploadDraft {
  const changed = changedFields(base, mine);
  const kept = changed.includes("visibility") ? [...changed, "publish_at" as const] : changed;
  return { ...theirs, ...Object.fromEntries(kept.map((field) => [field, mine[field]])) };
}
