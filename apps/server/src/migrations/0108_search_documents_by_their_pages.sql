-- A document is found by what is written on its pages, with the least weight. Of very long ones the first 200,000
-- characters count, as of captions: a tsvector has a maximum size. Each page has its own words, so that a result opens at
-- the page that matches best.

alter table document_pages add column lexemes tsvector;
update document_pages set lexemes = search_vector(search_text, 'D');
alter table document_pages alter column lexemes set not null;

create function search_pages(content uuid, of_run text) returns text language sql stable parallel safe as $$
  select left(coalesce(string_agg(p.search_text, '' order by p.page), ''), 200000)
  from document_pages p where p.content_id = content and p.run = of_run
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
      search_vector(case i.type
        when 'video' then search_captions(i.id) when 'document' then search_pages(i.id, i.run) else '' end, 'D')
  from contents i join channels c on c.id = i.channel_id
  where i.id = any(ids) and i.is_listed
  order by i.id
  on conflict (id) do update set
    channel_id = excluded.channel_id, category_id = excluded.category_id, length_kind = excluded.length_kind,
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    published_at = excluded.published_at, source = excluded.source, words = excluded.words;

  select search_learn(ids);
$$;
