import type { ImageCrop, ImageForm } from "@app/contract/images";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Claim } from "./contents-media.sql.ts";

export type ImageRow = {
  content_id: string;
  position: number;
  upload_id: string;
  file_name: string;
  /** Of its files in storage. */
  name: string;
  original_key: string | null;
  original_bytes: number;
  caption: string;
  alt: string;
  rotation: number;
  crop: ImageCrop | null;
  width_px: number | null;
  height_px: number | null;
  placeholder: string | null;
  widths: number[];
  has_avif: boolean;
  /** Only its first frame is shown. */
  is_animated: boolean;
  /** Why it cannot be drawn, in words for its owner. */
  fault: string | null;
};

/** False for a moment, if it was added to a published set. */
export function isDrawn({ width_px }: Pick<ImageRow, "width_px">): boolean {
  return width_px !== null;
}

type NewImage = Omit<ImageForm, "upload_id"> & {
  uploadId: string;
  fileName: string;
  sizeBytes: number;
  name: string;
};

/**
 * The originals count as the item's storage.
 * @param from the place of the first of them in the set
 */
export async function insertImages(sql: Sql, contentId: string, images: readonly NewImage[], from = 0): Promise<void> {
  await sql
    .insertInto("content_images")
    .values(
      images.map((image, at) => ({
        content_id: contentId,
        position: from + at,
        upload_id: image.uploadId,
        file_name: image.fileName,
        name: image.name,
        original_bytes: image.sizeBytes,
        caption: image.caption,
        alt: image.alt,
        rotation: image.rotation,
        crop: image.crop && JSON.stringify(image.crop),
      })),
    )
    .execute();
  await raw`
    update contents set original_bytes = (select sum(original_bytes) from content_images where content_id = ${contentId})
    where id = ${contentId}`.execute(sql);
}

/** The pictures of these items, in order. */
export async function selectImagesOf(sql: Sql, contentIds: readonly string[]): Promise<ImageRow[]> {
  if (contentIds.length === 0) return [];
  const { rows } = await raw<ImageRow>`
    select content_id, position, upload_id, file_name, name, original_key, original_bytes, caption, alt, rotation, crop,
      width_px, height_px, placeholder, widths, has_avif, is_animated, fault
    from content_images where content_id = any(${contentIds}::uuid[]) order by content_id, position`.execute(sql);
  return rows;
}

/** @returns those of the uploads that are a picture of an item */
export async function selectUsedUploads(sql: Sql, uploadIds: readonly string[]): Promise<string[]> {
  const rows = await sql
    .selectFrom("content_images")
    .select("upload_id")
    .where("upload_id", "in", [...uploadIds])
    .execute();
  return rows.map((row) => row.upload_id);
}

/** The name that an image had on its owner's device. */
export async function selectImageFileName(sql: Sql, contentId: string, name: string): Promise<string | null> {
  const row = await sql
    .selectFrom("content_images")
    .select("file_name")
    .where("content_id", "=", contentId)
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.file_name ?? null;
}

type DrawnImage = {
  widthPx: number;
  heightPx: number;
  placeholder: string;
  widths: readonly number[];
  isAnimated: boolean;
};

