import { cpSync, readdirSync } from "node:fs";
import path from "node:path";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { refreshDiscovery } from "../../apps/server/src/modules/discovery/discovery/discovery.service.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { processClip } from "../pipeline/process-clip.ts";
import { addPerson, signIn } from "../product/people.ts";
import type { Running } from "../product/start.ts";

export const READER = "reader";
const COPIES = 24;

/**
 * One real video, the most watched, and copies of it with their own thumbnails and previews, so that the explore page
 * is as full as it gets.
 * @returns the id of the real one
 */
export async function setStage(product: Running, database: Database, clip: string): Promise<string> {
  await addPerson(database, READER, null);
  await addPerson(database, "filmer", "Individual");
  const contentId = await addVideo(product, database, clip);
  const { rows } = await database.pool.query<{ id: string }>(COPIES_SQL, [contentId, COPIES]);
  for (const { id } of rows) copyFiles(product.dataDir, contentId, id);
  await database.pool.query(VIEWS_SQL, [contentId]);
  await refreshDiscovery({
    sql: database.sql,
    now: () => new Date(),
    config: { platformTimeZone: "America/New_York" },
  });
  return contentId;
}

/** @returns the id of a fully processed public video */
export async function addVideo(product: Running, database: Database, clip: string): Promise<string> {
  const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
  const categoryId = await addCategory(database.sql, category);
  const signed = { origin: product.origin, headers: await signIn(product.origin, "filmer") };
  return (await processClip(product, signed, clip, categoryId)).contentId;
}

/** Each key is below the item's id. */
const COPIES_SQL = `
  insert into contents (id, channel_id, type, title, category_id, visibility, state, run, is_playable, length_ms,
    width_px, height_px, thumbnail_key, has_storyboard, has_preview, published_at)
  select n.id, channel_id, type, 'Match day, second half', category_id, visibility, state, run, is_playable, length_ms,
    width_px, height_px, replace(thumbnail_key, c.id::text, n.id::text), has_storyboard, has_preview, published_at
  from contents c, (select uuidv7() as id from generate_series(1, $2::int)) n
  where c.id = $1
  returning id`;

const VIEWS_SQL = `
  insert into content_hourly_stats (content_id, hour, views)
  select id, date_trunc('hour', now()), case when id = $1 then 1000 else 10 end from contents`;

/** Everything except the segments, because nobody plays a copy. */
function copyFiles(dataDir: string, from: string, to: string): void {
  const root = path.join(dataDir, "media", "contents");
  for (const name of readdirSync(path.join(root, from), { recursive: true, encoding: "utf8" }))
    if (/frame-\d\.webp$|preview\.mp4$/.test(name)) cpSync(path.join(root, from, name), path.join(root, to, name));
}
