import { CHAPTER_MIN_S, CHAPTERS_MIN, type ChapterFault, findChapterFault, listChapters } from "@app/contract/chapters";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { counted, duration } from "#lib/format.ts";
import type { UploadDraft } from "./upload-draft.ts";

/** How chapters are written in a description, and whether those that are written there hold. */
export function ChaptersHint({ form, isTrimmed }: { form: UseFormReturn<UploadDraft>; isTrimmed: boolean }) {
  const listed = listChapters(useWatch({ control: form.control, name: "description" }));
  const [count, fault] = [listed.length, findChapterFault(listed)];
  return (
    <>
      Lines such as “0:00 Kickoff” become chapters: at least {CHAPTERS_MIN}, at least {CHAPTER_MIN_S} seconds apart, the
      first at 0:00.
      {isTrimmed && " Use the times of the whole video, before trimming. Viewers see them counted from the new start."}{" "}
      <span role="status" className="font-semibold text-text">
        {count > 0 && (fault ? `No chapters yet: ${toReason(fault, count)}` : `${counted(count, "chapter")} found.`)}
      </span>
    </>
  );
}

function toReason(fault: ChapterFault, count: number): string {
  if (fault.kind === "not_at_start") return "the first time must be 0:00.";
  if (fault.kind === "too_few") return `${count} of at least ${CHAPTERS_MIN} found.`;
  return `${duration(fault.at.atS)} must come at least ${CHAPTER_MIN_S} seconds after the time above it.`;
}
