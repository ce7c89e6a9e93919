-- A video is found by what is said in it, with the least weight. Of very long captions the first 200,000 characters count:
-- a tsvector has a maximum size.

create function search_captions(content uuid) returns text language sql stable parallel safe as $$
  select left(coalesce(string_agg(e.text, ' ' order by t.language, e.position), ''), 200000)
  from captions t join caption_cues e on e.captions_id = t.id where t.content_id = content
$$;

create or replace function search_write_contents(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from contents i where i.id = d.id and i.is_listed);

  insert into search_documents (
    id, kind, channel_id, category_id, length_kind, title, title_key, channel_name, published_at, views, source, words)
  select i.id, i.type, i.channel_id, i.category_id, nullif(i.length_class, 'none'), i.title, search_key(i.title), c.name,
    coalesce(i.published_at, i.created_at), i.total_views, search_source(i.title, c.name, i.tags, i.description),
    search_vector(i.title, 'A') || search_vector(c.name, 'A') ||
      search_vector(array_to_string(i.tags, ' '), 'B') || search_vector(i.description, 'C') ||
      search_vector(search_captions(i.id), 'D')
  from contents i join channels c on c.id = i.channel_id
  where i.id = any(ids) and i.is_listed
  order by i.id
  on conflict (id) do update set
    channel_id = excluded.channel_id, category_id = excluded.category_id, length_kind = excluded.length_kind,
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    published_at = excluded.published_at, source = excluded.source, words = excluded.words;

  select search_learn(ids);
$$;

-- Not after an insert: a new row gets its cues before its first update.
create function search_on_captions() returns trigger language plpgsql as $$
begin
  perform search_write_contents(array(select distinct content_id from changed));
  return null;
end $$;
create trigger search_captions after update on captions
  referencing new table as changed for each statement execute function search_on_captions();
create trigger search_lost_captions after delete on captions
  referencing old table as changed for each statement execute function search_on_captions();
