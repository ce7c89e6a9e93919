import { FILM_NOTE_MESSAGES, FILM_NOTES_MAX, findNoteFault } from "@app/contract/film-note-limits";
import type { FilmNoteFields, filmNote, filmNoteRoutes } from "@app/contract/film-notes";
import { type ContentId, type FilmNoteId, filmNoteId } from "@app/contract/ids";
import type { z } from "zod";
import { type ContentRow, requireVisibleContent } from "#modules/catalog/index.ts";
import { readPrivacy } from "#modules/identity/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { rightsTo } from "./film-notes.policy.ts";
import {
  countNotes,
  countNotesOfAuthor,
  deleteNote,
  dismissNote,
  type FilmNoteRow,
  insertNote,
  isFollowing,
  lockAuthor,
  lockVideo,
  selectNote,
  selectNoteByKey,
  selectNotes,
  shiftNotes,
  updateNote,
} from "./film-notes.sql.ts";

type Note = z.input<typeof filmNote>;
type WriteDeps = Pick<Deps, "sql" | "pool" | "now" | "events">;

/** Nobody pages further. */
const LISTED_MAX = 5_000;

/** @throws AppError `not_found` if the caller may not see the video */
export async function listNotes(
  deps: Pick<Deps, "sql" | "secrets">,
  viewer: Member,
  id: ContentId,
  query: PageQuery,
): Promise<z.input<(typeof filmNoteRoutes)["list"]["data"]>> {
  const item = await requireVisibleVideo(deps.sql, viewer, id);
  const viewerId = viewer.accountId;
  // What is after the end of a trimmed video comes back with it; after the end of a shorter file, it never would.
  const cutAtMs = item.trim_from_ms === null ? null : item.length_ms;
  const of = { contentId: item.id, viewerId, isOwner: item.owner_id === viewerId, cutAtMs };
  const { rows, pagination } = await readPage(deps, {
    name: `film notes ${item.id} ${viewerId}`,
    maxRows: LISTED_MAX,
    query,
    read: (range) => selectNotes(deps.sql, of, range),
    count: () => countNotes(deps.sql, of, LISTED_MAX),
  });
  return { notes: rows.map((row) => toNote(row, viewer, item)), pagination };
}

/** @throws AppError `not_found`; `invalid_input`; `conflict` too many notes on this video, or it was trimmed meanwhile */
export async function addNote(
  deps: WriteDeps,
  author: Member,
  contentId: ContentId,
  { idempotency_key, trim_from_s: trimFromS, ...input }: z.output<(typeof filmNoteRoutes)["add"]["body"]>,
): Promise<Note> {
  const item = await requireVisibleVideo(deps.sql, author, contentId);
  const of = { contentId, authorId: author.accountId };
  const idempotencyKey = idempotency_key ?? null;
  const findMade = (sql: Sql) => (idempotencyKey === null ? null : selectNoteByKey(sql, of, idempotencyKey));
  const earlier = await findMade(deps.sql);
  if (earlier !== null) return toNote(await requireNote(deps.sql, earlier), author, item);
  await requireReceiver(deps, author, item, input);
  const made = await inTransaction(deps.sql, async (tx) => {
    await lockAuthor(tx, author.accountId);
    const made = await findMade(tx);
    if (made !== null) return { id: made, item };
    const current = await lockTimes(tx, author, { contentId, trimFromS });
    const fields = requireValid(input, current);
    if ((await countNotesOfAuthor(tx, contentId, author.accountId)) >= FILM_NOTES_MAX)
      throw new AppError("conflict", FILM_NOTE_MESSAGES.tooMany);
    const id = newId(filmNoteId);
    await insertNote(tx, { id, ...of, idempotencyKey, ...fields });
    if (fields.is_shared) await deps.events.publish(tx, "film_note.shared", { note_id: id });
    return { id, item: current };
  });
  return toNote(await requireNote(deps.sql, made.id), author, made.item);
}

/**
 * @throws AppError `not_found` not the author, or the video is gone; `invalid_input`; `conflict` if another tab saved it
 * meanwhile, or the video was trimmed
 */
export async function changeNote(
  deps: WriteDeps,
  author: Member,
  id: FilmNoteId,
  { saved_at: savedAt, trim_from_s: trimFromS, ...input }: z.output<(typeof filmNoteRoutes)["update"]["body"]>,
): Promise<Note> {
  const seen = await requireVisibleNote(deps.sql, author, id);
  if (!seen.rights.canEdit) throw notFound();
  await requireReceiver(deps, author, seen.item, input);
  const item = await inTransaction(deps.sql, async (tx) => {
    const item = await lockTimes(tx, author, { contentId: seen.item.id as ContentId, trimFromS });
    const note = await requireNote(tx, id);
    const fields = requireValid(input, item);
    const values = { ...fields, ...keptCut(note, fields, item) };
    if (!(await updateNote(tx, { id, authorId: author.accountId, savedAt }, values)))
      throw savedAt === undefined ? notFound() : new AppError("conflict", FILM_NOTE_MESSAGES.changed);
    if (fields.is_shared !== note.is_shared)
      await deps.events.publish(tx, fields.is_shared ? "film_note.shared" : "film_note.withdrawn", { note_id: id });
    return item;
  });
  return toNote(await requireNote(deps.sql, id), author, item);
}

