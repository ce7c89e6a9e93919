import type { ContentItem } from "@app/contract/contents";

/** @returns what sets an item of one's own apart from one that everybody sees; null when nothing does */
export function markOf({ state, progress, visibility }: Pick<ContentItem, "state" | "progress" | "visibility">) {
  if (state === "failed") return "Failed";
  if (state === "processing") return progress === null ? "Processing" : `Processing ${progress}%`;
  if (visibility === "private") return "Private";
  return visibility === "unlisted" ? "Unlisted" : null;
}
