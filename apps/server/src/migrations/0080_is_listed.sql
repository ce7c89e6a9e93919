-- Whether an item may be in a list that everybody sees, once instead of in every query. What its channel adds (its
-- owner deactivated it, is deleting it, or staff took it down) is in it: whatever hides a channel writes the same
-- `hidden_at` to its items, and an item that is made in a hidden channel gets it too.
-- The column is generated, so no writer can forget it, the previous release included. Queries of that release find the
-- same items, without these indexes, for the seconds until its last process has ended.
-- docs/decisions/0051-is-listed-and-cursors.md

-- First, or they would be made anew with the table.
drop index contents_listed;
drop index contents_of_category;
drop index contents_of_category_by_views;
drop index contents_of_category_and_length;
drop index contents_of_category_and_length_by_views;
drop index contents_by_views;
drop index contents_of_length;
drop index contents_of_length_by_views;
drop index contents_published_of_channel;
drop index contents_of_channel_listed;
drop index contents_newest;

alter table contents add column is_listed boolean not null generated always as (
  state = 'ready' and visibility = 'public' and removed_at is null and hidden_at is null) stored;

-- By date and by views, for all items of a type and for those of a category, of every length and of one. Those by date
-- hold the views as well: the most viewed of a recent time are sorted without reading the items.
create index contents_listed on contents (type, published_at desc, id desc) include (total_views) where is_listed;
create index contents_by_views on contents (type, total_views desc, id desc) where is_listed;
create index contents_of_length on contents (type, length_class, published_at desc, id desc) include (total_views)
  where is_listed;
create index contents_of_length_by_views on contents (type, length_class, total_views desc, id desc) where is_listed;
create index contents_of_category on contents (category_id, type, published_at desc, id desc) include (total_views)
  where is_listed;
create index contents_of_category_by_views on contents (category_id, type, total_views desc, id desc) where is_listed;
create index contents_of_category_and_length
  on contents (category_id, type, length_class, published_at desc, id desc) include (total_views) where is_listed;
create index contents_of_category_and_length_by_views
  on contents (category_id, type, length_class, total_views desc, id desc) where is_listed;
-- Of a channel by type, and of every type: the feed of followed channels.
create index contents_of_channel_listed on contents (channel_id, type, published_at desc, id desc) where is_listed;
create index contents_published_of_channel on contents (channel_id, published_at desc, id desc) where is_listed;
-- Of everybody and every type, with whose it is.
create index contents_newest on contents (published_at desc, id desc) include (channel_id) where is_listed;

-- Search says the same by the column.
create or replace function search_write_contents(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from contents i where i.id = d.id and i.is_listed);

  insert into search_documents (
    id, kind, channel_id, category_id, length_kind, title, title_key, channel_name, published_at, views, source, words)
  select i.id, i.type, i.channel_id, i.category_id, nullif(i.length_class, 'none'), i.title, search_key(i.title), c.name,
    coalesce(i.published_at, i.created_at), i.total_views, search_source(i.title, c.name, i.tags, i.description),
    search_vector(i.title, 'A') || search_vector(c.name, 'A') ||
      search_vector(array_to_string(i.tags, ' '), 'B') || search_vector(i.description, 'C')
  from contents i join channels c on c.id = i.channel_id
  where i.id = any(ids) and i.is_listed
  order by i.id
  on conflict (id) do update set
    channel_id = excluded.channel_id, category_id = excluded.category_id, length_kind = excluded.length_kind,
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    published_at = excluded.published_at, source = excluded.source, words = excluded.words;

  select search_learn(ids);
$$;

create or replace function search_on_new_contents() returns trigger language plpgsql as $$
begin
  perform search_write_contents(array(select id from changed where is_listed));
  return null;
end $$;

-- Most changes of an item are of its progress and its views: those are none of the search's business.
create or replace function search_on_contents() returns trigger language plpgsql as $$
declare
  ids uuid[] := array(
    select n.id from changed n join before o on o.id = n.id
    where (n.title, n.description, n.tags, n.category_id, n.is_listed, n.length_ms, n.published_at, n.channel_id)
      is distinct from
      (o.title, o.description, o.tags, o.category_id, o.is_listed, o.length_ms, o.published_at, o.channel_id));
begin
  if cardinality(ids) > 0 then perform search_write_contents(ids); end if;
  return null;
end $$;
