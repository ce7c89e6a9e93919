import type { ContentItem } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import type { Deps } from "#platform/deps.ts";
import { toPlayback } from "./contents.presenter.ts";
import { selectWatchable } from "./contents.sql.ts";

type Playable = Pick<ContentItem, "id" | "title" | "length" | "video_content">;

/**
 * The channel's public and unlisted videos among `ids`, in their order, for a page that needs no sign-in. URLs of
 * unlisted videos are signed and expire; deleted and private videos are left out.
 */
export async function findPlayable(
  deps: Pick<Deps, "sql" | "config" | "secrets" | "now">,
  channelId: string,
  ids: readonly ContentId[],
): Promise<Playable[]> {
  if (ids.length === 0) return [];
  const rows = new Map((await selectWatchable(deps.sql, channelId, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const length = row.length_ms === null ? null : row.length_ms / 1000;
    return [{ id, title: row.title, length, video_content: toPlayback(deps, row) }];
  });
}
