-- What is searched: one row for each public item and each earner's channel, kept by triggers, so that whoever changes
-- an item or a channel changes the search in the same transaction. docs/decisions/0016-search-in-postgresql.md

-- Case, accents and signs make no difference: 'Café-Racer’s №1' is 'cafe racers no1'.
create function search_key(source text) returns text language sql stable strict parallel safe as $$
  select trim(regexp_replace(
    replace(replace(lower(unaccent(normalize(source, nfkc))), '''', ''), '’', ''),
    '[^[:alnum:]]+', ' ', 'g'))
$$;

-- As written, and by the stem of the English word.
create function search_vector(source text, weight "char") returns tsvector language sql stable strict parallel safe as $$
  select setweight(to_tsvector('simple', key) || to_tsvector('english', key), weight)
  from (select search_key(source) offset 0) folded (key)
$$;

-- Words of titles and names, which somebody may have meant. A form is the word without one of its letters: two words that are one mistake
-- apart share a form, and the search for it is a search by key.
create table search_words (word text collate "C" primary key);
create table search_word_forms (
  form text collate "C",
  word text collate "C" references search_words (word) on delete cascade,
  primary key (form, word)
);
create index search_word_forms_of_word on search_word_forms (word);

-- Tiers hold a kind up to its 64th, its 256th, its 1,024th and so on, by views and by date. A common word is
-- looked up tier by tier until enough was found: it costs what a rare one costs. A new row is in the first tiers
-- until the job has placed it.
create table search_documents (
  id           uuid primary key,                      -- of the item, or of the channel
  kind         text not null check (kind in ('video', 'image', 'document', 'channel')),
  channel_id   uuid not null references channels (id) on delete cascade,
  category_id  integer,
  length_kind  text check (length_kind in ('short', 'medium', 'long')),
  title        text not null,
  title_key    text collate "C" not null,
  channel_name text not null,
  published_at timestamptz not null,
  views        bigint not null,                       -- of a channel: its followers
  age_kind     smallint not null default 0,           -- at most a day, a week, 30 days, a year, or more: 0 to 4
  views_tier   smallint not null default 0,
  date_tier    smallint not null default 0,
  words        tsvector not null,
  facets       text[] not null generated always as (array_remove(array[
    kind || ':views' || views_tier::text,
    kind || ':date' || date_tier::text,
    'category:' || category_id::text,
    length_kind,
    case when age_kind <= 0 then 'today' end,
    case when age_kind <= 1 then 'week' end,
    case when age_kind <= 2 then 'month' end,
    case when age_kind <= 3 then 'year' end], null)) stored
) with (fillfactor = 80);
-- Without a list of what is pending: a search would have to read through it.
create index search_documents_found on search_documents using gin (words, facets) with (fastupdate = off);
create index search_documents_of_channel on search_documents (channel_id);
create index search_documents_titled on search_documents (title_key, views_tier);

-- Where each title may be begun from: at each of its words. One row however many items have the title.
create table search_starts (
  tier      smallint not null default 0,              -- the best of the items with this title
  start     text collate "C" not null,
  title_key text collate "C" not null,
  primary key (tier, start, title_key)
);
create index search_starts_of_title on search_starts (title_key);

create function search_starts_of(title_key text) returns setof text language sql immutable strict parallel safe as $$
  select distinct left(array_to_string((string_to_array(title_key, ' '))[n:], ' '), 40)
  from generate_series(1, least(8, array_length(string_to_array(title_key, ' '), 1))) n
$$;

-- The best first, from each tier in turn; within the last one that is needed it is any.
create function search_find(
  query tsquery, of_kind text, wanted_facets text[], since timestamptz, ladder text, most integer
) returns table (id uuid, rank real, views bigint, published_at timestamptz)
language plpgsql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  missing integer := most;
  got integer;
begin
  for tier in 0..9 loop
    return query
      select d.id, ts_rank('{0.02, 0.1, 0.4, 1}', d.words, query), d.views, d.published_at
      from search_documents d
      where d.words @@ query and d.facets @> (wanted_facets || (of_kind || ':' || ladder || tier))
        and d.published_at >= since
      limit missing;
    get diagnostics got = row_count;
    missing := missing - got;
    exit when missing <= 0;
  end loop;
end $$;

create function search_suggest(prefix text, most integer) returns table (title text)
language plpgsql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
declare
  candidates text[] := '{}';
begin
  for tier_now in 0..9 loop
    candidates := candidates || array(
      select s.title_key from search_starts s
      where s.tier = tier_now and s.start >= prefix and s.start < prefix || U&'\+10FFFF' limit 100);
    exit when cardinality(candidates) >= 100;
  end loop;
  -- The row of the item or channel itself has the last word: what is no longer public is not suggested.
  return query
    select d.title
    from (select distinct key from unnest(candidates) key) found
    cross join lateral (
      select d.title, d.views from search_documents d where d.title_key = found.key order by d.views_tier limit 1) d
    order by starts_with(found.key, prefix) desc, d.views desc, d.title collate "C" limit most;
end $$;

create function search_learn(ids uuid[]) returns void language sql as $$
  insert into search_starts (start, title_key)
  select distinct start, d.title_key from search_documents d cross join search_starts_of(d.title_key) start
  where d.id = any(ids) and not exists (select from search_starts s where s.title_key = d.title_key)
  order by 1, 2
  on conflict do nothing;

  with fresh as (
    insert into search_words (word)
    select distinct said.word
    from search_documents d
    cross join string_to_table(d.title_key || ' ' || search_key(d.channel_name), ' ') said (word)
    where d.id = any(ids) and said.word ~ '^[[:alpha:]]{3,24}$'
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

-- Writes these items as they are now, and forgets those that are not public any more.
create function search_write_contents(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from contents i join channels c on c.id = i.channel_id
    where i.id = d.id and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
      and i.hidden_at is null and c.hidden_at is null);

  insert into search_documents (
    id, kind, channel_id, category_id, length_kind, title, title_key, channel_name, published_at, views, words)
  select i.id, i.type, i.channel_id, i.category_id,
    case when i.type = 'video' then case
      when i.length_ms < 4 * 60000 then 'short' when i.length_ms <= 20 * 60000 then 'medium'
      when i.length_ms is not null then 'long' end end,
    i.title, search_key(i.title), c.name, coalesce(i.published_at, i.created_at), i.total_views,
    search_vector(i.title, 'A') || search_vector(c.name, 'A') ||
      search_vector(array_to_string(i.tags, ' '), 'B') || search_vector(i.description, 'C')
  from contents i join channels c on c.id = i.channel_id
  where i.id = any(ids) and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
    and i.hidden_at is null and c.hidden_at is null
  order by i.id
  on conflict (id) do update set
    channel_id = excluded.channel_id, category_id = excluded.category_id, length_kind = excluded.length_kind,
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    published_at = excluded.published_at, words = excluded.words;

  select search_learn(ids);
$$;

create function search_write_channels(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from channels c join accounts a on a.id = c.owner_id
    where c.id = d.id and c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null);

  insert into search_documents (id, kind, channel_id, title, title_key, channel_name, published_at, views, words)
  select c.id, 'channel', c.id, c.name, search_key(c.name), c.name, c.created_at, c.subscriber_count,
    search_vector(c.name, 'A') || search_vector(a.username, 'A') || search_vector(c.bio, 'C')
  from channels c join accounts a on a.id = c.owner_id
  where c.id = any(ids) and c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null
  order by c.id
  on conflict (id) do update set
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    words = excluded.words;

  select search_learn(ids);
$$;

create function search_on_new_contents() returns trigger language plpgsql as $$
begin
  perform search_write_contents(array(select id from changed where state = 'ready' and visibility = 'public'));
  return null;
end $$;

-- Most changes of an item are of its progress and its views: those are none of the search's business.
create function search_on_contents() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select n.id from changed n join before o on o.id = n.id
    where (n.title, n.description, n.tags, n.category_id, n.visibility, n.state, n.length_ms, n.published_at,
           n.removed_at, n.hidden_at, n.channel_id)
      is distinct from (o.title, o.description, o.tags, o.category_id, o.visibility, o.state, o.length_ms,
           o.published_at, o.removed_at, o.hidden_at, o.channel_id));
begin
  if cardinality(ids) > 0 then perform search_write_contents(ids); end if;
  return null;
end $$;

create function search_on_lost_contents() returns trigger language plpgsql as $$
begin
  delete from search_documents d using before o where d.id = o.id;
  return null;
end $$;

create function search_on_new_channels() returns trigger language plpgsql as $$
begin
  perform search_write_channels(array(select id from changed));
  return null;
end $$;

-- An item is found by its channel's name: with the name all of the channel's items are written anew.
create function search_on_channels() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select n.id from changed n join before o on o.id = n.id
    where (n.name, n.bio, n.hidden_at) is distinct from (o.name, o.bio, o.hidden_at));
begin
  if cardinality(ids) > 0 then
    perform search_write_channels(ids);
    perform search_write_contents(array(
      select i.id from contents i join changed n on n.id = i.channel_id join before o on o.id = n.id
      where (n.name, n.hidden_at) is distinct from (o.name, o.hidden_at)));
  end if;
  return null;
end $$;

create function search_on_accounts() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select c.id from changed n join before o on o.id = n.id join channels c on c.owner_id = n.id
    where (n.user_type, n.erased_at, n.username) is distinct from (o.user_type, o.erased_at, o.username));
begin
  if cardinality(ids) > 0 then perform search_write_channels(ids); end if;
  return null;
end $$;

create trigger search_new_contents after insert on contents
  referencing new table as changed for each statement execute function search_on_new_contents();
create trigger search_contents after update on contents
  referencing old table as before new table as changed for each statement execute function search_on_contents();
create trigger search_lost_contents after delete on contents
  referencing old table as before for each statement execute function search_on_lost_contents();
create trigger search_new_channels after insert on channels
  referencing new table as changed for each statement execute function search_on_new_channels();
create trigger search_channels after update on channels
  referencing old table as before new table as changed for each statement execute function search_on_channels();
create trigger search_accounts after update on accounts
  referencing old table as before new table as changed for each statement execute function search_on_accounts();

-- What was there before.
select search_write_channels(array(select id from channels));
select search_write_contents(array(select id from contents));
