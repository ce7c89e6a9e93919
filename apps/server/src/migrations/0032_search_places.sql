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

-- 0034 finds by it.
drop function search_find(tsquery, tsquery, text, text[], timestamptz, text, integer);
