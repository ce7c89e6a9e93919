/** The largest picture of the server's skeleton. A page's own skeleton shows it again, so that it does not flash. */
type LcpImage = { skeleton: string; path: string; src: string; srcset: string | undefined };

let initial: LcpImage | null = null;

/** Must be called before the first render, which replaces the server's skeleton. */
export function readLcpImage(): void {
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

/**
 * @param skeleton the server's name for it
 * @returns null on every page but the one that was opened first
 */
export function lcpImage(skeleton: "channel-cover" | "channel-card" | "video"): LcpImage | null {
  return initial?.skeleton === skeleton && initial.path === window.location.pathname ? initial : null;
}
