import { type RawBuilder, sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

/** What Explore shows of one. */
export type AnnouncementRow = {
  title: string;
  description: string;
  youtube_link: string | null;
  video_key: string | null;
  poster_key: string | null;
  length_ms: number | null;
};

export type StaffAnnouncementRow = AnnouncementRow & {
  id: string;
  starts_at: Date;
  ends_at: Date | null;
  withdrawn_at: Date | null;
  upload_key: string | null;
  video_fault: string | null;
};

const IS_CURRENT = "withdrawn_at is null and starts_at <= now() and (ends_at is null or ends_at > now())";

/** @returns the one that started last, of those that are on */
export async function selectAnnouncement(pool: Deps["pool"]): Promise<AnnouncementRow | null> {
  const { rows } = await pool.query<AnnouncementRow>({
    name: "announcement",
    text: `select title, description, youtube_link, video_key, poster_key, length_ms from announcements
           where ${IS_CURRENT} order by starts_at desc, id desc limit 1`,
  });
  return rows[0] ?? null;
}

type ListedRow = StaffAnnouncementRow & { is_shown: boolean; is_due: boolean; is_over: boolean; position: Position };

const COLUMNS = raw`a.id, a.title, a.description, a.youtube_link, a.video_key, a.poster_key, a.length_ms, a.starts_at,
  a.ends_at, a.withdrawn_at, a.upload_key, a.video_fault`;

/** The latest start first. */
export async function selectAnnouncements(sql: Sql, range: PageRange): Promise<ListedRow[]> {
  const { rows } = await raw<ListedRow>`
    select ${COLUMNS}, a.starts_at <= now() as is_due, coalesce(a.ends_at <= now(), false) as is_over,
      a.id = (select id from announcements where ${raw.raw(IS_CURRENT)} order by starts_at desc, id desc limit 1)
        is true as is_shown,
      array[a.starts_at::text, a.id::text] as position
    from announcements a where ${isAfter(range)}
    order by a.starts_at desc, a.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows;
}

function isAfter({ after }: PageRange): RawBuilder<boolean> {
  return after ? raw`(a.starts_at, a.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : raw`true`;
}

/** Counts at most `most`. */
export async function countAnnouncements(sql: Sql, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (select from announcements limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** @returns the row, locked until the end of the transaction */
export async function lockAnnouncement(tx: Sql, id: string): Promise<StaffAnnouncementRow | null> {
  const { rows } = await raw<StaffAnnouncementRow>`
    select ${COLUMNS} from announcements a where a.id = ${id} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function insertAnnouncement(
  sql: Sql,
  id: string,
  row: Partial<StaffAnnouncementRow> & Pick<AnnouncementRow, "title">,
): Promise<void> {
  await sql
    .insertInto("announcements")
    .values({ ...row, id })
    .execute();
}

export async function updateAnnouncement(
  sql: Sql,
  id: string,
  changes: Partial<Omit<StaffAnnouncementRow, "id">>,
): Promise<void> {
  await sql.updateTable("announcements").set(changes).where("id", "=", id).execute();
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
