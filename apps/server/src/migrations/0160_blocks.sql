-- Who blocked whom. Blocks act both ways, so `block_pairs` has each pair from both sides: a list asks it, once a query,
-- for the people or channels to leave out. Both columns have an index; most people have no rows.
create table blocks (
  blocker_id         uuid not null references accounts (id) on delete cascade,
  blocked_id         uuid not null references accounts (id) on delete cascade,
  blocker_channel_id uuid not null references channels (id) on delete cascade,
  blocked_channel_id uuid not null references channels (id) on delete cascade,
  created_at         timestamptz not null default now(),
  primary key (blocker_id, blocked_id),
  check (blocker_id <> blocked_id)
);
create index blocks_of_blocked on blocks (blocked_id);
create index blocks_in_order on blocks (blocker_id, created_at desc, blocked_id);

create view block_pairs as
  select blocker_id as account_id, blocked_id as other_id, blocked_channel_id as other_channel_id from blocks
  union all
  select blocked_id, blocker_id, blocker_channel_id from blocks;

-- Searches leave out the channels in `hidden`. The parameters have a default, so the release before this one still works.
drop function search_page(text, tsquery, text, timestamptz, text, text, integer, integer, integer);
create function search_page(
  lookup text, ranked tsquery, of_kind text, since timestamptz, ladder text, sort text, most integer,
  page_limit integer, page_offset integer, hidden uuid[] default '{}', out ids uuid[], out total bigint
) language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  with found as materialized (
    select f.id, f.rank, f.best
    from generate_series(0, 11) tier cross join lateral (
      select d.id, case when sort = 'relevance' then ts_rank('{0.02, 0.1, 0.4, 1}', d.words, ranked) end as rank,
        case when sort = 'newest' then date_part('epoch', d.published_at) else d.views end as best
      from search_documents d
      where search_places(d.kind, d.views_tier, d.date_tier, d.category_id, d.length_kind, d.age_kind, d.words)
          @@ replace(lookup, '~', left(of_kind, 1) || left(ladder, 1) || tier || ':')::tsquery
        and d.published_at >= since and d.channel_id <> all(hidden)
      -- One expression for both ladders: sorting by two, one of them always null, takes twice as long.
      order by case when ladder = 'date' then date_part('epoch', d.published_at) else d.views end desc, d.id desc
      limit most) f
    limit most
  )
  select
    array(select id from found order by rank desc, best desc, id desc limit page_limit offset page_offset),
    (select count(*) from found)
$$;

drop function search_has(text, text, timestamptz, text);
create function search_has(lookup text, of_kind text, since timestamptz, ladder text, hidden uuid[] default '{}')
returns boolean
language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  select exists (
    select from generate_series(0, 8, 4) step cross join lateral (
      select from search_documents d
      where search_places(d.kind, d.views_tier, d.date_tier, d.category_id, d.length_kind, d.age_kind, d.words)
          @@ (select string_agg(format('(%s)', replace(lookup, '~', left(of_kind, 1) || left(ladder, 1) || tier || ':')), '|')
              from generate_series(step, step + 3) tier)::tsquery
        and d.published_at >= since and d.channel_id <> all(hidden)
      limit 1) found)
$$;

drop function search_suggest(text, integer);
create function search_suggest(prefix text, most integer, hidden uuid[] default '{}') returns table (title text)
language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  -- The title is read from the document, so what is no longer public is not suggested.
  select d.title
  from (
    select distinct key
    from (
      select s.key
      from generate_series(0, 9) tier_now cross join lateral (
        select s.title_key as key from search_suggestions s
        where s.tier = tier_now and s.phrase >= prefix and s.phrase < prefix || U&'\+10FFFF' limit 20) s
      limit 20) begun) found
  cross join lateral (
    select d.title, d.views from search_documents d
    where d.title_key = found.key and d.channel_id <> all(hidden) order by d.views_tier limit 1) d
  order by starts_with(found.key, prefix) desc, d.views desc, d.title collate "C" limit most
$$;
