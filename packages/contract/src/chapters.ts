export type Chapter = { atS: number; title: string };

export const CHAPTERS_MIN = 3;
export const CHAPTER_MIN_S = 10;
/** Longer than 100 characters; the group is what is kept. */
const TOO_LONG = /^(.{99}).{2,}$/u;

/** `0:00 Kick-off`, also after a bullet or with the time in brackets, and with a dash before the title. */
const LINE = /^\s*(?:[-–—*•]\s*)?[([]?(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)[)\]]?[\s.:–—|-]+(\S.*)$/;

/** The part of a video that viewers see. */
type Shown = {
  /** Where it begins in the whole video; 0 unless the video is trimmed. */
  fromS: number;
  /** Null while unknown. */
  lengthS: number | null;
};

/**
 * The chapters that a description lists, one a line, at times of the whole video. As on YouTube, there are none unless the
 * first is at 0:00, there are at least three, in order, and each is at least ten seconds after the one before.
 * @returns those of which viewers see something, at times of what they see
 */
export function toChapters(description: string, { fromS, lengthS }: Shown): Chapter[] {
  const listed = listChapters(description);
  if (findChapterFault(listed)) return [];
  return listed.flatMap(({ atS, title }, index) => {
    const endS = (listed[index + 1]?.atS ?? Number.POSITIVE_INFINITY) - fromS;
    const startS = Math.max(0, atS - fromS);
    const isShown = endS > 0 && startS < (lengthS ?? Number.POSITIVE_INFINITY);
    return isShown ? [{ atS: startS, title }] : [];
  });
}

/** Why the listed lines are not chapters; `at` is the first of them that is too early. */
export type ChapterFault = { kind: "not_at_start" } | { kind: "too_few" } | { kind: "too_close"; at: Chapter };

/** @returns why the lines of a description are not chapters; null if they are */
export function findChapterFault(listed: readonly Chapter[]): ChapterFault | null {
  if (listed[0]?.atS !== 0) return { kind: "not_at_start" };
  const close = listed.slice(1).find(({ atS }, index) => atS - (listed[index]?.atS ?? 0) < CHAPTER_MIN_S);
  if (close) return { kind: "too_close", at: close };
  return listed.length < CHAPTERS_MIN ? { kind: "too_few" } : null;
}

/** The lines of a description that look like chapters. */
export function listChapters(description: string): Chapter[] {
  return description.split("\n").flatMap(toChapter);
}

/** @returns -1 if there are no chapters */
export function chapterIndexAt(chapters: readonly Chapter[], atS: number): number {
  return chapters.findLastIndex((chapter) => chapter.atS <= atS);
}

function toChapter(line: string): Chapter[] {
  const [, hours, minutes = "", seconds = "", title = ""] = LINE.exec(line) ?? [];
  if (title === "" || (hours !== undefined && Number(minutes) > 59)) return [];
  const atS = Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return [{ atS, title: title.trim().replace(TOO_LONG, "$1…") }];
}
