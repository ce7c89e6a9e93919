import { type AnnouncementId, announcementId } from "@app/contract/ids";
import { recordAudit } from "#platform/audit.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { enqueue } from "#platform/jobs/jobs.ts";
import type { Member } from "#platform/viewer.ts";
import { prepareVideoJob } from "./announcements.jobs.ts";
import { updateAnnouncement } from "./announcements.sql.ts";
import { requireAnnouncement, toSubject } from "./staff-announcements.service.ts";

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
    await enqueue(tx, prepareVideoJob, { id, upload_key: key });
    await recordAudit(tx, {
      ...{ staff, action: "announcement.changed", subject: toSubject(id) },
      ...{ before: { video: before.video_key }, after: { video: "a new file" } },
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
      ...{ staff, action: "announcement.changed", subject: toSubject(id) },
      ...{ before: { video: video_key ?? "a new file" }, after: { video: null } },
    });
    return [video_key, upload_key];
  });
  for (const key of removed) if (key !== null) await deps.storage.remove(key);
}
