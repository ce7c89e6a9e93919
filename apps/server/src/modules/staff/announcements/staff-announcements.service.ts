import { type AnnouncementId, announcementId } from "@app/contract/ids";
import {
  ANNOUNCEMENT_MESSAGES,
  ANNOUNCEMENT_POSTER,
  ANNOUNCEMENTS_MAX,
  type staffAnnouncementRoutes,
} from "@app/contract/staff-announcements";
import type { z } from "zod";
import { recordAudit, whatChanged } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import { readPage } from "#platform/pagination.ts";
import { redrawPicture } from "#platform/pictures/redraw-picture.ts";
import type { Member } from "#platform/viewer.ts";
import { prepareVideoJob } from "./announcements.jobs.ts";
import { toState } from "./announcements.policy.ts";
import { toAnnouncement } from "./announcements.service.ts";
import {
  countAnnouncements,
  insertAnnouncement,
  lockAnnouncement,
  type StaffAnnouncementRow,
  selectAnnouncements,
  updateAnnouncement,
} from "./announcements.sql.ts";

type ListRoute = typeof staffAnnouncementRoutes.list;
type Fields = z.output<typeof staffAnnouncementRoutes.add.body>;

/** As large as the video is shown. */
const POSTER = { widthPx: 1280, heightPx: 720, fit: "cover" } as const;

export async function listAnnouncements(
  deps: Pick<Deps, "sql" | "secrets" | "config">,
  query: z.output<ListRoute["query"]>,
): Promise<z.input<ListRoute["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: "announcements",
    maxRows: ANNOUNCEMENTS_MAX,
    query,
    read: (range) => selectAnnouncements(deps.sql, range),
    count: () => countAnnouncements(deps.sql, ANNOUNCEMENTS_MAX),
  });
  const announcements = rows.map((row) => {
    const isOn = row.withdrawn_at === null;
    return {
      id: row.id as AnnouncementId,
      title: row.title,
      description: row.description,
      youtube_link: row.youtube_link,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at?.toISOString() ?? null,
      state: toState({ isOn, isDue: row.is_due, isOver: row.is_over, isShown: row.is_shown }),
      is_on: isOn,
      video: { has_video: row.video_key !== null, is_preparing: row.upload_key !== null, fault: row.video_fault },
      preview: toAnnouncement(deps, row),
    };
  });
  return { announcements, pagination };
}

/** @throws AppError `invalid_input` on `ends_at` */
export async function addAnnouncement(deps: Pick<Deps, "sql" | "now">, staff: Member, fields: Fields) {
  const row = toRow(fields);
  const id = newId(announcementId);
  await inTransaction(deps.sql, async (tx) => {
    await insertAnnouncement(tx, id, { ...row, withdrawn_at: deps.now() });
    await recordAudit(tx, { staff, action: "announcement.added", subject: toSubject(id), after: toFields(row) });
  });
  return { id };
}

/** @throws AppError `not_found`; `invalid_input` on `ends_at` */
export async function changeAnnouncement(
  deps: Pick<Deps, "sql">,
  staff: Member,
  id: AnnouncementId,
  changes: z.output<typeof staffAnnouncementRoutes.change.body>,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const current = toFields(await requireAnnouncement(tx, id));
    const row = toRow(Object.assign({}, current, changes));
    const [before, after] = whatChanged(current, toFields(row));
    if (Object.keys(after).length === 0) return;
    await updateAnnouncement(tx, id, row);
    await recordAudit(tx, { staff, action: "announcement.changed", subject: toSubject(id), before, after });
  });
}

/** @throws AppError `not_found`; `conflict` it has ended, or its video is not ready */
export async function turnAnnouncement(
  deps: Pick<Deps, "sql" | "now">,
  staff: Member,
  id: AnnouncementId,
  isOn: boolean,
): Promise<void> {
  await inTransaction(deps.sql, async (tx) => {
    const row = await requireAnnouncement(tx, id);
    if ((row.withdrawn_at === null) === isOn) return;
    if (isOn && row.ends_at !== null && row.ends_at <= deps.now())
      throw new AppError("conflict", ANNOUNCEMENT_MESSAGES.hasEnded);
    if (isOn && row.upload_key !== null) throw new AppError("conflict", ANNOUNCEMENT_MESSAGES.notReady);
    await updateAnnouncement(tx, id, { withdrawn_at: isOn ? null : deps.now() });
    const action = isOn ? "announcement.turned_on" : "announcement.turned_off";
    await recordAudit(tx, { staff, action, subject: toSubject(id), before: { on: !isOn }, after: { on: isOn } });
  });
}

