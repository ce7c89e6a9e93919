import { TAG_MAX_CHARS, TAGS_MAX } from "@app/contract/contents";

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
