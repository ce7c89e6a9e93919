import {
  findContent,
  type MediaChanges,
  type NewRun,
  setMediaState,
  setMediaStateOfRun,
  startRun,
} from "#modules/contents/contents.service.ts";
import type { Sql } from "#platform/db/database.ts";
import {
  failUnpublished,
  selectUnpublished,
  startUnpublishedRun,
  type UnpublishedChanges,
  updateUnpublished,
} from "./unpublished-media.sql.ts";

/** What the pipeline knows of a video: of an item, or of an upload that nobody published yet. */
export type MediaRecord = {
  id: string;
  is_published: boolean;
  upload_id: string | null;
  /** Null while the file still stands among the uploads. */
  original_key: string | null;
  state: string;
  run: string | null;
  has_storyboard: boolean;
  has_preview: boolean;
};

export type Run = { contentId: string; run: string };

/** Nobody is there any more for whom a run works: the video was deleted, or another run took over. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
  /** Null when it had not begun. */
  readonly run: string | null;

  constructor(run: string | null) {
    super("the video was deleted, or another run took over");
    this.run = run;
  }
}

/** @returns null when neither an item nor an upload of this id is there */
export async function findMedia(sql: Sql, contentId: string): Promise<MediaRecord | null> {
  const media = await selectUnpublished(sql, contentId);
  if (media) {
    const { upload_id, state, run, has_storyboard, has_preview } = media;
    const file = { upload_id, original_key: null };
    return { id: contentId, is_published: false, ...file, state, run, has_storyboard, has_preview };
  }
  const content = await findContent(sql, contentId);
  return content && { ...content, is_published: true };
}

/** @throws RunEnded another one began */
export async function beginRun(sql: Sql, contentId: string, begun: NewRun): Promise<void> {
  const isBegun = (await startUnpublishedRun(sql, contentId, begun)) || (await startRun(sql, contentId, begun));
  if (!isBegun) throw new RunEnded(null);
}

/**
 * What a run writes goes to the upload until somebody publishes it, and to the item from then on. Publishing locks the
 * upload's row, so that a write comes before it or finds the item.
 * @throws RunEnded
 */
export async function writeMedia(sql: Sql, run: Run, changes: UnpublishedChanges & MediaChanges): Promise<void> {
  const isWritten = (await updateUnpublished(sql, run, changes)) || (await setMediaStateOfRun(sql, run, changes));
  if (!isWritten) throw new RunEnded(run.run);
}

/** Says to the owner why nothing can be made of the file. */
export async function failMedia(sql: Sql, contentId: string, fault: string): Promise<void> {
  if (await failUnpublished(sql, contentId, fault)) return;
  await setMediaState(sql, contentId, { state: "failed", fault, is_playable: false });
}
