/** A picture that the page's HTML showed before any script had run. */
export type OpenedPicture = { picture: string; smallPicture: string | null };

/**
 * Finds what the HTML showed at the address at which the page was opened, so that it stays while the page asks.
 * @param place as the server names it: `channel` its cover, `card` what is first in its list, `stage` a video's poster
 */
export function findOpenedPicture(place: "channel" | "card" | "stage"): OpenedPicture | null {
  const found = `link[as="image"][data-of="${window.location.pathname}"][data-place="${place}"]`;
  const link = document.head.querySelector(found);
  const picture = link?.getAttribute("href") ?? null;
  const [, smallPicture = null] = /^(\S+) 640w/.exec(link?.getAttribute("imagesrcset") ?? "") ?? [];
  return picture === null ? null : { picture, smallPicture };
}
