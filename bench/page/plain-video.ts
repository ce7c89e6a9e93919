import { createReadStream, statSync } from "node:fs";
import { createServer, type Server } from "node:http";

/** Without a poster the first frame would show before the click, and our player has one. */
const POSTER = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='16' height='9'/%3E";

/** By path. `/card` links to a page that plays at once, like a card; `/watch` waits for its button. */
const PAGES = new Map([
  ["/card", `<!doctype html><title>Card</title><a href="/playing">Watch</a>`],
  ["/playing", `<!doctype html><title>Playing</title><video src="/clip.mp4" width="960" autoplay></video>`],
  [
    "/watch",
    `<!doctype html><title>Watch</title><video src="/clip.mp4" poster="${POSTER}" width="960" preload="auto"></video><button>Play</button>
     <script>document.querySelector("button").onclick = () => document.querySelector("video").play();</script>`,
  ],
]);

export type PlainVideo = { origin: string; close(): Promise<void> };

/** The minimum that plays an mp4: a `<video>`, and a server with range requests. */
export async function servePlainVideo(file: string): Promise<PlainVideo> {
  const sizeBytes = statSync(file).size;
  const server = createServer((request, response) => {
    const page = PAGES.get(request.url ?? "");
    if (page !== undefined) {
      response.writeHead(200, { "content-type": "text/html", "cache-control": "no-store" }).end(page);
      return;
    }
    const [, first = "0", last = ""] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
    const [start, end] = [Number(first), last === "" ? sizeBytes - 1 : Number(last)];
    response.writeHead(206, {
      "content-type": "video/mp4",
      "accept-ranges": "bytes",
      "content-range": `bytes ${start}-${end}/${sizeBytes}`,
      "content-length": end - start + 1,
      "cache-control": "no-store",
    });
    const body = createReadStream(file, { start, end });
    // A browser that has enough closes the connection.
    response.once("close", () => body.destroy());
    body.pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => end(server) };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

function end(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
