import { ARCHIVE_VIDEOS } from "./archive-videos.ts";
import { HEADLINE_VIDEOS } from "./headline-videos.ts";
import type { DemoVideo } from "./video.ts";

/** In the order in which they are rendered and published. */
export const VIDEOS: readonly DemoVideo[] = [...HEADLINE_VIDEOS, ...ARCHIVE_VIDEOS];
