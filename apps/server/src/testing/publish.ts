import type { ContentType, Visibility } from "@app/contract/contents";
import type { ChannelId, ContentId } from "@app/contract/ids";
import { updateMediaColumns } from "#modules/catalog/contents/contents-media.sql.ts";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import type { Deps } from "#platform/deps.ts";

export type NewItem = {
  type?: ContentType;
  description?: string;
  categoryId?: number;
  tags?: string[];
  visibility?: Visibility;
  /** The result of the pipeline; `ready` by default. */
  state?: "processing" | "ready" | "failed";
  isPlayable?: boolean;
  fault?: string;
  lengthMs?: number;
  widthPx?: number;
  heightPx?: number;
  publishedAt?: Date;
  frameKeys?: string[];
};

export type TestItem = { id: ContentId; title: string; run: string };

/** Publishes an item without an upload and without files. */
export async function publishItem(
  deps: Pick<Deps, "sql">,
  owner: { channelId: ChannelId },
  title: string,
  item: NewItem & { categoryId: number },
): Promise<TestItem> {
  const state = item.state ?? "ready";
  const fields = {
    type: item.type ?? "video",
    title,
    description: item.description ?? "",
    category_id: item.categoryId,
    tags: item.tags ?? [],
    visibility: item.visibility ?? "public",
    comments_open: true,
  } as const;
  const { content } = await createContent(deps.sql, owner.channelId, fields, { uploadId: null });
  const id = content.id as ContentId;
  const run = "0123456789abcdef";
  await updateMediaColumns(deps.sql, id, {
    state,
    run,
    is_playable: item.isPlayable ?? state === "ready",
    fault: state === "failed" ? (item.fault ?? "The file is not a video.") : null,
    length_ms: item.lengthMs ?? 60_000,
    width_px: item.widthPx ?? 1280,
    height_px: item.heightPx ?? 720,
    frame_keys: item.frameKeys ?? [],
  });
  if (item.publishedAt)
    await deps.sql.updateTable("contents").set({ published_at: item.publishedAt }).where("id", "=", id).execute();
  return { id, title, run };
}
