/** Characters that our fonts lack, and that would be drawn as a box. */
const UNKNOWN = /[^ -~¡-¬®-ňŊ-ǃǅ-ɔ΄-ΊΌΎ-ΡΣ-ϗЀ-ѹҀ-ҝҠ-ӿḀ-ẛẝ-ỿἀ-῾–—‘-‚“-„†•…′″‹›⁄€№™−]/gu;
const WORD = /[\p{L}\p{N}]/u;

/**
 * Reduces a text to drawable characters: stylized letters become plain; emoji and unsupported scripts are removed.
 * @returns an empty string if no letter or digit remains
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
