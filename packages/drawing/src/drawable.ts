/** Everything that the faces of `fonts.ts` have no letter for: it would come out as a box. */
const UNKNOWN = /[^ -~¡-¬®-ňŊ-ǃǅ-ɔ΄-ΊΌΎ-ΡΣ-ϗЀ-ѹҀ-ҝҠ-ӿḀ-ẛẝ-ỿἀ-῾–—‘-‚“-„†•…′″‹›⁄€№™−]/gu;
const WORD = /[\p{L}\p{N}]/u;

/**
 * A text as it can be drawn: letters in fancy dress are plain, emoji and the scripts that we have no face for are
 * left out.
 * @returns an empty text where no letter or figure remains
 */
export function toDrawable(words: string): string {
  const known = words
    .normalize("NFC")
    .replace(/\s+/g, " ")
    .replace(UNKNOWN, (letter) => letter.normalize("NFKC").replace(UNKNOWN, ""))
    .replace(/ {2,}/g, " ")
    .trim();
  return WORD.test(known) ? known : "";
}
