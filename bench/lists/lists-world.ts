import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { fillQuickly } from "./fill-quickly.ts";

/** For a product with 1,000,000 items; everything scales down with fewer. */
export type Scale = { items: number; channels: number; follows: number; viewsADay: number };

const CATEGORIES = 30;
/** The number of different items watched in an hour, as a share of its views: popular ones are watched repeatedly. */
const ITEMS_PER_VIEW = 0.5;
const HOURS = 7 * 24;
const FILLED = [
  ...["accounts", "channels", "contents", "content_hourly_stats", "follows", "referrals"],
  ...["ledger_accounts", "ledger_transfers", "ledger_entries"],
];

export function toScale(items: number): Scale {
  return { items, channels: items / 10, follows: items * 5, viewsADay: items };
}

/** Fills an empty database. The search tables, kept by triggers, stay empty: another bench measures them. */
export async function fillLists(database: Database, scale: Scale): Promise<void> {
  await fillQuickly(database, FILLED, async (run) => {
    await run(CATEGORIES_SQL, [CATEGORIES]);
    await run(ACCOUNTS_SQL, [scale.channels]);
    await run(CHANNELS_SQL);
    await run("create unique index on bench_channels (n)");
    await run("analyze bench_channels");
    await run(CONTENTS_SQL, [scale.items, scale.channels]);
    await run(ITEMS_SQL);
    await run("create unique index on bench_items (n)");
    await run("analyze bench_items");
    for (let hour = 0; hour < HOURS; hour++)
      await run(HOURS_SQL, [hour, Math.round((scale.viewsADay / 24) * ITEMS_PER_VIEW), scale.items]);
    await run(FOLLOWS_SQL, [scale.follows / scale.channels, scale.channels]);
    await run(REFERRALS_SQL, [scale.channels]);
    for (const statement of LEDGER_SQL) await run(statement);
    await run(COUNTS_SQL);
    await run("drop table bench_channels, bench_items");
  });
  await database.pool.query("vacuum (analyze)");
  await database.pool.query("checkpoint");
}

const CATEGORIES_SQL = `
  insert into categories (name, slug, position)
  select 'Sport ' || n, 'sport-' || n, n from generate_series(1, $1::int) n`;

const ACCOUNTS_SQL = `
  insert into accounts (id, user_type, plan, username, username_key, email, email_key, email_verified_at, password_hash, full_name)
  select uuidv7(), 'Fieldhouse', (array['Individual', 'Team', 'Organization'])[1 + n % 3],
    'earner' || n, 'earner' || n, 'earner' || n || '@people.test', 'earner' || n || '@people.test', now(), '-', 'Earner ' || n
  from generate_series(1, $1::int) n`;

/** Numbered, so that the other tables can refer to one by its number. */
const CHANNELS_SQL = `
  with made as (
    insert into channels (id, owner_id, name, bio, profile_key, cover_key)
    select uuidv7(), a.id, 'Channel of ' || a.full_name, repeat('We train in the morning. ', 8),
      'accounts/' || a.id || '/avatar.webp', 'accounts/' || a.id || '/cover.webp'
    from accounts a where a.username like 'earner%'
    returning id, owner_id
  )
  select row_number() over (order by id)::int as n, id, owner_id into bench_channels from made`;

