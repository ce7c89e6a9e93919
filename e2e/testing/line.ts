import type { Page } from "playwright-core";

export type Line = {
  /** The size of each downloaded script by file name. */
  scripts: Map<string, number>;
  /** The requested paths. */
  asked: string[];
};

/** Counts network transfers from now on, with an empty cache. */
export async function watchLine(page: Page): Promise<Line> {
  const scripts = new Map<string, number>();
  const asked: string[] = [];
  const begun = new Map<string, { name: string; headerBytes: number }>();
  const session = await page.context().newCDPSession(page);
  session.on("Network.requestWillBeSent", ({ request }) => asked.push(new URL(request.url).pathname));
  session.on("Network.responseReceived", ({ requestId, type, response }) => {
    if (type !== "Script") return;
    const name = new URL(response.url).pathname.split("/").at(-1) ?? "";
    begun.set(requestId, { name, headerBytes: response.encodedDataLength });
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const script = begun.get(requestId);
    if (script) scripts.set(script.name, encodedDataLength - script.headerBytes);
  });
  await session.send("Network.enable");
  await session.send("Network.clearBrowserCache");
  return { scripts, asked };
}

export function sizeOf(scripts: Line["scripts"]): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0);
}
