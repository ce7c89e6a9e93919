/** Longer than any replica that may serve a page is behind; as long as the server keeps a member's own last write. */
const NEWS_MS = 5_000;

let heardMs = Number.NEGATIVE_INFINITY;

/** A live event has told this page of a change. */
export function noteNews(): void {
  heardMs = performance.now();
}

/** Whether what is fetched now may be because of a live event: a replica may not know of it yet. */
export function isAfterNews(): boolean {
  return performance.now() - heardMs < NEWS_MS;
}
