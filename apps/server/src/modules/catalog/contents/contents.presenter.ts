import type { CaptionTrack } from "@app/contract/captions";
import type { ContentCard, ContentItem, contentCard, contentItem } from "@app/contract/contents";
import { type contentImage, IMAGE_FORMATS } from "@app/contract/images";
import type { z } from "zod";
import { canManageItem } from "#modules/channels/index.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl, signedMediaUrl } from "#platform/media-url.ts";
import type { Viewer } from "#platform/viewer.ts";
import type { ImageRow } from "./content-images.sql.ts";
import { canEdit, canRetry, canView, itemMediaUrl } from "./contents.policy.ts";
import type { ContentRow } from "./contents.sql.ts";
import type { CardRow } from "./contents-cards.sql.ts";
import type { ItemMedia } from "./contents-media.sql.ts";

type UrlDeps = Pick<Deps, "config" | "secrets" | "now">;

/** Storage folder for the output of one pipeline run. */
export function runFolder(contentId: string, run: string): string {
  return `contents/${contentId}/${run}`;
}

/** Storage key of one width of a picture in one format. */
export function imageKey(
  folder: string,
  name: string,
  { widthPx, format }: { widthPx: number; format: string },
): string {
  return `${folder}/${name}-${widthPx}.${format}`;
}

/** Whether the owner sent the thumbnail, as opposed to choosing a frame of the video. */
export function isOwnPicture(row: Pick<ContentRow, "thumbnail_key">): boolean {
  return row.thumbnail_key?.split("/")[2] === "thumbnail";
}

function fileOfRun(deps: UrlDeps, row: CardRow, exists: boolean, name: string): string | null {
  return exists && row.run ? itemMediaUrl(deps, row, `${runFolder(row.id, row.run)}/${name}`) : null;
}

/** The public URLs of a hidden channel's pictures stop working, so its hidden items get signed ones. */
function avatar(deps: UrlDeps, row: CardRow): string | null {
  const key = row.channel_profile_key;
  return key !== null && row.hidden_at ? signedMediaUrl(deps, key, key) : publicMediaUrl(deps.config, key);
}

export function toContentCard(deps: UrlDeps, row: CardRow): z.input<typeof contentCard> {
  return {
    id: row.id,
    type: row.type as ContentCard["type"],
    title: row.title,
    thumbnail: itemMediaUrl(deps, row, row.thumbnail_key),
    thumbnail_small: itemMediaUrl(deps, row, row.thumbnail_small_key),
    preview: fileOfRun(deps, row, row.has_preview, "preview.mp4"),
    total_views: row.total_views,
    length: row.length_ms === null ? null : row.length_ms / 1000,
    published_at: row.published_at?.toISOString() ?? null,
    channel: { id: row.channel_id, name: row.channel_name, channel_profile: avatar(deps, row) },
  };
}

export function toPlayback(deps: UrlDeps, row: ContentRow): ContentItem["video_content"] {
  return {
    hls: fileOfRun(deps, row, row.is_playable && row.type === "video", "hls/master.m3u8"),
    storyboard: fileOfRun(deps, row, row.has_storyboard, "storyboard/storyboard.vtt"),
    poster: itemMediaUrl(deps, row, row.thumbnail_key),
    width_px: row.width_px,
    height_px: row.height_px,
  };
}

export function toCaptionTrack(
  deps: UrlDeps,
  item: ItemMedia,
  { language, is_automatic, revision, file_key }: ContentRow["captions"][number],
): CaptionTrack {
  const url = itemMediaUrl(deps, item, file_key);
  return { language: language as CaptionTrack["language"], is_automatic, revision, url };
}

function toContentImage(deps: UrlDeps, row: ContentRow, image: ImageRow): Omit<z.input<typeof contentImage>, "fault"> {
  const folder = row.run && runFolder(row.id, row.run);
  const formats = IMAGE_FORMATS.filter((format) => format !== "avif" || image.has_avif);
  return {
    id: image.name,
    caption: image.caption,
    alt: image.alt,
    width_px: image.width_px,
    height_px: image.height_px,
    placeholder: image.placeholder,
    files: !folder
      ? []
      : formats.flatMap((format) =>
          image.widths.map((widthPx) => ({
            format,
            width_px: widthPx,
            url: itemMediaUrl(deps, row, imageKey(folder, image.name, { widthPx, format })),
          })),
        ),
  };
}

