-- A word is looked up where it stands: by type, by tier and by ladder at once, so that what is read of the index is
-- what is found, however common the word is elsewhere. docs/decisions/0016-search-in-postgresql.md

drop index search_documents_found;
alter table search_documents drop column facets;

-- Words and facets, each once for the place by views and once for the place by date: of a video in the first tier by
-- views and the third by date, 'sprint' becomes 'vv0:sprint' and 'vd2:sprint', and its category 7 'vv0:#category:7'.
-- A word too long for a lexeme with its place is left out: nobody types it.
create function search_places(
  kind text, views_tier smallint, date_tier smallint, category_id integer, length_kind text, age_kind smallint, words tsvector
) returns tsvector language sql immutable parallel safe as $$
  select coalesce(array_to_tsvector(array_agg(place || ':' || said)), '')
  from unnest(array[left(kind, 1) || 'v' || views_tier, left(kind, 1) || 'd' || date_tier]) place,
    unnest(tsvector_to_array(words) || array_remove(array[
      '#category:' || category_id,
      '#' || length_kind,
      case when age_kind <= 0 then '#today' end,
      case when age_kind <= 1 then '#week' end,
      case when age_kind <= 2 then '#month' end,
      case when age_kind <= 3 then '#year' end], null)) said
  where octet_length(said) <= 1000
$$;

-- Without a list of what is pending: a search would have to read through it.
create index search_documents_placed on search_documents
  using gin (search_places(kind, views_tier, date_tier, category_id, length_kind, age_kind, words))
  with (fastupdate = off);

-- The best first, from each tier in turn: the most viewed, or the newest. In `lookup` a '~' stands for the place;
-- `ranked` is what is weighed.
drop function search_find(tsquery, tsquery, text, text[], timestamptz, text, integer);
create function search_find(
  lookup text, ranked tsquery, of_kind text, since timestamptz, ladder text, most integer
) returns table (id uuid, rank real, views bigint, published_at timestamptz)
language plpgsql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  placed tsquery;
  missing integer := most;
  got integer;
begin
  for tier in 0..11 loop
    placed := replace(lookup, '~', left(of_kind, 1) || left(ladder, 1) || tier || ':')::tsquery;
    return query
      select f.id, ts_rank('{0.02, 0.1, 0.4, 1}', f.words, ranked), f.views, f.published_at
      from (
        select d.id, d.words, d.views, d.published_at
        from search_documents d
        where search_places(d.kind, d.views_tier, d.date_tier, d.category_id, d.length_kind, d.age_kind, d.words) @@ placed
          and d.published_at >= since
        order by case ladder when 'date' then extract(epoch from d.published_at) else d.views end desc, d.id desc
        limit missing) f;
    get diagnostics got = row_count;
    missing := missing - got;
    exit when missing <= 0;
  end loop;
end $$;
