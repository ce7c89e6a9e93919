/** The picture of the server's skeleton: a page's own skeleton shows it as well, so that it stays until the page is drawn. */
type InitialPicture = { skeleton: string; path: string; src: string; srcset: string | undefined };

let initial: InitialPicture | null = null;

/** To be called before React draws, which replaces the server's skeleton. */
export function readInitialPicture(): void {
  const place = document.querySelector<HTMLElement>("#root [data-skeleton]");
  const image = place?.querySelector("img");
  if (!place || !image) return;
  const { pathname } = window.location;
  initial = {
    skeleton: place.dataset["skeleton"] ?? "",
    path: pathname,
    src: image.getAttribute("src") ?? "",
    srcset: image.getAttribute("srcset") ?? undefined,
  };
}

/** @param skeleton the server's name of it; only at the address at which the page was opened */
export function initialPicture(skeleton: "channel-cover" | "channel-card" | "video"): InitialPicture | null {
  return initial?.skeleton === skeleton && initial.path === window.location.pathname ? initial : null;
}
