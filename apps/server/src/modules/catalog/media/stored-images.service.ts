import { randomBytes } from "node:crypto";
import { contentId } from "@app/contract/ids";
import { insertImages, setImageOriginal } from "#modules/catalog/contents/content-images.sql.ts";
import { type ContentRow, selectContentOfUpload } from "#modules/catalog/contents/contents.sql.ts";
import { createContent } from "#modules/catalog/contents/create-content.service.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { originalImageKey } from "./image-file.service.ts";
import { queueProcessing } from "./media.service.ts";

type StoredSet = {
  /** 30 hexadecimal digits: publishing the same key again changes nothing. */
  key: string;
  publishedAt: Date;
  fields: Parameters<typeof createContent>[2];
  images: readonly { bytes: Buffer; fileName: string; caption: string; alt: string }[];
};

/** Publishes images that nobody uploaded, such as those of the demo world. @returns the item; null if it is there already */
export async function publishStoredImages(
  deps: Pick<Deps, "sql" | "storage">,
  channelId: string,
  { key, publishedAt, fields, images }: StoredSet,
): Promise<ContentRow | null> {
  const uploadOf = (at: number) => key + at.toString(16).padStart(2, "0");
  if (await selectContentOfUpload(deps.sql, uploadOf(0))) return null;
  const id = newId(contentId, publishedAt);
  const named = images.map((image) => ({ ...image, name: randomBytes(8).toString("hex") }));
  for (const { name, bytes } of named)
    await deps.storage.put(originalImageKey(id, name), bytes, { contentType: "application/octet-stream" });
  return inTransaction(deps.sql, async (tx) => {
    const { content, isNew } = await createContent(tx, channelId, fields, { uploadId: uploadOf(0), id, publishedAt });
    if (!isNew) return null;
    await insertImages(
      tx,
      content.id,
      named.map(({ bytes, name, fileName, caption, alt }, at) => ({
        name,
        fileName,
        caption,
        alt,
        sizeBytes: bytes.length,
        uploadId: uploadOf(at),
        rotation: 0 as const,
        crop: null,
      })),
    );
    for (const { name } of named)
      await setImageOriginal(tx, { content_id: content.id, name }, originalImageKey(id, name));
    await queueProcessing(tx, content);
    return content;
  });
}
