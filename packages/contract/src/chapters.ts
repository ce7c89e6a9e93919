export type Chapter = { atS: number; title: string };

export const CHAPTERS_MIN = 3;
export const CHAPTER_MIN_S = 10;
const CHAPTER_TITLE_MAX_CHARS = 100;

/** `0:00 Kick-off`, also after a bullet or with the time in brackets, and with a dash before the title. */
const LINE = /^\s*(?:[-–—*•]\s*)?[([]?(?:(\d{1,2}):)?(\d{1,2}):([0-5]\d)[)\]]?[\s.:–—|-]+(\S.*)$/;

/**
 * The chapters that a description lists, one a line. As on YouTube, there are none unless the first is at 0:00, there are
 * at least three, in order, and each is at least ten seconds long.
 * @param lengthS null while unknown; then the last chapter may have any length
 */
export function toChapters(description: string, lengthS: number | null): Chapter[] {
  const chapters = description.split("\n").flatMap(toChapter);
  const ends = [...chapters.slice(1).map(({ atS }) => atS), lengthS ?? Number.POSITIVE_INFINITY];
  const isValid =
    chapters.length >= CHAPTERS_MIN &&
    chapters[0]?.atS === 0 &&
    chapters.every(({ atS }, index) => (ends[index] ?? 0) - atS >= CHAPTER_MIN_S);
  return isValid ? chapters : [];
}

/** @returns -1 if there are no chapters */
export function chapterIndexAt(chapters: readonly Chapter[], atS: number): number {
  return chapters.findLastIndex((chapter) => chapter.atS <= atS);
}

function toChapter(line: string): Chapter[] {
  const [, hours, minutes = "", seconds = "", title = ""] = LINE.exec(line) ?? [];
  if (title === "" || (hours !== undefined && Number(minutes) > 59)) return [];
  const atS = Number(hours ?? 0) * 3_600 + Number(minutes) * 60 + Number(seconds);
  return [{ atS, title: title.trim().slice(0, CHAPTER_TITLE_MAX_CHARS) }];
}
