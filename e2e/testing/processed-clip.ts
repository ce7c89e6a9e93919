import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { type ContentId, contentId } from "@app/contract/ids";
import { vi } from "vitest";
import {
  type MadeRendition,
  type MediaChanges,
  updateMediaColumns,
} from "../../apps/server/src/modules/catalog/contents/contents-media.sql.ts";
import { createContent } from "../../apps/server/src/modules/catalog/contents/create-content.service.ts";
import { finishContent } from "../../apps/server/src/modules/catalog/media/media-run.service.ts";
import { newId } from "../../apps/server/src/platform/clock.ts";
import { inTransaction } from "../../apps/server/src/platform/db/database.ts";
import { withOutsideDeps } from "../../apps/server/src/testing/outside-deps.ts";
import { WAIT_MAX_MS } from "./browser.ts";
import { inDatabase } from "./explore-world.ts";
import type { RunningProduct } from "./running-product.ts";

const FIELDS = ["type", "description", "category_id", "tags", "visibility", "comments_open", "downloads_open"] as const;
const MEDIA = [
  ...["run", "length_ms", "width_px", "height_px", "frame_keys", "has_storyboard", "has_preview", "warning"],
  ...["original_key", "original_bytes", "original_name"],
  ...["thumbnail_key", "thumbnail_small_key", "thumbnail_frame"],
] as (keyof MediaChanges)[];

/** What a product made of a clip, without the files, which lie beside it. */
type Made = {
  id: ContentId;
  fields: Omit<Parameters<typeof createContent>[2], "title">;
  media: MediaChanges & { run: string; warning: string | null };
  renditions: MadeRendition[];
};

const ROWS = "rows.json";
const FILES = "files";
const filesOf = ({ dataDir }: RunningProduct, id: ContentId) => path.join(dataDir, "media/contents", id);

/** Keeps a fully processed video for the test files that need the same one. */
export async function keepProcessed(product: RunningProduct, id: ContentId, folder: string): Promise<void> {
  const made = await inDatabase(product.databaseUrl(), async ({ sql }): Promise<Made> => {
    const item = sql.selectFrom("contents").where("id", "=", id);
    // Of a video that was ready before it was published, a job stores the original.
    const hasOriginal = async () => (await item.select("original_key").executeTakeFirst())?.original_key != null;
    await vi.waitUntil(hasOriginal, { timeout: WAIT_MAX_MS, interval: 100 });
    return {
      id,
      fields: (await item.select(FIELDS).executeTakeFirstOrThrow()) as Made["fields"],
      media: (await item.select(MEDIA).executeTakeFirstOrThrow()) as Made["media"],
      renditions: await sql
        .selectFrom("renditions")
        .where("content_id", "=", id)
        .select(["width_px as widthPx", "height_px as heightPx", "video_kbps as videoKbps", "is_copied as isCopied"])
        .execute(),
    };
  });
  const own = mkdtempSync(`${folder}-`);
  cpSync(filesOf(product, id), path.join(own, FILES), { recursive: true });
  writeFileSync(path.join(own, ROWS), JSON.stringify(made));
  try {
    renameSync(own, folder);
  } catch {
    // Another test file was first.
    rmSync(own, { recursive: true });
  }
}

/** Publishes a copy of a kept video, which costs nothing but its rows and its files. */
export async function publishKept(
  product: RunningProduct,
  username: string,
  title: string,
  folder: string,
): Promise<ContentId> {
  const text = readFileSync(path.join(folder, ROWS), "utf8");
  const id = newId(contentId);
  const { fields, media, renditions }: Made = JSON.parse(text.replaceAll((JSON.parse(text) as Made).id, id));
  // The product finds the files as soon as it finds the row.
  cpSync(path.join(folder, FILES), filesOf(product, id), { recursive: true });
  await inDatabase(product.databaseUrl(), (database) =>
    withOutsideDeps(database, async ({ sql, events }) => {
      const { owner, channelId } = await sql
        .selectFrom("channels")
        .innerJoin("accounts", "accounts.id", "channels.owner_id")
        .where("accounts.username", "=", username)
        .select(["accounts.id as owner", "channels.id as channelId"])
        .executeTakeFirstOrThrow();
      await inTransaction(sql, async (tx) => {
        await createContent(tx, channelId, { ...fields, title }, { uploadId: null, id, uploadedBy: owner });
        await updateMediaColumns(tx, id, media);
        const { run, warning } = media;
        await finishContent({ events }, tx, { id, fencing_token: null }, { channelId, run, renditions, warning });
      });
    }),
  );
  return id;
}