/** One item every five minutes into the past; one channel in a hundred has a tenth of them. */
const CONTENTS_SQL = `
  with sports as materialized (
    select array_agg(id) as ids from categories where is_listed
  ), fresh as materialized (
    select n, hashtext('item ' || n) & 2147483647 as dice, hashtext('luck ' || n) & 2147483647 as luck
    from generate_series(1, $1::int) n
  )
  insert into contents (id, channel_id, type, title, description, category_id, tags, visibility, state, run,
    is_playable, length_ms, width_px, height_px, thumbnail_key, total_views, created_at, published_at)
  select uuidv7(make_interval(mins => -5 * f.n)), c.id,
    (array['video', 'video', 'video', 'video', 'video', 'video', 'video', 'video', 'image', 'document'])[1 + dice % 10],
    'Match day ' || f.n || ', the second half from the stands',
    repeat('Filmed from the north stand. 0:45 kick-off, 12:30 the save. ', 5),
    sports.ids[1 + dice / 10 % cardinality(sports.ids)], array['match', 'second half', 'season ' || f.n % 12],
    coalesce((array['unlisted', 'private'])[1 + dice / 10 % 40], 'public'), 'ready', '0123456789abcdef',
    true, (30000 * (1 + 60 * (luck / 2147483648.0) ^ 4))::int, 1280, 720, 'contents/x/0123456789abcdef/frame-1.webp',
    (1000000 * (luck / 2147483648.0) ^ 9)::int, now() - make_interval(mins => 5 * f.n), now() - make_interval(mins => 5 * f.n)
  from fresh f cross join sports
    join bench_channels c on c.n = 1 + case when luck % 10 = 0 then dice % greatest(1, $2::int / 100) else dice % $2::int end`;

const ITEMS_SQL = `
  select row_number() over (order by id desc)::int as n, id into bench_items from contents`;

/** An hour's views: newer items are watched more, and popular ones many times. */
const HOURS_SQL = `
  with numbered as materialized (
    select distinct ($3::int * (random() ^ 3))::int as n from generate_series(1, $2::int)
  )
  insert into content_hourly_stats (content_id, hour, views, likes, commenters, follows)
  select i.id, date_trunc('hour', now()) - make_interval(hours => $1::int), 1 + (3 * random())::int,
    (random() < 0.2)::int, (random() < 0.05)::int, (random() < 0.02)::int
  from numbered join bench_items i using (n)`;

const FOLLOWS_SQL = `
  insert into follows (follower_id, channel_id, created_at)
  select distinct on (c.owner_id, f.id) c.owner_id, f.id, now() - random() * interval '400 days'
  from bench_channels c cross join generate_series(1, $1::int) s
    join bench_channels f on f.n = 1 + ($2::int * ((hashtext(c.n || ' ' || s) & 2147483647) / 2147483648.0) ^ 2)::int % $2::int
  where f.id <> c.id`;

/** One account in five joined by a referral link, one in fifty of them this week. */
const REFERRALS_SQL = `
  insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
  select c.owner_id, e.owner_id, 'ABCDEFGH', 'pending', now() - at, now() - at + interval '30 days'
  from bench_channels c
    cross join lateral (select random() * interval '350 days' as at where c.n > 0) t
    join bench_channels e on e.n = 1 + ($1::int * ((hashtext('by ' || c.n) & 2147483647) / 2147483648.0) ^ 3)::int % $1::int
  where c.n % 5 = 0 and e.id <> c.id`;

/** The credited reward for each of them. */
const LEDGER_SQL = [
  `insert into ledger_accounts (id, kind, owner_id)
   select uuidv7(), kind, earner_id
   from (select distinct earner_id from referrals) e cross join (values ('pending'), ('available'), ('paid')) k (kind)`,
  `insert into ledger_transfers (id, kind, referred_id, effective_at)
   select uuidv7(), 'credit', referred_id, credited_at from referrals`,
  `insert into ledger_entries (transfer_id, account_id, amount_cents, effective_at)
   select t.id, a.id, case when a.owner_id is null then -1000 else 1000 end, t.effective_at
   from ledger_transfers t join referrals r using (referred_id)
     join ledger_accounts a on a.owner_id is null or (a.owner_id = r.earner_id and a.kind = 'pending')`,
];

const COUNTS_SQL = `
  with followed as (select channel_id, count(*) as n from follows group by 1),
  published as (select channel_id, count(*) as n, sum(total_views) as views from contents where visibility = 'public' group by 1)
  update channels c set subscriber_count = coalesce(f.n, 0), content_count = coalesce(p.n, 0),
    total_views = coalesce(p.views, 0)
  from bench_channels b left join followed f on f.channel_id = b.id left join published p on p.channel_id = b.id
  where c.id = b.id`;
