-- Tags and usernames are words as well that somebody may have meant. And the nightly sweep sees by a short sum of what
-- a row was made of whether it is stale, in whatever it may be.

-- 0 is the sum of nothing: the first sweep writes what was there before.
alter table search_documents add column source bigint not null default 0;

create function search_source(title text, name text, tags text[], description text) returns bigint
language sql stable parallel safe as $$
  select hashtextextended(concat_ws(chr(31), title, name, array_to_string(tags, ' '), description), 0)
$$;

create or replace function search_learn(ids uuid[]) returns void language sql as $$
  insert into search_starts (start, title_key)
  select distinct start, d.title_key from search_documents d cross join search_starts_of(d.title_key) start
  where d.id = any(ids) and not exists (select from search_starts s where s.title_key = d.title_key)
  order by 1, 2
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

create or replace function search_write_contents(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from contents i join channels c on c.id = i.channel_id
    where i.id = d.id and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
      and i.hidden_at is null and c.hidden_at is null);

  insert into search_documents (
    id, kind, channel_id, category_id, length_kind, title, title_key, channel_name, published_at, views, source, words)
  select i.id, i.type, i.channel_id, i.category_id, nullif(i.length_class, 'none'), i.title, search_key(i.title), c.name,
    coalesce(i.published_at, i.created_at), i.total_views, search_source(i.title, c.name, i.tags, i.description),
    search_vector(i.title, 'A') || search_vector(c.name, 'A') ||
      search_vector(array_to_string(i.tags, ' '), 'B') || search_vector(i.description, 'C')
  from contents i join channels c on c.id = i.channel_id
  where i.id = any(ids) and i.state = 'ready' and i.visibility = 'public' and i.removed_at is null
    and i.hidden_at is null and c.hidden_at is null
  order by i.id
  on conflict (id) do update set
    channel_id = excluded.channel_id, category_id = excluded.category_id, length_kind = excluded.length_kind,
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    published_at = excluded.published_at, source = excluded.source, words = excluded.words;

  select search_learn(ids);
$$;

create or replace function search_write_channels(ids uuid[]) returns void language sql as $$
  delete from search_documents d where d.id = any(ids) and not exists (
    select from channels c join accounts a on a.id = c.owner_id
    where c.id = d.id and c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null);

  insert into search_documents (
    id, kind, channel_id, title, title_key, channel_name, published_at, views, source, words)
  select c.id, 'channel', c.id, c.name, search_key(c.name), c.name, c.created_at, c.subscriber_count,
    search_source(c.name, a.username, null, c.bio),
    search_vector(c.name, 'A') || search_vector(a.username, 'A') || search_vector(c.bio, 'C')
  from channels c join accounts a on a.id = c.owner_id
  where c.id = any(ids) and c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null
  order by c.id
  on conflict (id) do update set
    title = excluded.title, title_key = excluded.title_key, channel_name = excluded.channel_name,
    source = excluded.source, words = excluded.words;

  select search_learn(ids);
$$;

select search_learn(array(select id from search_documents));
