import { LOOP_FROM_S, LOOP_TO_S } from "@app/contract/announcement-limits";
import { type AnnouncementId, announcementId } from "@app/contract/ids";
import { ANNOUNCEMENT_MESSAGES } from "@app/contract/staff-announcements";
import { withBeginning } from "#modules/catalog/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { lockAnnouncement, type StaffAnnouncementRow, updateAnnouncement } from "./announcements.sql.ts";

/** With the picture at the time of the upload; undefined in jobs queued by the previous release. */
type Upload = { id: AnnouncementId; upload_key: string; poster_key?: string | null | undefined };

/** Cuts out the seconds that loop, and takes a picture from them. Ignores a file that was replaced meanwhile. */
export async function prepareVideo(deps: Deps, upload: Upload, signal: AbortSignal): Promise<void> {
  const { id, upload_key } = upload;
  if ((await inTransaction(deps.sql, (tx) => lockAnnouncement(tx, id)))?.upload_key !== upload_key) return;
  const fault = await withBeginning(
    deps,
    {
      place: (target) => deps.storage.readToFile(upload_key, target),
      // A second more than the loop, so that it never meets the end.
      maxS: LOOP_TO_S + 1,
      pictureAtS: LOOP_FROM_S + 2,
      signal,
    },
    async ({ file, lengthMs, picture }) => {
      const folder = `announcements/${id}/${newId(announcementId)}`;
      const [video_key, poster_key] = [`${folder}/video.mp4`, `${folder}/poster.webp`];
      await deps.storage.putFile(video_key, file, { contentType: "video/mp4" });
      await deps.storage.put(poster_key, picture, { contentType: "image/webp" });
      await finish(deps, upload, { video_key, poster_key, length_ms: lengthMs, video_fault: null });
    },
  );
  if (fault !== null) await failVideo(deps, upload, fault);
}

export async function failVideo(
  deps: Pick<Deps, "sql" | "storage">,
  upload: Upload,
  fault: string = ANNOUNCEMENT_MESSAGES.failed,
): Promise<void> {
  await finish(deps, upload, { video_fault: fault.slice(0, 500) });
}

type Finished = Pick<StaffAnnouncementRow, "video_fault"> &
  Partial<Pick<StaffAnnouncementRow, "video_key" | "poster_key" | "length_ms">>;

async function finish(deps: Pick<Deps, "sql" | "storage">, upload: Upload, changes: Finished): Promise<void> {
  const unused = await inTransaction(deps.sql, async (tx) => {
    const row = await lockAnnouncement(tx, upload.id);
    const { video_key, poster_key } = changes;
    if (row?.upload_key !== upload.upload_key) return [video_key, poster_key];
    // A picture that was chosen since the upload stays.
    const isPosterChosen = upload.poster_key !== undefined && row.poster_key !== upload.poster_key;
    const poster = isPosterChosen ? { poster_key: row.poster_key } : {};
    await updateAnnouncement(tx, upload.id, { ...changes, ...poster, upload_key: null });
    if (video_key === undefined) return [];
    return [row.video_key, isPosterChosen ? poster_key : row.poster_key];
  });
  for (const key of [upload.upload_key, ...unused]) if (key) await deps.storage.remove(key);
}
