import { TAG_MAX_CHARS, TAGS_MAX, TITLE_MAX_CHARS, thumbnailChoice, visibility } from "@app/contract/contents";
import { z } from "zod";
import { PERSONAL_PREFIX } from "#lib/personal-storage.ts";

/** What has been typed so far; it need not be right yet. */
export const contentDraft = z.object({
  title: z.string(),
  description: z.string(),
  /** 0 until one is chosen. */
  category_id: z.int(),
  tags: z.array(z.string()),
  visibility,
  comments_open: z.boolean(),
  thumbnail: thumbnailChoice,
});
export type ContentDraft = z.input<typeof contentDraft>;

/** What the server takes when nobody has chosen. */
const MIDDLE_FRAME = { frame: 1 };

const PREFIX = `${PERSONAL_PREFIX}upload.`;

/** An upload keeps its draft when the tab is closed: the same file goes on with the same words. */
export function draftKey(file: { fileName: string; sizeBytes: number }): string {
  return `${PREFIX}${file.sizeBytes}.${file.fileName}`;
}

export function emptyDraft(fileName: string): ContentDraft {
  return {
    title: titleFromFileName(fileName),
    description: "",
    category_id: 0,
    tags: [],
    visibility: "public",
    comments_open: true,
    thumbnail: MIDDLE_FRAME,
  };
}

/** `match_day-3.final.MP4` → `match day 3.final`; a person mends the rest. */
export function titleFromFileName(fileName: string): string {
  const bare = fileName.replace(/\.[^.\s]{1,5}$/, "");
  const words = bare.replace(/[_-]+/g, " ").replace(/\s+/g, " ").trim();
  return Array.from(words).slice(0, TITLE_MAX_CHARS).join("").trim();
}

export function readDraft(key: string): ContentDraft | null {
  try {
    const parsed = contentDraft.safeParse(JSON.parse(localStorage.getItem(key) ?? "null"));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

/**
 * A picture of one's own is not kept: the server forgets it within a day, and the page can no longer show it.
 * Storage may be full or forbidden; then a reload loses the words, and nothing else.
 */
export function saveDraft(key: string, draft: ContentDraft): void {
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
 * Adds what was typed or pasted, parted by commas. A leading # is how people write tags, and is no part of one;
 * the same word in other letters is the same tag.
 */
export function withTags(tags: readonly string[], typed: string): string[] {
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
