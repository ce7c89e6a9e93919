import { placeDocuments } from "../../apps/server/src/modules/discovery/search/maintenance.service.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";

const CATEGORIES = 30;
const ITEMS_PER_CHANNEL = 10;
const BATCH = 200_000;
const INDEX = "search_documents_placed";

/** Made-up words, the first ones in most titles and the last ones in a few, as in natural language. */
const WORDS = 20_000;

/** In three of ten titles, one of a hundred, and one of a hundred thousand. */
export const COMMON = "training";
export const MIDDLING = "squat";
export const RARE = "steeplechase";

/**
 * Fills an empty database with `items` items with different titles. The triggers write the search rows; the index is
 * built after every document has its tier, which takes a tenth of the time.
 */
export async function fillSearchWorld(database: Database, items: number): Promise<void> {
  const { pool } = database;
  const { rows: found } = await pool.query<{ index: string }>("select pg_get_indexdef($1::regclass) as index", [INDEX]);
  await pool.query(`drop index ${INDEX}`);
  await pool.query(WORDS_SQL, [WORDS]);
  await pool.query("create unique index bench_words_numbered on bench_words (n)");
  await pool.query("analyze bench_words");
  await pool.query(CATEGORIES_SQL, [CATEGORIES]);
  const channels = Math.max(5, Math.ceil(items / ITEMS_PER_CHANNEL));
  await pool.query(ACCOUNTS_SQL, [channels]);
  await pool.query(CHANNELS_SQL);
  for (let from = 0; from < items; from += BATCH)
    await pool.query(CONTENTS_SQL, [from + 1, Math.min(items, from + BATCH)]);
  await placeDocuments(database);
  for (const { index } of found) await pool.query(index);
  await pool.query("vacuum (analyze)");
  await pool.query("checkpoint");
}

/** @returns the most frequent of the made-up words */
export async function commonestWords({ pool }: Database, most: number): Promise<string[]> {
  const { rows } = await pool.query<{ word: string }>("select word from bench_words order by n limit $1", [most]);
  return rows.map(({ word }) => word);
}

const WORDS_SQL = `
  create table bench_words as
  select n, (select string_agg((array['ba','ce','di','fo','gu','ha','je','ki','lo','mu','na','pe','ri','so','tu','va','we','zi','no','ra'])
    [1 + (n / (20 ^ (s - 1))::int + s) % 20], '' order by s) from generate_series(1, 3 + n % 2) s) as word
  from generate_series(1, $1::int) n`;

const CATEGORIES_SQL = `
  insert into categories (name, slug, position)
  select 'Sport ' || n, 'sport-' || n, n from generate_series(1, $1::int) n`;

const ACCOUNTS_SQL = `
  insert into accounts (id, user_type, plan, username, username_key, email, email_key, email_verified_at, password_hash, full_name)
  select uuidv7(), 'Fieldhouse', 'Individual', 'athlete' || n, 'athlete' || n, 'athlete' || n || '@people.test',
    'athlete' || n || '@people.test', now(), '-', 'Athlete ' || n
  from generate_series(1, $1::int) n`;

const CHANNELS_SQL = `
  insert into channels (id, owner_id, name, bio, subscriber_count)
  select uuidv7(), a.id, w.word || ' ' || a.full_name, repeat('We train in the morning. ', 3), hashtext(a.username) & 4095
  from accounts a join bench_words w on w.n = 1 + (hashtext(a.username) & 16383)
  where a.username like 'athlete%'`;

const CONTENTS_SQL = `
  with owners as materialized (
    select array_agg(id) as ids from channels where name like '% Athlete %'
  ), sports as materialized (
    select array_agg(id) as ids from categories where is_listed
  ), fresh as (
    select n, hashtext('item ' || n) & 2147483647 as dice, hashtext('views ' || n) & 65535 as luck
    from generate_series($1::int, $2::int) n
  )
  insert into contents (id, channel_id, type, title, description, category_id, tags, visibility, state, run,
    is_playable, length_ms, total_views, created_at, published_at)
  select uuidv7(make_interval(secs => -60 * n)), owners.ids[1 + dice % cardinality(owners.ids)],
    (array['video', 'video', 'video', 'video', 'video', 'video', 'video', 'image', 'image', 'document'])[1 + dice % 10],
    concat_ws(' ', case when dice / 10 % 10 < 3 then '${COMMON}' end, case when dice / 100 % 100 = 0 then '${MIDDLING}' end,
      case when n % 100000 = 77 then '${RARE}' end,
      (select string_agg(w.word, ' ' order by at) from generate_series(1, 5) at
       join bench_words w on w.n = 1 + (${WORDS - 1} * ((hashtext(fresh.n || ' ' || at) & 65535) / 65536.0) ^ 3)::int)),
    repeat('Filmed from the north stand, for the coach. ', 3),
    sports.ids[1 + dice / 7 % cardinality(sports.ids)], array['match', 'season ' || n % 12], 'public', 'ready',
    '0123456789abcdef', true, 30000 + dice % 3000000, (1000000 * (luck / 65536.0) ^ 9)::int,
    now() - make_interval(secs => 60 * n), now() - make_interval(secs => 60 * n)
  from fresh, owners, sports`;
