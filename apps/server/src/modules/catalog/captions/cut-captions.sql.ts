import type { CaptionCue } from "@app/contract/captions";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { CaptionsRow } from "./captions.sql.ts";

/** The captions of an item, one of each language. */
export function selectCaptionsOf(sql: Sql, contentId: string): Promise<CaptionsRow[]> {
  return sql
    .selectFrom("captions")
    .select(["id", "language", "is_automatic", "revision", "file_key"])
    .where("content_id", "=", contentId)
    .orderBy("language")
    .execute();
}

/** What a trim leaves out, on the time line of the whole video. */
export function selectCutCues(sql: Sql, captionsId: string): Promise<CaptionCue[]> {
  return sql
    .selectFrom("cut_cues")
    .select(["start_ms", "end_ms", "text"])
    .where("captions_id", "=", captionsId)
    .orderBy("start_ms")
    .execute();
}

export async function replaceCutCues(sql: Sql, captionsId: string, cues: readonly CaptionCue[]): Promise<void> {
  await sql.deleteFrom("cut_cues").where("captions_id", "=", captionsId).execute();
  if (cues.length === 0) return;
  await raw`
    insert into cut_cues (captions_id, start_ms, end_ms, text)
    select ${captionsId}, start_ms, end_ms, text
    from unnest(${cues.map((cue) => cue.start_ms)}::int[], ${cues.map((cue) => cue.end_ms)}::int[],
      ${cues.map((cue) => cue.text)}::text[]) cue (start_ms, end_ms, text)`.execute(sql);
}
