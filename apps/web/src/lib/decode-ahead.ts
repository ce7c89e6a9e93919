/** The browser may forget a decoded image that nothing refers to before the page shows it. */
let last: HTMLImageElement | undefined;

/** Fetches and decodes an image that the next page shows first. */
export function decodeAhead(image: HTMLImageElement): void {
  last = image;
  last.decode().catch(() => undefined);
}
