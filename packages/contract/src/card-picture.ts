/** As wide as it stands, where the browser can tell; else as one below the other on a phone, side by side elsewhere. */
export const CARD_SIZES = "auto, (width < 40rem) 100vw, 40vw";

/** The `srcset` of a thumbnail, which is 1,280 px wide, and of its small one where there is one. */
export function toCardSrcset(picture: string, smallPicture: string | null): string {
  return `${smallPicture === null ? "" : `${smallPicture} 640w, `}${picture} 1280w`;
}
