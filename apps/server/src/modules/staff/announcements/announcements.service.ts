import type { announcement } from "@app/contract/staff-announcements";
import { z } from "zod";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import { toLoop } from "./announcements.policy.ts";
import {
  type AnnouncementRow,
  insertAnnouncement,
  selectAnnouncement,
  withdrawAnnouncements,
} from "./announcements.sql.ts";

export type NewAnnouncement = {
  title: string;
  description: string;
  /** Ignored if there is a `video`. */
  youtubeLink: string | null;
  /** Its key starts with `announcements/`. */
  video: { key: string; lengthMs: number } | null;
  posterKey: string | null;
};

/** @returns the current announcement, if any */
export async function showAnnouncement(
  deps: Pick<Deps, "pool" | "config">,
): Promise<z.input<typeof announcement> | null> {
  const row = await selectAnnouncement(deps.pool);
  return row && toAnnouncement(deps, row);
}

export function toAnnouncement(deps: Pick<Deps, "config">, row: AnnouncementRow): z.input<typeof announcement> {
  return {
    title: row.title,
    description: row.description,
    youtube_link: row.video_key === null ? row.youtube_link : null,
    video_path: publicMediaUrl(deps.config, row.video_key),
    poster: publicMediaUrl(deps.config, row.poster_key),
    loop: toLoop(row.length_ms === null ? null : row.length_ms / 1000),
  };
}

/** Replaces the current announcement, whose row stays. */
export async function setAnnouncement(deps: Pick<Deps, "sql">, announcement: NewAnnouncement): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    await withdrawAnnouncements(tx);
    await insertAnnouncement(tx, newId(z.uuid()), {
      title: announcement.title,
      description: announcement.description,
      youtube_link: announcement.youtubeLink,
      video_key: announcement.video?.key ?? null,
      poster_key: announcement.posterKey,
      length_ms: announcement.video?.lengthMs ?? null,
    });
  });
}

export async function withdrawAnnouncement(deps: Pick<Deps, "sql">): Promise<void> {
  await inTransaction(deps.sql, withdrawAnnouncements);
}