/**
 * Trims of the video wait until the transaction ends.
 * @throws AppError `not_found`; `conflict` if it was trimmed since the times were chosen
 */
async function lockTimes(
  tx: Tx,
  viewer: Member,
  { contentId, trimFromS }: { contentId: ContentId; trimFromS: number | undefined },
): Promise<ContentRow> {
  await lockVideo(tx, contentId);
  const item = await requireVisibleVideo(tx, viewer, contentId);
  if (trimFromS !== undefined && Math.round(trimFromS * 1_000) !== (item.trim_from_ms ?? 0))
    throw new AppError("conflict", FILM_NOTE_MESSAGES.retimed);
  return item;
}

/**
 * What was cut away is not shown, at the start with the drawing: unless it is changed, it comes back with that part. With
 * a new drawing, the note starts at the frame that was drawn on.
 */
function keptCut(note: FilmNoteRow, fields: FilmNoteFields, item: ContentRow): Partial<FilmNoteFields> {
  const shown = toShownRange(note, item);
  const isStartKept = note.from_ms < 0 && fields.from_ms === shown.from_ms && fields.drawing.length === 0;
  return {
    ...(isStartKept && { from_ms: note.from_ms, drawing: note.drawing }),
    ...(fields.to_ms === shown.to_ms && { to_ms: note.to_ms }),
  };
}

/** What is left of a note that extends into a part that was cut away. */
function toShownRange({ from_ms, to_ms }: FilmNoteRow, { length_ms }: ContentRow): { from_ms: number; to_ms: number } {
  const from = Math.max(0, from_ms);
  return { from_ms: from, to_ms: Math.max(from, Math.min(to_ms, length_ms ?? to_ms)) };
}

/**
 * Authors delete a note, also of a video that they can no longer see; the owner of the video only removes it from their
 * own list.
 * @returns whether it was deleted
 * @throws AppError `not_found`
 */
export async function removeNote(deps: Pick<Deps, "sql" | "events">, viewer: Member, id: FilmNoteId): Promise<boolean> {
  const isAuthor = (await requireNote(deps.sql, id)).author_id === viewer.accountId;
  if (!isAuthor && !(await requireVisibleNote(deps.sql, viewer, id)).rights.canRemove) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    await (isAuthor ? deleteNote(tx, id) : dismissNote(tx, id));
    await deps.events.publish(tx, "film_note.withdrawn", { note_id: id });
  });
  return isAuthor;
}

async function requireVisibleVideo(sql: Sql, viewer: Member, id: ContentId): Promise<ContentRow> {
  const item = await requireVisibleContent(sql, viewer, id);
  if (item.type !== "video") throw notFound();
  return item;
}

async function requireVisibleNote(sql: Sql, viewer: Member, id: FilmNoteId) {
  const note = await requireNote(sql, id);
  const item = await requireVisibleVideo(sql, viewer, note.content_id as ContentId);
  const rights = rightsTo(note, viewer.accountId, item.owner_id);
  if (!rights.isVisible) throw notFound();
  return { note, item, rights };
}

async function requireNote(sql: Sql, id: string): Promise<FilmNoteRow> {
  const note = await selectNote(sql, id);
  if (!note) throw notFound();
  return note;
}

/** @returns the fields, ending with the video: its renditions may run longer, but a note after its length is not listed */
function requireValid(fields: FilmNoteFields, { length_ms }: ContentRow): FilmNoteFields {
  const fault = findNoteFault(fields, length_ms);
  if (fault) throw fieldError(fault.field, fault.message);
  const endMs = length_ms ?? fields.to_ms;
  return { ...fields, from_ms: Math.min(fields.from_ms, endMs), to_ms: Math.min(fields.to_ms, endMs) };
}

/**
 * Only the author and the owner see a shared note, so an owner below 18 gets notes only from people they follow.
 * @throws AppError `invalid_input` on `is_shared`
 */
async function requireReceiver(
  deps: WriteDeps,
  author: Member,
  item: ContentRow,
  { is_shared }: Pick<FilmNoteFields, "is_shared">,
) {
  if (!is_shared || item.owner_id === author.accountId) return;
  const { isMinor } = await readPrivacy(deps.pool, item.owner_id, deps.now());
  if (isMinor && !(await isFollowing(deps.sql, item.owner_id, author.channelId)))
    throw fieldError("is_shared", FILM_NOTE_MESSAGES.notFollowed);
}

function toNote(row: FilmNoteRow, viewer: Member, item: ContentRow): Note {
  const rights = rightsTo(row, viewer.accountId, item.owner_id);
  return {
    id: row.id,
    ...toShownRange(row, item),
    text: row.text,
    // Drawn over a picture that was cut away, it would lie on another.
    drawing: row.from_ms < 0 ? [] : row.drawing,
    is_shared: row.is_shared,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    author: {
      name: row.author_name,
      username: row.author_username,
      is_you: row.author_id === viewer.accountId,
    },
    can: { edit: rights.canEdit, remove: rights.canRemove },
  };
}

/** The notes stay with what they are about. */
export async function onContentRetimed(
  _deps: unknown,
  tx: Sql,
  { content_id, shift_ms }: { content_id: ContentId; shift_ms: number },
): Promise<void> {
  if (shift_ms !== 0) await shiftNotes(tx, content_id, shift_ms);
}