/** @throws AppError `not_found`; `invalid_input` on `picture` */
export async function setPoster(
  deps: Pick<Deps, "sql" | "config" | "storage">,
  staff: Member,
  id: AnnouncementId,
  bytes: Buffer,
): Promise<void> {
  // First, so that no file is stored for an announcement that is not there.
  await inTransaction(deps.sql, (tx) => requireAnnouncement(tx, id));
  const drawn = await redrawPicture(deps, staff.accountId, bytes, POSTER);
  if (!drawn) throw fieldError(ANNOUNCEMENT_POSTER.field, ANNOUNCEMENT_MESSAGES.notAPicture);
  const key = `announcements/${id}/${newId(announcementId)}.webp`;
  await deps.storage.put(key, drawn.webp, { contentType: "image/webp" });
  const replaced = await inTransaction(deps.sql, async (tx) => {
    const { poster_key } = await requireAnnouncement(tx, id);
    await updateAnnouncement(tx, id, { poster_key: key });
    await recordAudit(tx, {
      staff,
      action: "announcement.changed",
      subject: toSubject(id),
      before: { picture: poster_key },
      after: { picture: key },
    });
    return poster_key;
  });
  if (replaced !== null) await deps.storage.remove(replaced);
}

/** @throws AppError `not_found` */
async function requireAnnouncement(tx: Tx, id: AnnouncementId): Promise<StaffAnnouncementRow> {
  const row = await lockAnnouncement(tx, id);
  if (!row) throw notFound();
  return row;
}

function toSubject(id: AnnouncementId) {
  return { kind: "announcement", id } as const;
}

type Written = Pick<StaffAnnouncementRow, "title" | "description" | "youtube_link" | "starts_at" | "ends_at">;

function toRow({ starts_at, ends_at, ...text }: Fields): Written {
  const row = { ...text, starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) };
  if (row.ends_at !== null && row.ends_at <= row.starts_at) throw fieldError("ends_at", ANNOUNCEMENT_MESSAGES.endFirst);
  return row;
}

function toFields(row: Written): Fields {
  return {
    title: row.title,
    description: row.description,
    youtube_link: row.youtube_link,
    starts_at: row.starts_at.toISOString(),
    ends_at: row.ends_at?.toISOString() ?? null,
  };
}

/**
 * Stores the file and queues its preparation. Until that is done, the earlier video stays.
 * @param file a path, where the file is no longer written to
 * @throws AppError `not_found`
 */
export async function setVideo(
  deps: Pick<Deps, "sql" | "storage">,
  staff: Member,
  id: AnnouncementId,
  file: string,
): Promise<void> {
  // Nobody fetches it there: it was not looked at yet.
  const key = `announcement-uploads/${newId(announcementId)}`;
  await inTransaction(deps.sql, (tx) => requireAnnouncement(tx, id));
  await deps.storage.putFile(key, file, { contentType: "application/octet-stream" });
  const superseded = await inTransaction(deps.sql, async (tx) => {
    const before = await requireAnnouncement(tx, id);
    await updateAnnouncement(tx, id, { upload_key: key, video_fault: null });
    await enqueue(tx, prepareVideoJob, { id, upload_key: key, poster_key: before.poster_key });
    await recordAudit(tx, {
      staff,
      action: "announcement.changed",
      subject: toSubject(id),
      before: { video: before.video_key },
      after: { video: "a new file" },
    });
    return before.upload_key;
  });
  if (superseded !== null) await deps.storage.remove(superseded);
}

/** @throws AppError `not_found` */
export async function removeVideo(
  deps: Pick<Deps, "sql" | "storage">,
  staff: Member,
  id: AnnouncementId,
): Promise<void> {
  const removed = await inTransaction(deps.sql, async (tx) => {
    const { video_key, upload_key } = await requireAnnouncement(tx, id);
    if (video_key === null && upload_key === null) return [];
    await updateAnnouncement(tx, id, { video_key: null, length_ms: null, upload_key: null, video_fault: null });
    await recordAudit(tx, {
      staff,
      action: "announcement.changed",
      subject: toSubject(id),
      before: { video: video_key ?? "a new file" },
      after: { video: null },
    });
    return [video_key, upload_key];
  });
  for (const key of removed) if (key !== null) await deps.storage.remove(key);
}
