import { TAG_MAX_CHARS, TAGS_MAX, TITLE_MAX_CHARS, thumbnailChoice, visibility } from "@app/contract/contents";
import { z } from "zod";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

/** The form's values as typed, valid or not. */
export const uploadDraft = z.object({
  title: z.string(),
  description: z.string(),
  /** 0 until a category is chosen. */
  category_id: z.int(),
  tags: z.array(z.string()),
  visibility,
  comments_open: z.boolean(),
  downloads_open: z.boolean(),
  thumbnail: thumbnailChoice,
});
export type UploadDraft = z.input<typeof uploadDraft>;

/** The server's default. */
const MIDDLE_FRAME = { frame: 1 };

const PREFIX = `${PERSONAL_PREFIX}upload.`;

/** Drafts are keyed by file, so an upload resumed later finds its form filled in. */
export function draftKey(file: { fileName: string; sizeBytes: number }): string {
  return `${PREFIX}${file.sizeBytes}.${file.fileName}`;
}

export function emptyDraft(fileName: string): UploadDraft {
  return {
    title: titleFromFileName(fileName),
    description: "",
    category_id: 0,
    tags: [],
    visibility: "public",
    comments_open: true,
    downloads_open: false,
    thumbnail: MIDDLE_FRAME,
  };
}

/** `match_day-3.final.MP4` → `match day 3.final` */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/\.[^.\s]{1,5}$/, "");
  const words = bare.replace(/[_-]+/g, " ").replace(/\s+/g, " ").trim();
  return Array.from(words).slice(0, TITLE_MAX_CHARS).join("").trim();
}

export function readDraft(key: string): UploadDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    // Drafts of earlier releases lack the newest fields.
    const parsed = uploadDraft.safeParse(stored && { downloads_open: false, ...stored });
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * A custom thumbnail is not saved: the server deletes it within a day and the page could no longer show it.
 * Storage may be full or blocked; then a reload only loses the draft.
 */
export function saveDraft(key: string, draft: UploadDraft): void {
  const thumbnail = "picture" in draft.thumbnail ? MIDDLE_FRAME : draft.thumbnail;
  try {
    localStorage.setItem(key, JSON.stringify({ ...draft, thumbnail }));
  } catch {
    return;
  }
}

export function deleteDraft(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    return;
  }
}

/**
 * Adds typed or pasted tags, separated by commas. A leading # is dropped, and tags that differ only in case count as
 * one.
 */
export function addTags(tags: readonly string[], typed: string): string[] {
  const result = [...tags];
  for (const part of typed.split(",")) {
    const tag = Array.from(part.trim().replace(/^#+\s*/, ""))
      .slice(0, TAG_MAX_CHARS)
      .join("")
      .trim();
    const isKnown = result.some((other) => other.toLowerCase() === tag.toLowerCase());
    if (tag !== "" && !isKnown && result.length < TAGS_MAX) result.push(tag);
  }
  return result;
}
