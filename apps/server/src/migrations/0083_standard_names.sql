-- The suggestions of search and the jobs, by the words that the field uses for them. Nothing but names changes.
--
-- The release before this one knows the old names: stop it before this one starts (docs/operations.md).

alter table search_starts rename to search_suggestions;
alter table search_suggestions rename start to phrase;
alter table search_suggestions rename constraint search_starts_pkey to search_suggestions_pkey;
alter index search_starts_of_title rename to search_suggestions_of_title;
alter function search_starts_of(text) rename to search_phrases_of;
alter function search_start_tier(bigint) rename to search_suggestion_tier;

do $$
declare
  found record;
begin
  -- PostgreSQL 18 gives each "not null" a name as well.
  for found in
    select conname as name from pg_constraint
    where conrelid = 'search_suggestions'::regclass and conname like 'search\_starts\_%'
  loop
    execute format('alter table search_suggestions rename constraint %I to %I', found.name,
      replace(replace(found.name, 'search_starts_start', 'search_suggestions_phrase'), 'search_starts', 'search_suggestions'));
  end loop;
end $$;

create or replace function search_learn(ids uuid[]) returns void language sql as $$
  insert into search_suggestions (phrase, title_key, tier)
  select phrase, d.title_key, min(search_suggestion_tier(d.views))
  from search_documents d cross join search_phrases_of(d.title_key) phrase
  where d.id = any(ids) and not exists (select from search_suggestions s where s.title_key = d.title_key)
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

create or replace function search_suggest(prefix text, most integer) returns table (title text)
language sql stable parallel unsafe
set enable_seqscan = off set max_parallel_workers_per_gather = 0 set plan_cache_mode = force_generic_plan
as $$
  -- The title is read from the document, so what is no longer public is not suggested.
  select d.title
  from (
    select distinct key
    from (
      select s.key
      from generate_series(0, 9) tier_now cross join lateral (
        select s.title_key as key from search_suggestions s
        where s.tier = tier_now and s.phrase >= prefix and s.phrase < prefix || U&'\+10FFFF' limit 20) s
      limit 20) begun) found
  cross join lateral (
    select d.title, d.views from search_documents d where d.title_key = found.key order by d.views_tier limit 1) d
  order by starts_with(found.key, prefix) desc, d.views desc, d.title collate "C" limit most
$$;

-- Queued jobs go on under their new names. A scheduled job's key is its name.
do $$
declare
  renames constant text[][] := array[
    ['accounts:forget-expired', 'accounts:purge-expired'],
    ['accounts:mail-link', 'accounts:send-link'],
    ['billing:settle-price', 'billing:apply-price'],
    ['contents:forget-old-pictures', 'contents:purge-old-pictures'],
    ['earners:forget-registrations', 'earners:purge-registrations'],
    ['media:keep-original', 'media:store-original'],
    ['numbers:recount', 'site-stats:recount'],
    ['referrals:release', 'referrals:make-available'],
    ['search:sweep', 'search:maintain'],
    ['sharing:remove-pictures', 'sharing:purge-pictures'],
    ['sign-up-drafts:forget', 'sign-up-drafts:purge']];
  pair text[];
begin
  if to_regclass('graphile_worker._private_tasks') is null then return; end if;
  foreach pair slice 1 in array renames loop
    update graphile_worker._private_tasks set identifier = pair[2] where identifier = pair[1];
    update graphile_worker._private_jobs set key = pair[2] where key = pair[1];
    update graphile_worker._private_known_crontabs set identifier = pair[2] where identifier = pair[1];
  end loop;
end $$;
