import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/** The last rank by views, or by date, of each tier of a kind. The remaining documents form one more tier. */
const TIERS_END = Array.from({ length: 11 }, (_, tier) => 512 * 2 ** tier);

const TIER = (place: string) => raw.raw(`width_bucket(${place} - 1, '{${TIERS_END.join()}}'::bigint[])::smallint`);

/**
 * Rewrites documents that no longer match their items and channels, after concurrent transactions or a load without
 * triggers.
 */
export async function rewriteStale(sql: Sql): Promise<void> {
  await raw`
    select search_write_contents(array(
      select coalesce(i.id, d.id) from (
        select i.id, search_source(i.title, c.name, i.tags, i.description) as source, i.channel_id, i.category_id,
          nullif(i.length_class, 'none') as length_kind, coalesce(i.published_at, i.created_at) as published_at
        from contents i join channels c on c.id = i.channel_id
        where i.is_listed
      ) i full join (select * from search_documents where kind <> 'channel') d on d.id = i.id
      where (i.source, i.channel_id, i.category_id, i.length_kind, i.published_at)
        is distinct from (d.source, d.channel_id, d.category_id, d.length_kind, d.published_at)))`.execute(sql);
  // Comparing all captions would read every word ever said; what went wrong since the last night is among the new ones.
  await raw`
    select search_write_contents(array(
      select distinct content_id from captions where saved_at > now() - interval '2 days'))`.execute(sql);
  await raw`
    select search_write_channels(array(
      select coalesce(c.id, d.id) from (
        select c.id, search_source(c.name, a.username, null, c.bio) as source
        from channels c join accounts a on a.id = c.owner_id
        where c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null
      ) c full join (select * from search_documents where kind = 'channel') d on d.id = c.id
      where c.source is distinct from d.source))`.execute(sql);
}

/** Deletes titles and words that no public item or channel uses any more. */
export async function purgeUnused(sql: Sql): Promise<void> {
  await raw`
    delete from search_suggestions s
    where not exists (select from search_documents d where d.title_key = s.title_key)`.execute(sql);
  await raw`
    delete from search_words
    where word not in (select word collate "C" from ts_stat('select words from search_documents'))`.execute(sql);
}

/** Collects, for this transaction, every document with a wrong tier or outdated numbers. */
export async function collectStalePlaces(tx: Sql): Promise<void> {
  await raw`
    create temporary table search_places on commit drop as
    with fresh as (
      select d.id, d.kind, d.title_key, d.published_at, coalesce(i.total_views, c.subscriber_count) as views,
        case when d.published_at >= now() - interval '1 day' then 0 when d.published_at >= now() - interval '7 days' then 1
          when d.published_at >= now() - interval '30 days' then 2 when d.published_at >= now() - interval '365 days' then 3
          else 4 end::smallint as age_kind
      from search_documents d join channels c on c.id = d.channel_id left join contents i on i.id = d.id
    ), placed as (
      select *,
        row_number() over (partition by kind order by views desc, published_at desc, id desc) as by_views,
        row_number() over (partition by kind order by published_at desc, id desc) as by_date
      from fresh
    ), wanted as (
      select id, title_key, views, age_kind, ${TIER("by_views")} as views_tier, ${TIER("by_date")} as date_tier from placed
    )
    select w.* from wanted w join search_documents d on d.id = w.id
    where (d.views, d.age_kind, d.views_tier, d.date_tier)
      is distinct from (w.views, w.age_kind, w.views_tier, w.date_tier)`.execute(tx);
}

export async function moveDocuments(tx: Sql): Promise<void> {
  await raw`
    update search_documents d
    set views = p.views, age_kind = p.age_kind, views_tier = p.views_tier, date_tier = p.date_tier
    from search_places p where d.id = p.id`.execute(tx);
}

/** A title takes the rank of its best document. */
export async function moveSuggestions(tx: Sql): Promise<void> {
  await raw`
    update search_suggestions s set tier = best.tier
    from (
      select d.title_key, min(search_suggestion_tier(d.views)) as tier from search_documents d
      where d.title_key in (select title_key from search_places) group by d.title_key
    ) best
    where s.title_key = best.title_key and s.tier <> best.tier`.execute(tx);
}
