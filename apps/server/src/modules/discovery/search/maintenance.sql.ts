import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

/**
 * Writes anew what is not as the items and channels are: two transactions that met, or rows that were loaded
 * without triggers.
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
  await raw`
    select search_write_channels(array(
      select coalesce(c.id, d.id) from (
        select c.id, search_source(c.name, a.username, null, c.bio) as source
        from channels c join accounts a on a.id = c.owner_id
        where c.hidden_at is null and a.user_type = 'Fieldhouse' and a.erased_at is null
      ) c full join (select * from search_documents where kind = 'channel') d on d.id = c.id
      where c.source is distinct from d.source))`.execute(sql);
}

/** Titles and words that no public item or channel has any more. */
export async function purgeUnused(sql: Sql): Promise<void> {
  await raw`
    delete from search_starts s
    where not exists (select from search_documents d where d.title_key = s.title_key)`.execute(sql);
  await raw`
    delete from search_words
    where word not in (select word collate "C" from ts_stat('select words from search_documents'))`.execute(sql);
}
