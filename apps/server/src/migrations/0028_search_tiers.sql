-- Fewer tiers, each eight times the one before from 1,024 on: a look into a tier costs about the same whatever is
-- found in it, and four looks do what ten did. docs/decisions/0016-search-in-postgresql.md

-- Roughly where they belong; the hourly job puts each into its very place.
update search_documents set
  views_tier = case when views_tier <= 2 then 0 when views_tier <= 3 then 1 when views_tier <= 5 then 2 else 3 end,
  date_tier = case when date_tier <= 2 then 0 when date_tier <= 3 then 1 when date_tier <= 5 then 2 else 3 end
where views_tier > 0 or date_tier > 0;

-- A title's own tiers are finer, and by views alone: whatever begins as somebody types is many, and ten are shown.
create function search_start_tier(views bigint) returns smallint language sql immutable strict parallel safe as $$
  select least(9, greatest(0, 9 - floor(ln(greatest(views, 1)) / ln(4))))::smallint
$$;
update search_starts s set tier = best.tier
from (select title_key, min(search_start_tier(views)) as tier from search_documents group by title_key) best
where s.title_key = best.title_key and s.tier <> best.tier;

create or replace function search_learn(ids uuid[]) returns void language sql as $$
  insert into search_starts (start, title_key, tier)
  select start, d.title_key, min(search_start_tier(d.views))
  from search_documents d cross join search_starts_of(d.title_key) start
  where d.id = any(ids) and not exists (select from search_starts s where s.title_key = d.title_key)
  group by 1, 2 order by 1, 2
  on conflict do nothing;

  with fresh as (
    insert into search_words (word)
    select distinct said.word
    from search_documents d left join contents i on i.id = d.id
    left join channels c on c.id = d.id left join accounts a on a.id = c.owner_id
    cross join string_to_table(concat_ws(' ', d.title_key,
      search_key(concat_ws(' ', d.channel_name, array_to_string(i.tags, ' '), a.username))), ' ') said (word)
    where d.id = any(ids) and said.word ~ '^[[:alnum:]]{3,24}$' and said.word ~ '[[:alpha:]]'
      and not exists (select from search_words w where w.word = said.word)
    order by 1
    on conflict do nothing
    returning word)
  insert into search_word_forms (form, word)
  select distinct overlay(word placing '' from n for 1), word from fresh cross join generate_series(1, char_length(word)) n
  union select word, word from fresh
  order by 1, 2
  on conflict do nothing;
$$;

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
  for tier_now in 0..9 loop
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
