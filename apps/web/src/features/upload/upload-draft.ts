import {
  type ContentType,
  contentFields,
  TAG_MAX_CHARS,
  TAGS_MAX,
  TITLE_MAX_CHARS,
  VISIBILITIES,
  type Visibility,
} from "@app/contract/contents";
import { findScheduleFault } from "@app/contract/schedule";
import { thumbnailChoice } from "@app/contract/thumbnails";
import { z } from "zod";
import { toIso } from "#lib/dates.ts";
import { readFormDraft } from "#lib/form-drafts.ts";

/** The form's values as typed, valid or not. */
export const uploadDraft = z.object({
  title: z.string(),
  description: z.string(),
  /** 0 until a category is chosen. */
  category_id: z.int(),
  tags: z.array(z.string()),
  /** `scheduled` is private until `publish_at`. */
  visibility: z.enum([...VISIBILITIES, "scheduled"]),
  /** As a `datetime-local` input has it, in the time zone of the device; empty for none. */
  publish_at: z.string(),
  comments_open: z.boolean(),
  downloads_open: z.boolean(),
  /** Null for the picture that the item has already. */
  thumbnail: thumbnailChoice.nullable(),
  /** The pictures of a published set, in order; empty for other items and before it is published. */
  images: z.array(z.object({ id: z.string(), caption: z.string(), alt: z.string() })),
});
export type UploadDraft = z.input<typeof uploadDraft>;

export const VISIBILITY_LABELS: Record<UploadDraft["visibility"], string> = {
  public: "Public",
  unlisted: "Unlisted",
  private: "Private",
  scheduled: "Scheduled",
};

/** Of a category that an item still has. */
export function toUnofferedName({ name }: { name: string }): string {
  return `${name} (no longer offered)`;
}

const draftFields = z.object({
  ...contentFields,
  ...uploadDraft.pick({ visibility: true, publish_at: true, thumbnail: true, downloads_open: true, images: true })
    .shape,
});

/**
 * What the form refuses. The date counts only for a scheduled item.
 * @param stored the item's date as in the form, which it may keep however near it is; empty for none
 */
export function toDraftRules(stored: string) {
  return draftFields.superRefine(({ visibility, publish_at }, { addIssue }) => {
    if (visibility !== "scheduled") return;
    const fault = findDateFault(publish_at, stored);
    if (fault !== null) addIssue({ code: "custom", path: ["publish_at"], message: fault });
  });
}

function findDateFault(typed: string, stored: string): string | null {
  const at = toIso(typed);
  if (at === null) return "Please choose a date and a time.";
  return typed === stored ? null : findScheduleFault(new Date(at), new Date());
}

/** Of an item without a date. */
export const draftRules = toDraftRules("");

/** The server's default for a video. Other types have no frames; theirs is the first page or image. */
const MIDDLE_FRAME = { frame: 1 };

/** Drafts are named by file, so an upload resumed later finds its form filled in. */
export function uploadDraftName(file: { fileName: string; sizeBytes: number }): string {
  return `upload.${file.sizeBytes}.${file.fileName}`;
}

export function emptyDraft(fileName: string, type: ContentType): UploadDraft {
  return {
    title: titleFromFileName(fileName),
    description: "",
    category_id: 0,
    tags: [],
    visibility: "public",
    publish_at: "",
    comments_open: true,
    downloads_open: false,
    thumbnail: defaultThumbnail(type),
    images: [],
  };
}

/** What was typed about a file that cannot be used. */
export type TypedBefore = { fileName: string; values: UploadDraft };

/** The same texts about the file that takes its place. A picture, and a title made of the file's name, are left behind. */
export function carryOver({ fileName, values }: TypedBefore, toFileName: string, type: ContentType): UploadDraft {
  const { title, thumbnail } = emptyDraft(toFileName, type);
  return { ...values, thumbnail, title: values.title === titleFromFileName(fileName) ? title : values.title };
}

export function defaultThumbnail(type: ContentType): UploadDraft["thumbnail"] {
  return type === "video" ? MIDDLE_FRAME : null;
}

/** `match_day-3.final.MP4` → `match day 3.final` */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/\.[^.\s]{1,5}$/, "");
  const words = bare.replace(/[_-]+/g, " ").replace(/\s+/g, " ").trim();
  return Array.from(words).slice(0, TITLE_MAX_CHARS).join("").trim();
}

/** @returns visibility and date as the server has them */
export function toAudience({ visibility, publish_at }: Pick<UploadDraft, "visibility" | "publish_at">): {
  visibility: Visibility;
  publish_at: string | null;
} {
  return visibility === "scheduled"
    ? { visibility: "private", publish_at: toIso(publish_at) }
    : { visibility, publish_at: null };
}

/** Drafts of an earlier release lack the newest fields. */
const storedDraft = z.preprocess(
  (stored) => ({ publish_at: "", downloads_open: false, images: [], ...(stored as object | null) }),
  uploadDraft,
);

export function readDraft(name: string): UploadDraft | null {
  return readFormDraft(name, storedDraft);
}

/** @returns the id of a custom thumbnail; null for a frame or an image of the set */
export function pictureIn(thumbnail: UploadDraft["thumbnail"]): string | null {
  return thumbnail !== null && "picture" in thumbnail ? thumbnail.picture : null;
}

/**
 * Adds typed or pasted tags, separated by commas, but for those that are too long. A leading # is dropped, and tags that
 * differ only in case count as one.
 */
export function addTags(tags: readonly string[], typed: string): string[] {
  const result = [...tags];
  for (const part of typed.split(",")) {
    const tag = toTag(part);
    const canAdd = tag !== "" && !isTooLong(tag) && result.length < TAGS_MAX;
    if (canAdd && !isAmong(result, tag)) result.push(tag);
  }
  return result;
}

/** @returns what of a typed list is not among the tags, separated by commas */
export function leftOf(typed: string, tags: readonly string[]): string {
  const left = typed.split(",").map(toTag);
  return left.filter((tag) => tag !== "" && !isAmong(tags, tag)).join(", ");
}

export function hasTooLongTag(typed: string): boolean {
  return typed.split(",").map(toTag).some(isTooLong);
}

function toTag(part: string): string {
  return part.trim().replace(/^#+\s*/, "");
}

function isTooLong(tag: string): boolean {
  return Array.from(tag).length > TAG_MAX_CHARS;
}

function isAmong(tags: readonly string[], tag: string): boolean {
  return tags.some((other) => other.toLowerCase() === tag.toLowerCase());
}
