import type { ContentItem } from "@app/contract/contents";
import { channelId, contentId } from "@app/contract/ids";

/** A ready, public video that the viewer may only watch, with what a test changes of it. */
export function anItem(changes: Partial<ContentItem> = {}): ContentItem {
  return {
    id: contentId.parse("0190a1b2-0000-7000-8000-000000000001"),
    type: "video",
    title: "Cup final",
    description: "",
    tags: [],
    category: { id: 1, name: "Rowing" },
    visibility: "public",
    publish_at: null,
    comments_open: true,
    revision: null,
    is_hidden: false,
    state: "ready",
    progress: null,
    fault: null,
    warning: null,
    total_views: 0,
    length: 60,
    trim_from_s: 0,
    published_at: "2026-02-03T10:00:00.000Z",
    created_at: "2026-02-03T10:00:00.000Z",
    thumbnail: null,
    thumbnail_small: null,
    frames: [],
    document: null,
    images: [],
    captions: [],
    video_content: { hls: null, storyboard: null, poster: null, width_px: null, height_px: null },
    downloads_open: false,
    clip_of: null,
    channel: {
      id: channelId.parse("0190a1b2-0000-7000-8000-000000000002"),
      name: "Club",
      username: "club",
      channel_profile: null,
      subscriber_count: 0,
    },
    can: { edit: false, remove: false, retry: false, replace: false, add_images: false, clip: false },
    ...changes,
  };
}
