import type { Transmit } from "./transport.ts";

/**
 * For a file that takes a while: as `fetch`, which cannot say how much of a body has left.
 * @param onProgress called with a whole number of percent
 */
export function withProgress(onProgress: (percent: number) => void): Transmit {
  return (url, { method = "POST", headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener("progress", ({ loaded, total }) =>
        onProgress(Math.floor((100 * loaded) / total)),
      );
      request.addEventListener("load", () => resolve(new Response(request.responseText, { status: request.status })));
      const fail = () => reject(new TypeError("Failed to send"));
      request.addEventListener("error", fail);
      request.addEventListener("abort", fail);
      signal?.addEventListener("abort", () => request.abort());
      request.send(body as FormData);
    });
}
