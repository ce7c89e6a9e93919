-- Fewer tiers, each eight times the one before from 1,024 on: a look into a tier costs about the same whatever is
-- found in it, and four looks do what ten did. docs/decisions/0016-search-in-postgresql.md

-- Roughly where they belong; the hourly job puts each into its very place.
update search_documents set
  views_tier = case when views_tier <= 2 then 0 when views_tier <= 3 then 1 when views_tier <= 5 then 2 else 3 end,
  date_tier = case when date_tier <= 2 then 0 when date_tier <= 3 then 1 when date_tier <= 5 then 2 else 3 end
where views_tier > 0 or date_tier > 0;
update search_starts set tier = case when tier <= 2 then 0 when tier <= 3 then 1 when tier <= 5 then 2 else 3 end
where tier > 0;

-- The best first, from each tier in turn: the most viewed, or the newest. `query` is looked up, `ranked` is weighed.
drop function search_find(tsquery, text, text[], timestamptz, text, integer);
create function search_find(
  query tsquery, ranked tsquery, of_kind text, wanted_facets text[], since timestamptz, ladder text, most integer
) returns table (id uuid, rank real, views bigint, published_at timestamptz)
language plpgsql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  missing integer := most;
  got integer;
begin
  for tier in 0..3 loop
    return query
      select f.id, ts_rank('{0.02, 0.1, 0.4, 1}', f.words, ranked), f.views, f.published_at
      from (
        select d.id, d.words, d.views, d.published_at
        from search_documents d
        where d.words @@ query and d.facets @> (wanted_facets || (of_kind || ':' || ladder || tier))
          and d.published_at >= since
        order by case ladder when 'date' then extract(epoch from d.published_at) else d.views end desc, d.id desc
        limit missing) f;
    get diagnostics got = row_count;
    missing := missing - got;
    exit when missing <= 0;
  end loop;
end $$;

create or replace function search_suggest(prefix text, most integer) returns table (title text)
language plpgsql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  candidates text[] := '{}';
begin
  for tier_now in 0..3 loop
    candidates := candidates || array(
      select s.title_key from search_starts s
      where s.tier = tier_now and s.start >= prefix and s.start < prefix || U&'\+10FFFF' limit 40);
    exit when cardinality(candidates) >= 40;
  end loop;
  -- The row of the item or channel itself has the last word: what is no longer public is not suggested.
  return query
    select d.title
    from (select distinct key from unnest(candidates) key) found
    cross join lateral (
      select d.title, d.views from search_documents d where d.title_key = found.key order by d.views_tier limit 1) d
    order by starts_with(found.key, prefix) desc, d.views desc, d.title collate "C" limit most;
end $$;
