/**
 * About as wide as a card is: one below the other on a phone, side by side elsewhere. Not `auto`: with it Chromium fetches
 * the large picture of each card that is taken away, and keeps the page around it for ever.
 */
export const CARD_SIZES = "(width < 40rem) calc(100vw - 2rem), (width < 64rem) 45vw, 25rem";

/** The `srcset` of a thumbnail, which is 1,280 px wide, and of its small one where there is one. */
export function toCardSrcset(picture: string, smallPicture: string | null): string {
  return `${smallPicture === null ? "" : `${smallPicture} 640w, `}${picture} 1280w`;
}
