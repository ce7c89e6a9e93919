-- All looks of a search in one statement, and one row for its answer: leaving and entering a loop costs as much as a
-- look, and of 300 rows a page keeps twelve. docs/decisions/0016-search-in-postgresql.md

-- One page of the best `most`, from each tier in turn: the most viewed, or the newest. A tier is asked only if those
-- before it had too few. In `lookup` a '~' stands for the place; `ranked` is what is weighed, where that is the order.
create function search_page(
  lookup text, ranked tsquery, of_kind text, since timestamptz, ladder text, sort text, most integer,
  page_limit integer, page_offset integer, out ids uuid[], out total bigint
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
        and d.published_at >= since
      -- One number for either ladder: a key that is null for all of them makes the sort twice as dear.
      order by case when ladder = 'date' then date_part('epoch', d.published_at) else d.views end desc, d.id desc
      limit most) f
    limit most
  )
  select
    array(select id from found order by rank desc, best desc, id desc limit page_limit offset page_offset),
    (select count(*) from found)
$$;

-- Whether there is one at all. Where nothing is, every tier is asked: four are one look.
create function search_has(lookup text, of_kind text, since timestamptz, ladder text) returns boolean
language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  select exists (
    select from generate_series(0, 8, 4) step cross join lateral (
      select from search_documents d
      where search_places(d.kind, d.views_tier, d.date_tier, d.category_id, d.length_kind, d.age_kind, d.words)
          @@ (select string_agg(format('(%s)', replace(lookup, '~', left(of_kind, 1) || left(ladder, 1) || tier || ':')), '|')
              from generate_series(step, step + 3) tier)::tsquery
        and d.published_at >= since
      limit 1) found)
$$;

drop function search_suggest(text, integer);
create function search_suggest(prefix text, most integer) returns table (title text)
language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  -- The row of the item or channel itself has the last word: what is no longer public is not suggested.
  select d.title
  from (
    select distinct key
    from (
      select s.key
      from generate_series(0, 9) tier_now cross join lateral (
        select s.title_key as key from search_starts s
        where s.tier = tier_now and s.start >= prefix and s.start < prefix || U&'\+10FFFF' limit 20) s
      limit 20) begun) found
  cross join lateral (
    select d.title, d.views from search_documents d where d.title_key = found.key order by d.views_tier limit 1) d
  order by starts_with(found.key, prefix) desc, d.views desc, d.title collate "C" limit most
$$;
