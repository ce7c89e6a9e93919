import { createHash } from "node:crypto";
import path from "node:path";
import type { ContentId } from "@app/contract/ids";
import { renderScene } from "@app/demo-media/render-scene";
import {
  addClip,
  type ContentRow,
  createContent,
  findCategoryBySlug,
  queueProcessing,
  selectContentOfUpload,
  startTrim,
  storeCaptions,
  storeOriginal,
  updateMediaColumns,
} from "#modules/catalog/index.ts";
import { addFollows } from "#modules/channels/index.ts";
import { appendHighlight } from "#modules/discovery/index.ts";
import {
  addPastComments,
  addPastLikes,
  addPastViews,
  addPastVisits,
  addToHourlyStats,
  type PastComment,
} from "#modules/engagement/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { commentsOf, type DemoItem, likesOf, shownLengthS, viewsOf, visitsOf } from "./world/audience.ts";
import { FANS } from "./world/people.ts";
import { RECRUITED } from "./world/profiles.ts";
import type { DemoVideo } from "./world/video.ts";
import { cuesOf, followsOf, toItem, VIDEOS } from "./world.ts";

type VisitDeps = Pick<Deps, "sql" | "now" | "config" | "secrets">;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The file name that `storeOriginal` expects. */
const SOURCE = "source";

/** It identifies the demo video. */
export function uploadIdOf(index: number): string {
  return createHash("sha256").update(`demo video ${index}`).digest("hex").slice(0, 32);
}

/** Renders a demo video, sends it through the upload pipeline, and adds its past views. */
export async function makeDemoVideo(deps: Deps, index: number, signal: AbortSignal): Promise<void> {
  const video = VIDEOS[index];
  const uploadId = uploadIdOf(index);
  const existing = await selectContentOfUpload(deps.sql, uploadId);
  if (!video || existing?.original_key) return;
  const scratch = await createScratch(deps.config.dataDir);
  try {
    const target = path.join(scratch.folder, SOURCE);
    await renderScene({ ...video, target, ffmpegPath: deps.config.ffmpegPath, signal });
    const content = existing ?? (await inTransaction(deps.sql, (tx) => addItem(deps, tx, { index, video, uploadId })));
    await storeOriginal(deps, content, scratch.folder);
    await updateMediaColumns(deps.sql, content.id, { original_name: `${video.title}.mp4` });
    await queueProcessing(deps.sql, content);
    const cues = cuesOf(video);
    if (cues.length > 0) await storeCaptions(deps, content, { language: "en" }, { cues, isAutomatic: false });
  } finally {
    await scratch.remove();
  }
}

/** Trims a demo video or makes a clip of it. @returns false if it has to be processed first */
export async function cutDemoVideo(deps: Pick<Deps, "sql">, index: number): Promise<boolean> {
  const { trim, clip } = VIDEOS[index] ?? {};
  if (!trim && !clip) return true;
  const content = await selectContentOfUpload(deps.sql, uploadIdOf(index));
  if (!content || content.state === "failed") return true;
  if (content.state !== "ready" || !content.has_preview) return false;
  await inTransaction(deps.sql, async (tx) => {
    if (trim) await startTrim(tx, content.id as ContentId, { fromMs: trim[0] * 1000, toMs: trim[1] * 1000 });
    if (!clip) return;
    const part = { fromMs: clip.fromS * 1000, toMs: clip.toS * 1000 };
    await addClip(tx, content, { title: clip.title, visibility: "public", part, sizeBytes: 0 });
  });
  return true;
}

/** Adds what people played of a demo video. @returns false if it has to be processed, or trimmed, first */
export async function addDemoVisits(deps: VisitDeps, index: number): Promise<boolean> {
  const video = VIDEOS[index];
  const content = await selectContentOfUpload(deps.sql, uploadIdOf(index));
  if (!video || !content || content.state === "failed") return true;
  const [lengthMs, shownMs] = [content.length_ms ?? 0, shownLengthS(video) * 1_000];
  // The files of a trim replace those of the whole video, and begin a curve of their own.
  if (content.state !== "ready" || (video.trim && lengthMs > (shownMs + video.lengthS * 1_000) / 2)) return false;
  const people = await toPeople(deps, deps.sql, visitsOf(toItem(index), shownLengthS(video)));
  const visits = people.map(({ accountId, at, played }) => ({
    accountId,
    at,
    played: played.map(([from, to]) => [from * lengthMs, to * lengthMs] as const),
  }));
  await inTransaction(deps.sql, (tx) => addPastVisits(deps, tx, content, visits));
  return true;
}