/** The video that an item is a clip of, for those who may see it. */
function toSource({ clip_of, ...row }: ContentRow, viewer: Viewer): z.input<typeof contentItem>["clip_of"] {
  return clip_of !== null && canView(viewer, { ...row, ...clip_of }) ? { id: clip_of.id, title: clip_of.title } : null;
}

const OTHERS_FIELDS = { publish_at: null, revision: null, progress: null, fault: null, warning: null, frames: [] };

/** What only those see who may edit the item. */
function toOwnFields(
  deps: UrlDeps,
  row: ContentRow,
  images: readonly ImageRow[],
): Pick<z.input<typeof contentItem>, "publish_at" | "revision" | "progress" | "fault" | "warning" | "frames"> {
  return {
    publish_at: row.publish_at?.toISOString() ?? null,
    revision: row.revision,
    progress: row.progress,
    fault: row.fault,
    warning: row.type === "image" ? describeAnimated(images) : row.warning,
    frames: row.frame_keys.map((key) => (key === "" ? "" : itemMediaUrl(deps, row, key))),
  };
}

/** @returns in words for the owner which images no longer move; null if none did */
function describeAnimated(images: readonly ImageRow[]): string | null {
  const numbers = images.flatMap(({ is_animated }, at) => (is_animated ? [at + 1] : []));
  if (numbers.length === 0) return null;
  if (images.length === 1) return "This image is animated. Only its first frame is shown.";
  return numbers.length === 1
    ? `Image ${numbers[0]} is animated. Only its first frame is shown.`
    : `These images are animated, and only the first frame of each is shown: ${numbers.join(", ")}.`;
}

/** @param images of this item, in order; lists that show no images leave them out */
export function toContentItem(
  deps: UrlDeps,
  row: ContentRow,
  viewer: Viewer,
  images: readonly ImageRow[] = [],
): z.input<typeof contentItem> {
  const isEditable = canEdit(viewer, row);
  return {
    ...(isEditable ? toOwnFields(deps, row, images) : OTHERS_FIELDS),
    id: row.id,
    type: row.type as ContentItem["type"],
    title: row.title,
    description: row.description,
    category: { id: row.category_id, name: row.category_name },
    tags: row.tags,
    visibility: row.visibility as ContentItem["visibility"],
    comments_open: row.comments_open,
    is_hidden: row.hidden_at !== null,
    state: row.state as ContentItem["state"],
    total_views: row.total_views,
    length: row.length_ms === null ? null : row.length_ms / 1000,
    trim_from_s: (row.trim_from_ms ?? 0) / 1000,
    published_at: row.published_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    thumbnail: itemMediaUrl(deps, row, row.thumbnail_key),
    thumbnail_small: itemMediaUrl(deps, row, row.thumbnail_small_key),
    video_content: toPlayback(deps, row),
    document: null,
    images: images.map((image) => ({ ...toContentImage(deps, row, image), fault: isEditable ? image.fault : null })),
    downloads_open: row.downloads_open,
    clip_of: toSource(row, viewer),
    captions: row.captions.map((track) => toCaptionTrack(deps, row, track)),
    channel: {
      id: row.channel_id,
      name: row.channel_name,
      username: row.channel_username,
      channel_profile: avatar(deps, row),
      subscriber_count: row.subscriber_count,
    },
    can: toRights(viewer, row),
  };
}

function toRights(viewer: Viewer, row: ContentRow): ContentItem["can"] {
  const isEditable = canEdit(viewer, row);
  return {
    edit: isEditable,
    remove: isEditable,
    retry: isEditable && canRetry(row),
    replace: isEditable && row.type !== "image",
    clip: canManageItem(viewer, row) && row.type === "video",
    add_images: isEditable && row.type === "image" && row.state === "ready",
  };
}