/** Writes on behalf of a run. @returns false if another run has claimed the item or it no longer exists */
export async function setImageDrawn(
  sql: Sql,
  { id, fencing_token }: Claim,
  { name, ...drawn }: DrawnImage & { name: string },
): Promise<boolean> {
  const { rows } = await raw`
    update content_images m set width_px = ${drawn.widthPx}, height_px = ${drawn.heightPx},
      placeholder = ${drawn.placeholder}, widths = ${drawn.widths}::int[], is_animated = ${drawn.isAnimated},
      has_avif = false
    from contents i
    where i.id = ${id} and i.fencing_token is not distinct from ${fencing_token}
      and m.content_id = i.id and m.name = ${name}
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** Appends places for images of a published set that are not drawn yet, as a revision. */
export async function appendFrames(tx: Sql, contentId: string, count: number): Promise<void> {
  await raw`
    update contents set frame_keys = frame_keys || array_fill(''::text, array[${count}::int]), revision = revision + 1
    where id = ${contentId}`.execute(tx);
}

/**
 * Shows an image that was added to a published set. The caller holds a lock on the channel.
 * @param key of the picture among which the thumbnail is chosen
 * @returns false if it was removed meanwhile, or another run's files count by now
 */
export async function showAddedImage(
  tx: Sql,
  item: { id: string; run: string },
  { name, widthPx, heightPx, placeholder, widths, isAnimated }: DrawnImage & { name: string },
  key: string,
): Promise<boolean> {
  const { rows } = await raw<{ position: number }>`
    update content_images m set width_px = ${widthPx}, height_px = ${heightPx}, placeholder = ${placeholder},
      widths = ${widths}::int[], is_animated = ${isAnimated}, fault = null
    from contents i where i.id = ${item.id} and i.run = ${item.run} and m.content_id = i.id and m.name = ${name}
    returning m.position`.execute(tx);
  const [at] = rows;
  if (!at) return false;
  await raw`update contents set frame_keys[${at.position + 1}::int] = ${key} where id = ${item.id}`.execute(tx);
  if (at.position === 0)
    await tx
      .updateTable("contents")
      .set({ width_px: widthPx, height_px: heightPx })
      .where("id", "=", item.id)
      .execute();
  return true;
}

/**
 * Says why an added image is not drawn.
 * @param name null: every one that is not
 */
export async function setImageFault(sql: Sql, contentId: string, name: string | null, fault: string): Promise<void> {
  await sql
    .updateTable("content_images")
    .set({ fault })
    .where("content_id", "=", contentId)
    .where("width_px", "is", null)
    .where("fault", "is", null)
    .$if(name !== null, (query) => query.where("name", "=", name ?? ""))
    .execute();
}

/** Replaces a picture of a reprocessed item. Does nothing if its owner removed it meanwhile. */
export async function setImageRedrawn(
  sql: Sql,
  contentId: string,
  { name, widthPx, heightPx, placeholder, widths, isAnimated }: DrawnImage & { name: string },
): Promise<void> {
  await sql
    .updateTable("content_images")
    .set({
      width_px: widthPx,
      height_px: heightPx,
      placeholder,
      widths: [...widths],
      is_animated: isAnimated,
      has_avif: false,
      fault: null,
    })
    .where("content_id", "=", contentId)
    .where("name", "=", name)
    .execute();
}

/** Safe to repeat. @returns false if another run's files count by now */
export async function addImageWidth(
  sql: Sql,
  image: { id: string; run: string; name: string },
  widthPx: number,
): Promise<boolean> {
  const { rows } = await raw`
    update content_images m set widths = array(select distinct unnest(m.widths || ${widthPx}::int) order by 1)
    from contents i
    where i.id = ${image.id} and i.run = ${image.run} and m.content_id = i.id and m.name = ${image.name}
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** @returns false if another run's files count by now */
export async function setImageHasAvif(sql: Sql, image: { id: string; run: string; name: string }): Promise<boolean> {
  const { rows } = await raw`
    update content_images m set has_avif = true from contents i
    where i.id = ${image.id} and i.run = ${image.run} and m.content_id = i.id and m.name = ${image.name}
    returning 1`.execute(sql);
  return rows.length > 0;
}

/** The item's own original is that of its first picture. */
export async function setImageOriginal(
  sql: Sql,
  { content_id, name }: Pick<ImageRow, "content_id" | "name">,
  key: string,
): Promise<void> {
  const image = await sql
    .updateTable("content_images")
    .set({ original_key: key })
    .where("content_id", "=", content_id)
    .where("name", "=", name)
    .returning("position")
    .executeTakeFirst();
  if (image?.position === 0)
    await sql.updateTable("contents").set({ original_key: key }).where("id", "=", content_id).execute();
}

/** A picture that was left out of its set, as it was at that moment. */
export type RemovedImage = Pick<ImageRow, "name" | "original_key" | "upload_id" | "widths" | "has_avif">;

/**
 * Replaces a set: only these pictures, in this order, with these texts.
 * @returns those that are left out
 */
export async function rewriteImages(
  tx: Sql,
  contentId: string,
  kept: readonly { name: string; caption: string; alt: string }[],
): Promise<RemovedImage[]> {
  const rows = await tx.deleteFrom("content_images").where("content_id", "=", contentId).returningAll().execute();
  const images = kept.flatMap(({ name, caption, alt }, position) => {
    const row = rows.find((one) => one.name === name);
    return row ? [{ ...row, position, caption, alt, crop: row.crop && JSON.stringify(row.crop) }] : [];
  });
  await tx.insertInto("content_images").values(images).execute();
  await raw`
    update contents i set original_key = m.original_key, width_px = m.width_px, height_px = m.height_px,
      original_bytes = (select sum(original_bytes) from content_images where content_id = i.id)
    from content_images m where i.id = ${contentId} and m.content_id = i.id and m.position = 0`.execute(tx);
  return rows.filter((row) => kept.every(({ name }) => name !== row.name));
}

export async function insertPicture(sql: Sql, picture: { id: string; accountId: string }): Promise<void> {
  await sql.insertInto("pictures").values({ id: picture.id, account_id: picture.accountId }).execute();
}

/** Number sent in the last 24 hours. */
export async function countNewPictures(sql: Sql, accountId: string): Promise<number> {
  const row = await sql
    .selectFrom("pictures")
    .select((count) => count.fn.countAll<number>().as("total"))
    .where("account_id", "=", accountId)
    .where("sent_at", ">", raw<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow();
  return row.total;
}

export async function isPictureOf(sql: Sql, picture: { id: string; accountId: string }): Promise<boolean> {
  const row = await sql
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", picture.id)
    .where("account_id", "=", picture.accountId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Pictures sent more than a day ago, in the order of their ids, after `after`. */
export async function selectOldPictures(sql: Sql, after: string | null): Promise<string[]> {
  const { rows } = await raw<{ id: string }>`
    select id from pictures where sent_at < now() - interval '1 day' and (${after}::text is null or id > ${after}::text)
    order by id limit 500`.execute(sql);
  return rows.map((row) => row.id);
}

export async function deletePicture(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("pictures").where("id", "=", id).execute();
}