async function addItem(
  deps: Pick<Deps, "now" | "config">,
  tx: Tx,
  { index, video, uploadId }: { index: number; video: DemoVideo; uploadId: string },
): Promise<ContentRow> {
  const owner = await findAccountByUsername(tx, video.channel);
  const category = await findCategoryBySlug(tx, video.category);
  if (!owner || !category) throw new Error(`the demo world lacks ${video.channel} or ${video.category}`);
  const publishedAt = new Date(deps.now().getTime() - video.ageDays * DAY_MS);
  const fields = {
    type: "video" as const,
    title: video.title,
    description: video.description,
    category_id: category.id,
    tags: [...video.tags],
    visibility: "public" as const,
    comments_open: true,
  };
  const { content } = await createContent(tx, owner.channel_id, fields, { uploadId, publishedAt });
  if (video.channel === RECRUITED) await appendHighlight(tx, owner.id, content.id);
  await addDemoViews(deps, tx, content.id, toItem(index));
  await addFollowsOf(deps, tx, { index, content });
  const item = { id: content.id, channelId: owner.channel_id };
  await addPastComments(tx, item, await toComments(deps, tx, { index, owner: video.channel, publishedAt }));
  return content;
}

async function toComments(
  deps: Pick<Deps, "now">,
  tx: Sql,
  { index, owner, publishedAt }: { index: number; owner: string; publishedAt: Date },
): Promise<PastComment[]> {
  const idOf = async (username: string) => (await findAccountByUsername(tx, username))?.id;
  const fans = await Promise.all(FANS.map(({ username }) => idOf(username)));
  const ownerId = await idOf(owner);
  const comments = await Promise.all(
    commentsOf(index, owner).map(async ({ author, text, hoursAfter, likes, answer }): Promise<PastComment | null> => {
      const authorId = await idOf(author);
      if (authorId === undefined || ownerId === undefined) return null;
      const at = new Date(Math.min(publishedAt.getTime() + hoursAfter * HOUR_MS, deps.now().getTime() - HOUR_MS / 4));
      const likedBy = likes.flatMap((fan) => fans[fan] ?? []).filter((fan) => fan !== authorId);
      const replyAt = new Date(Math.min(at.getTime() + HOUR_MS / 2, deps.now().getTime()));
      const reply = { authorId: ownerId, text: answer ?? "", at: replyAt, likedBy: [], replies: [] };
      return { authorId, text, at, likedBy, replies: answer === null ? [] : [reply] };
    }),
  );
  return comments.filter((comment) => comment !== null);
}

/** Adds the follows that began on this video's page. */
async function addFollowsOf(
  deps: Pick<Deps, "now">,
  tx: Tx,
  { index, content }: { index: number; content: ContentRow },
): Promise<void> {
  const follows: Parameters<typeof addFollows>[1][number][] = [];
  for (const { follower, daysAgo } of followsOf().filter(({ videoIndex }) => videoIndex === index)) {
    const followerId = (await findAccountByUsername(tx, follower))?.id;
    const at = new Date(deps.now().getTime() - daysAgo * DAY_MS);
    if (followerId) follows.push({ followerId, channelId: content.channel_id, at, contentId: content.id });
  }
  await addFollows(tx, follows);
  await addToHourlyStats(
    tx,
    follows.map(({ at }) => ({ contentId: content.id, at: at ?? deps.now(), follows: 1 })),
  );
}

/** Adds the views and likes of an item since its publication. */
export async function addDemoViews(
  deps: Pick<Deps, "now" | "config">,
  tx: Tx,
  contentId: string,
  item: DemoItem,
): Promise<void> {
  const views = await toPeople(deps, tx, viewsOf(item));
  const likes = await toPeople(deps, tx, likesOf(item));
  await addPastViews(
    deps,
    tx,
    contentId,
    views.map(({ accountId, at, source }) => ({ viewerId: accountId, at, source })),
  );
  await addPastLikes(tx, contentId, likes);
}

/** Adds the account of each viewer and the time of each act; unknown viewers are left out. */
export async function toPeople<Act extends { viewer: string; hoursAgo: number }>(
  deps: Pick<Deps, "now">,
  sql: Sql,
  acts: readonly Act[],
): Promise<(Act & { accountId: string; at: Date })[]> {
  const people: (Act & { accountId: string; at: Date })[] = [];
  for (const act of acts) {
    const account = await findAccountByUsername(sql, act.viewer);
    const at = new Date(deps.now().getTime() - act.hoursAgo * HOUR_MS);
    if (account) people.push({ ...act, accountId: account.id, at });
  }
  return people;
}
