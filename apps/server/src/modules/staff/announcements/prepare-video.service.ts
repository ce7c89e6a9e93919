import { LOOP_FROM_S, LOOP_TO_S } from "@app/contract/announcement-limits";
import { type AnnouncementId, announcementId } from "@app/contract/ids";
import { ANNOUNCEMENT_MESSAGES } from "@app/contract/staff-announcements";
import { withBeginning } from "#modules/catalog/index.ts";
import { newId } from "#platform/clock.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { lockAnnouncement, updateAnnouncement } from "./announcements.sql.ts";

type Upload = { id: AnnouncementId; upload_key: string };

/** Cuts out the seconds that loop, and takes a picture from them. Ignores a file that was replaced meanwhile. */
export async function prepareVideo(deps: Deps, { id, upload_key }: Upload, signal: AbortSignal): Promise<void> {
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
      await finish(deps, { id, upload_key }, { video_key, poster_key, length_ms: lengthMs, video_fault: null });
    },
  );
  if (fault !== null) await failVideo(deps, { id, upload_key }, fault);
}

export async function failVideo(
  deps: Pick<Deps, "sql" | "storage">,
  upload: Upload,
  fault: string = ANNOUNCEMENT_MESSAGES.failed,
): Promise<void> {
  await finish(deps, upload, { video_fault: fault.slice(0, 500) });
}

async function finish(
  deps: Pick<Deps, "sql" | "storage">,
  { id, upload_key }: Upload,
  changes: Parameters<typeof updateAnnouncement>[2],
): Promise<void> {
  const replaced = await inTransaction(deps.sql, async (tx) => {
    const row = await lockAnnouncement(tx, id);
    if (row?.upload_key !== upload_key) return null;
    await updateAnnouncement(tx, id, { ...changes, upload_key: null });
    return changes.video_key === undefined ? null : row.video_key;
  });
  await deps.storage.remove(upload_key);
  if (replaced !== null) await deps.storage.remove(replaced);
}
