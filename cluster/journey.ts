import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { joinLive } from "../apps/server/src/testing/live-client.ts";
import { uploadBytes } from "../apps/server/src/testing/tus.ts";
import { type Earner, earnedCents, newAddress, publish, signIn, signUp, untilProcessed, verify } from "./people.ts";
import { until } from "./processes.ts";
import type { Stack } from "./stack.ts";

/** A real video, generated once. */
export function makeClip(folder: string, seconds: number): Buffer {
  const file = path.join(folder, `clip-${seconds}.mp4`);
  const program = process.env["FFMPEG_PATH"] || "ffmpeg";
  execFileSync(program, [
    ...["-v", "error", "-y", "-f", "lavfi", "-i", `testsrc2=size=640x360:rate=25:duration=${seconds}`],
    ...["-f", "lavfi", "-i", `sine=frequency=440:sample_rate=48000:duration=${seconds}`],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "28", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-b:a", "64k", "-movflags", "+faststart", file],
  ]);
  return readFileSync(file);
}

export type Journey = { itemId: ContentId; fan: string };

/**
 * Signs up by an earner's link, watches the earner's upload through nginx, and comments on it; the earner gets the live
 * event, and the referral is credited.
 * @throws Error at the first step that fails
 */
export async function travel(
  stack: Stack,
  { earner, name, clip, categoryId }: { earner: Earner; name: string; clip: Buffer; categoryId: number },
): Promise<Journey> {
  const before = await earnedCents(earner);
  const token = await signUp(stack, name, earner.code);
  require(await verify(stack.origin, token), 200, "the mailed link");
  const fan = await signIn(stack.origin, name);
  await until(async () => (await earnedCents(earner)) === before + 1_000, "the referral is credited");

  const itemId = await publish(earner, await uploadBytes(earner, clip), `Race of ${name}`, categoryId);
  await untilProcessed(earner, itemId);
  await watch(stack.origin, fan, itemId);

  const page = await joinLive(stack.origin, earner, earner.accountId, { origin: stack.origin });
  await page.next("pusher_internal:subscription_succeeded");
  await fan.call(commentRoutes.add, { params: { id: itemId }, body: { text: "What a finish!" } });
  await page.next("notifications.changed");
  page.close();
  return { itemId, fan: name };
}

/** Fetches every file named in an item's playlists. @returns their number */
export async function watchAll(origin: string, fan: Pick<Earner, "call">, id: ContentId): Promise<number> {
  const playlist = new URL(findPlaylist(await fan.call(contentRoutes.one, { params: { id } })), origin).href;
  const renditions = namesIn(await text(playlist)).map((name) => new URL(name, playlist).href);
  const segments = await Promise.all(
    renditions.map(async (url) => namesIn(await text(url)).map((name) => new URL(name, url).href)),
  );
  const files = new Set(segments.flat());
  for (const file of files) await fetchOk(file);
  return files.size;
}

/** The lines that name a file, and the files that tags name, such as `#EXT-X-MAP:URI="init.mp4"`. */
function namesIn(list: string): string[] {
  return list
    .split("\n")
    .flatMap((line) => (line.startsWith("#") ? (/URI="([^"]+)"/.exec(line)?.[1] ?? []) : line || []));
}

/** Plays like hls.js: fetches the playlist, one rendition and a segment, which then comes from nginx's cache. */
export async function watch(
  origin: string,
  fan: Pick<Earner, "call">,
  id: ContentId,
): Promise<{ playlist: string; segment: string }> {
  const item = await fan.call(contentRoutes.one, { params: { id } });
  const playlist = new URL(findPlaylist(item), origin).href;
  const [rendition = ""] = (await text(playlist)).split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const renditionUrl = new URL(rendition, playlist).href;
  const lines = (await text(renditionUrl)).split("\n");
  const first = lines.find((line) => line !== "" && !line.startsWith("#")) ?? "";
  const segment = new URL(first, renditionUrl).href;
  await fetchOk(segment);
  const cached = (await fetchOk(segment)).headers.get("x-cache");
  if (cached !== "HIT") throw new Error(`nginx did not cache ${new URL(segment).pathname}: ${cached}`);
  return { playlist, segment };
}

function findPlaylist(item: unknown): string {
  const found = /"hls":"([^"]+)"/.exec(JSON.stringify(item))?.[1];
  if (!found) throw new Error("the item has no playlist");
  return found;
}

async function fetchOk(url: string): Promise<Response> {
  const reply = await fetch(url, { headers: { "x-forwarded-for": newAddress() } });
  if (!reply.ok) throw new Error(`${new URL(url).pathname} answered ${reply.status}`);
  await reply.arrayBuffer();
  return reply;
}

async function text(url: string): Promise<string> {
  const reply = await fetch(url);
  if (!reply.ok) throw new Error(`${new URL(url).pathname} answered ${reply.status}`);
  return reply.text();
}

function require(actual: number, expected: number, what: string): void {
  if (actual !== expected) throw new Error(`${what} answered ${actual}`);
}
