import { refreshDiscovery } from "../../apps/server/src/modules/discovery/discovery/discovery.service.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";

const CATEGORIES = 30;
const ITEMS_PER_CHANNEL = 20;

/**
 * Fills the tables up to `items` items, with their channels, owners and a week of views; existing rows stay.
 * Nine in ten items are ready, public videos; a few are images, unlisted, private or unfinished.
 */
export async function fillWorld(database: Database, items: number): Promise<void> {
  const channels = Math.max(5, Math.ceil(items / ITEMS_PER_CHANNEL));
  const { pool } = database;
  await pool.query(CATEGORIES_SQL, [CATEGORIES]);
  await pool.query(ACCOUNTS_SQL, [channels]);
  await pool.query(CHANNELS_SQL);
  await pool.query(CONTENTS_SQL, [items]);
  await pool.query(VIEW_HOURS_SQL);
  await pool.query(
    "update channels c set content_count = n.count from (select channel_id, count(*) from contents group by 1) n where n.channel_id = c.id",
  );
  await pool.query("vacuum (analyze)");
  await pool.query("checkpoint");
  await refreshDiscovery({
    sql: database.sql,
    now: () => new Date(),
    config: { platformTimeZone: "America/New_York" },
  });
}

const CATEGORIES_SQL = `
  insert into categories (name, slug, position)
  select 'Sport ' || n, 'sport-' || n, n from generate_series(1, $1::int) n
  on conflict do nothing`;

/** These accounts only own channels; nobody signs in with them. */
const ACCOUNTS_SQL = `
  insert into accounts (id, user_type, plan, username, username_key, email, email_key, email_verified_at, password_hash, full_name)
  select uuidv7(), 'Fieldhouse', (array['Individual', 'Team', 'Organization'])[1 + n % 3],
    'earner' || n, 'earner' || n, 'earner' || n || '@people.test', 'earner' || n || '@people.test', now(), '-', 'Earner ' || n
  from generate_series(1 + (select count(*) from accounts where username like 'earner%'), $1::int) n`;

const CHANNELS_SQL = `
  insert into channels (id, owner_id, name, bio, profile_key, subscriber_count)
  select uuidv7(), a.id, 'Channel of ' || a.full_name, repeat('We train in the morning. ', 8),
    'accounts/' || a.id || '/avatar/0123456789abcdef.webp', hashtext(a.username) & 4095
  from accounts a
  where a.username like 'earner%' and not exists (select from channels c where c.owner_id = a.id)`;

/** Ids follow time, one item every five minutes into the past, so that ids and dates have the same order. */
const CONTENTS_SQL = `
  with owners as (
    select array_agg(id) as ids from channels where name like 'Channel of Earner%'
  ), sports as (
    select array_agg(id) as ids from categories where is_listed
  ), fresh as (
    select n, uuidv7(make_interval(mins => -5 * n)) as id, hashtext('item ' || n) & 2147483647 as dice
    from generate_series(1 + (select count(*)::int from contents), $1::int) n
  )
  insert into contents (id, channel_id, type, title, description, category_id, tags, visibility, state, run,
    is_playable, length_ms, width_px, height_px, thumbnail_key, frame_keys, has_storyboard, has_preview,
    total_views, created_at, published_at)
  select id, owners.ids[1 + dice % cardinality(owners.ids)],
    case when dice % 50 = 0 then 'image' else 'video' end,
    'Match day ' || n || ', the second half from the stands',
    repeat('Filmed from the north stand. 0:45 kick-off, 12:30 the save. ', 5),
    sports.ids[1 + dice / 7 % cardinality(sports.ids)],
    array['match', 'second half', 'season ' || n % 12],
    coalesce((array['unlisted', 'private'])[1 + dice % 40], 'public'),
    case when dice % 41 = 0 then 'processing' else 'ready' end, '0123456789abcdef', true, 30000 + dice % 600000, 1280, 720,
    'contents/' || id || '/0123456789abcdef/frame-1.webp',
    array(select 'contents/' || id || '/0123456789abcdef/frame-' || f || '.webp' from generate_series(0, 2) f),
    true, true, dice % 10000, now() - make_interval(mins => 5 * n), now() - make_interval(mins => 5 * n)
  from fresh, owners, sports`;

/** One item in five was watched this week, in up to six different hours. */
const VIEW_HOURS_SQL = `
  insert into content_hourly_stats (content_id, hour, views)
  select id, date_trunc('hour', now()) - make_interval(hours => (hashtext(id::text) & 127) + 7 * h), 1 + (hashtext(id::text) & 63)
  from contents, generate_series(0, 5) h
  where (hashtext(id::text) & 2147483647) % 5 = 0
  on conflict do nothing`;
