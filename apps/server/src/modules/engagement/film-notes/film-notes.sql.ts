import type { DrawingShape } from "@app/contract/film-notes";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type FilmNoteRow = {
  id: string;
  content_id: string;
  author_id: string;
  from_ms: number;
  to_ms: number;
  text: string;
  drawing: DrawingShape[];
  is_shared: boolean;
  dismissed_at: Date | null;
  created_at: Date;
  updated_at: Date;
  author_name: string;
  author_username: string;
};

export type NoteValues = Pick<FilmNoteRow, "from_ms" | "to_ms" | "text" | "drawing" | "is_shared">;

/** Whose notes on an item are listed. */
export type NotesOf = {
  contentId: string;
  viewerId: string;
  isOwner: boolean;
  /** Where a trimmed video ends; null while the whole is shown. */
  cutAtMs: number | null;
};

const COLUMNS = raw`
  n.id, n.content_id, n.author_id, n.from_ms, n.to_ms, n.text, n.drawing, n.is_shared, n.dismissed_at, n.created_at,
  n.updated_at, c.name as author_name, a.username as author_username`;

const WITH_AUTHOR = raw`
  film_notes n join accounts a on a.id = n.author_id join channels c on c.owner_id = n.author_id`;

/** Notes of a hidden author are shown to nobody else, and those about a part that was cut away to nobody. */
function isVisible({ contentId, viewerId, isOwner, cutAtMs }: NotesOf) {
  const isShared = raw`${isOwner}::boolean and n.is_shared and n.dismissed_at is null and c.hidden_at is null
    and n.author_id not in (select other_id from block_pairs where account_id = ${viewerId})`;
  const isInVideo = raw`n.to_ms >= 0 and n.from_ms <= coalesce(${cutAtMs}::integer, n.from_ms)`;
  return raw`n.content_id = ${contentId} and (n.author_id = ${viewerId} or (${isShared})) and ${isInVideo}`;
}

/** In order of time. */
export async function selectNotes(
  sql: Sql,
  of: NotesOf,
  { limit, offset, after }: PageRange,
): Promise<(FilmNoteRow & { position: Position })[]> {
  const isAfter = after ? raw`(n.from_ms, n.id) > (${after[0]}::integer, ${after[1]}::uuid)` : raw`true`;
  const { rows } = await raw<FilmNoteRow>`
    select ${COLUMNS} from ${WITH_AUTHOR} where ${isVisible(of)} and ${isAfter}
    order by n.from_ms, n.id limit ${limit} offset ${offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: [String(row.from_ms), row.id] }));
}

/** Counts at most `most`. */
export async function countNotes(sql: Sql, of: NotesOf, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from (select from ${WITH_AUTHOR} where ${isVisible(of)} limit ${most}) counted`.execute(
    sql,
  );
  return rows[0]?.total ?? 0;
}

export async function selectNote(sql: Sql, id: string): Promise<FilmNoteRow | null> {
  const { rows } = await raw<FilmNoteRow>`select ${COLUMNS} from ${WITH_AUTHOR} where n.id = ${id}`.execute(sql);
  return rows[0] ?? null;
}

/** Serializes an author's notes, because two concurrent ones could exceed the limit together. */
export async function lockAuthor(tx: Sql, authorId: string): Promise<void> {
  await raw`select from accounts where id = ${authorId} for no key update`.execute(tx);
}

/** A trim, which locks the item's row, waits until the transaction ends. Notes do not wait for each other. */
export async function lockVideo(tx: Sql, contentId: string): Promise<void> {
  await raw`select from contents where id = ${contentId} for key share`.execute(tx);
}

export async function countNotesOfAuthor(sql: Sql, contentId: string, authorId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from film_notes where author_id = ${authorId} and content_id = ${contentId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Who writes about which item. */
type NoteOf = { contentId: string; authorId: string };

export async function insertNote(
  sql: Sql,
  {
    id,
    contentId,
    authorId,
    idempotencyKey,
    ...note
  }: NoteValues & NoteOf & { id: string; idempotencyKey: string | null },
): Promise<void> {
  await raw`
    insert into film_notes (id, content_id, author_id, from_ms, to_ms, text, drawing, is_shared, idempotency_key)
    values (${id}, ${contentId}, ${authorId}, ${note.from_ms}, ${note.to_ms}, ${note.text},
      ${JSON.stringify(note.drawing)}::jsonb, ${note.is_shared}, ${idempotencyKey})`.execute(sql);
}

/** @returns the note that an earlier request with the same key made */
export async function selectNoteByKey(
  sql: Sql,
  { contentId, authorId }: NoteOf,
  idempotencyKey: string,
): Promise<string | null> {
  const row = await sql
    .selectFrom("film_notes")
    .select("id")
    .where("author_id", "=", authorId)
    .where("content_id", "=", contentId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row?.id ?? null;
}

/**
 * @param savedAt to the millisecond; only if nobody saved it since
 * @returns whether the author still has this note
 */
export async function updateNote(
  sql: Sql,
  { id, authorId, savedAt }: { id: string; authorId: string; savedAt: string | undefined },
  note: NoteValues,
): Promise<boolean> {
  const { rows } = await raw`
    update film_notes set from_ms = ${note.from_ms}, to_ms = ${note.to_ms}, text = ${note.text},
      drawing = ${JSON.stringify(note.drawing)}::jsonb, is_shared = ${note.is_shared}, updated_at = now()
    where id = ${id} and author_id = ${authorId}
      and (${savedAt ?? null}::timestamptz is null or date_trunc('milliseconds', updated_at) = ${savedAt ?? null}::timestamptz)
    returning 1`.execute(sql);
  return rows.length > 0;
}

/**
 * Those of a part that was cut away start before zero or after the end: they come back with it. What was edited before
 * is not saved over this, because its times are the old ones.
 */
export async function shiftNotes(sql: Sql, contentId: string, shiftMs: number): Promise<void> {
  await raw`
    update film_notes set from_ms = from_ms + ${shiftMs}, to_ms = to_ms + ${shiftMs}, updated_at = now()
    where content_id = ${contentId}`.execute(sql);
}

export async function deleteNote(sql: Sql, id: string): Promise<void> {
  await sql.deleteFrom("film_notes").where("id", "=", id).execute();
}

/** The author still has the note; the owner of the item never sees it again. */
export async function dismissNote(sql: Sql, id: string): Promise<void> {
  await raw`update film_notes set dismissed_at = now() where id = ${id}`.execute(sql);
}

export async function deleteNotesOf(sql: Sql, authorId: string): Promise<void> {
  await sql.deleteFrom("film_notes").where("author_id", "=", authorId).execute();
}

export async function isFollowing(sql: Sql, followerId: string, channelId: string): Promise<boolean> {
  const row = await sql
    .selectFrom("follows")
    .select("channel_id")
    .where("follower_id", "=", followerId)
    .where("channel_id", "=", channelId)
    .executeTakeFirst();
  return row !== undefined;
}
