import { createRequire } from "node:module";
import { GlobalFonts } from "@napi-rs/canvas";

/** Our own names, so that installed fonts cannot change the pixels. */
const CONDENSED = "Fieldhouse Condensed";
const TEXT = "Fieldhouse Text";
/** Latin Extended, for names with letters of Central Europe and beyond. */
const CONDENSED_EXT = "Fieldhouse Condensed Extended";
const TEXT_EXT = "Fieldhouse Text Extended";
/** Scripts that the condensed font lacks; the other font is the fallback. `toDrawable` removes what neither has. */
const SCRIPTS = ["vietnamese", "cyrillic", "cyrillic-ext", "greek", "greek-ext"].map(
  (script) =>
    [`@fontsource-variable/inter/files/inter-${script}-wght-normal.woff2`, `Fieldhouse Text ${script}`] as const,
);

const FILES = [
  ["@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2", CONDENSED],
  ["@fontsource/barlow-condensed/files/barlow-condensed-latin-700-normal.woff2", CONDENSED],
  ["@fontsource-variable/inter/files/inter-latin-wght-normal.woff2", TEXT],
  ["@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-600-normal.woff2", CONDENSED_EXT],
  ["@fontsource/barlow-condensed/files/barlow-condensed-latin-ext-700-normal.woff2", CONDENSED_EXT],
  ["@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2", TEXT_EXT],
  ...SCRIPTS,
] as const;

const ANY_TEXT = [TEXT, TEXT_EXT, ...SCRIPTS.map(([, family]) => family)].map((family) => `"${family}"`).join(", ");

/** Characters that our fonts lack, and that would be drawn as a box. */
const UNKNOWN = /[^ -~¡-¬®-ňŊ-ǃǅ-ɔ΄-ΊΌΎ-ΡΣ-ϗЀ-ѹҀ-ҝҠ-ӿḀ-ẛẝ-ỿἀ-῾–—‘-‚“-„†•…′″‹›⁄€№™−]/gu;

const WORD = /[\p{L}\p{N}]/u;

let isLoaded = false;

/** Registers the product's fonts with the canvas, once per process. */
export function loadFonts(): void {
  if (isLoaded) return;
  const { resolve } = createRequire(import.meta.url);
  for (const [file, family] of FILES) {
    if (!GlobalFonts.registerFromPath(resolve(file), family)) throw new Error(`The font ${file} cannot be read.`);
  }
  isLoaded = true;
}

/** The font of headings and scoreboards. */
export function condensed(sizePx: number, weight: 600 | 700 = 700): string {
  return `${weight} ${sizePx}px "${CONDENSED}", "${CONDENSED_EXT}", ${ANY_TEXT}`;
}

export function text(sizePx: number, weight: 400 | 500 | 600 | 700 = 500): string {
  return `${weight} ${sizePx}px ${ANY_TEXT}`;
}

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
