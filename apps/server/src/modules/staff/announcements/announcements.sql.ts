import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";

export type AnnouncementRow = {
  title: string;
  description: string;
  youtube_link: string | null;
  video_key: string | null;
  poster_key: string | null;
  length_ms: number | null;
};

/** @returns the newest one that is not withdrawn */
export async function selectAnnouncement(pool: Deps["pool"]): Promise<AnnouncementRow | null> {
  const { rows } = await pool.query<AnnouncementRow>({
    name: "announcement",
    text: `select title, description, youtube_link, video_key, poster_key, length_ms from announcements
           where withdrawn_at is null order by id desc limit 1`,
  });
  return rows[0] ?? null;
}

export async function insertAnnouncement(sql: Sql, id: string, row: AnnouncementRow): Promise<void> {
  await sql
    .insertInto("announcements")
    .values({ id, ...row })
    .execute();
}

/** Locks the table, so that the second of two concurrent changes withdraws the announcement of the first. */
export async function withdrawAnnouncements(sql: Sql): Promise<void> {
  await raw`lock table announcements in share row exclusive mode`.execute(sql);
  await sql
    .updateTable("announcements")
    .set({ withdrawn_at: raw<Date>`now()` })
    .where("withdrawn_at", "is", null)
    .execute();
}
