import { ATHLETES_MAX, BANNER_MAX } from "@app/contract/discovery";
import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";

export type BannerRow = {
  id: string;
  title: string;
  channel: string;
  thumbnail_small_key: string | null;
  is_listed: boolean;
  media_token: string;
  is_pinned: boolean;
  is_shown: boolean;
};

/** In the order of the banner; pinned videos that are not shown come last. */
export async function selectBanner(sql: Sql): Promise<BannerRow[]> {
  const { rows } = await raw<BannerRow>`
    select i.id, i.title, c.name as channel, i.thumbnail_small_key, i.is_listed, i.media_token,
      p.content_id is not null as is_pinned, coalesce(b.position <= ${BANNER_MAX} and i.is_listed, false) as is_shown
    from banner_videos b full join banner_pins p on p.content_id = b.content_id
      join contents i on i.id = coalesce(b.content_id, p.content_id) join channels c on c.id = i.channel_id
    where i.deleted_at is null and (b.position <= ${BANNER_MAX} or p.content_id is not null)
    order by b.position nulls last, p.position, i.id limit 100`.execute(sql);
  return rows;
}

/** In their order, without deleted videos: nobody sees those in the banner or among the pins. */
export async function selectPins(sql: Sql): Promise<string[]> {
  const { rows } = await raw<{ content_id: string }>`
    select p.content_id from banner_pins p join contents i on i.id = p.content_id and i.deleted_at is null
    order by p.position, p.content_id`.execute(sql);
  return rows.map((row) => row.content_id);
}

/** @returns null if it is gone, or deleted and not pinned */
export async function selectFeatured(
  sql: Sql,
  id: string,
): Promise<{ type: string; is_listed: boolean; is_pinned: boolean } | null> {
  const { rows } = await raw<{ type: string; is_listed: boolean; is_pinned: boolean }>`
    select i.type, i.is_listed, p.content_id is not null as is_pinned
    from contents i left join banner_pins p on p.content_id = i.id
    where i.id = ${id} and (i.deleted_at is null or p.content_id is not null)`.execute(sql);
  return rows[0] ?? null;
}

/** In this order, and no others. */
export async function replacePins(sql: Sql, ids: readonly string[]): Promise<void> {
  await raw`delete from banner_pins where content_id <> all(${[...ids]}::uuid[])`.execute(sql);
  await raw`
    insert into banner_pins (content_id, position)
    select id, position from unnest(${[...ids]}::uuid[]) with ordinality pins (id, position)
    on conflict (content_id) do update set position = excluded.position`.execute(sql);
}

export type AthleteRow = {
  id: string;
  owner_id: string;
  username: string;
  name: string;
  pick: string | null;
  reason: string | null;
  is_shown: boolean;
};

/** Those of the list in its order, then those whom staff removed, or pinned although they cannot be shown now. */
export async function selectPickedAthletes(sql: Sql): Promise<AthleteRow[]> {
  const { rows } = await raw<AthleteRow>`
    select c.id, c.owner_id, a.username, c.name, k.pick, k.reason, w.channel_id is not null as is_shown
    from (select * from athletes_of_week order by position limit ${ATHLETES_MAX}) w
      full join athlete_picks k on k.channel_id = w.channel_id
      join channels c on c.id = coalesce(w.channel_id, k.channel_id) join accounts a on a.id = c.owner_id
    order by w.position nulls last, k.picked_at desc, c.id limit 200`.execute(sql);
  return rows;
}

/**
 * With a lock on the channel, so that two picks of one athlete come one after the other. Somebody who is picked may
 * have another plan by now.
 */
export async function lockAthlete(
  tx: Sql,
  usernameKey: string,
): Promise<{ channel_id: string; owner_id: string; pick: string | null; reason: string | null } | null> {
  const { rows } = await raw<{ channel_id: string; owner_id: string; pick: string | null; reason: string | null }>`
    select c.id as channel_id, c.owner_id, k.pick, k.reason
    from accounts a join channels c on c.owner_id = a.id left join athlete_picks k on k.channel_id = c.id
    where a.username_key = ${usernameKey} and a.erased_at is null
      and (a.plan = 'Individual' or k.channel_id is not null)
    for no key update of c`.execute(tx);
  return rows[0] ?? null;
}

export async function upsertPick(
  sql: Sql,
  channelId: string,
  { pick, reason }: { pick: "pinned" | "removed"; reason: string },
): Promise<void> {
  await sql
    .insertInto("athlete_picks")
    .values({ channel_id: channelId, pick, reason })
    .onConflict((conflict) => conflict.column("channel_id").doUpdateSet({ pick, reason }))
    .execute();
}

export async function deletePick(sql: Sql, channelId: string): Promise<void> {
  await sql.deleteFrom("athlete_picks").where("channel_id", "=", channelId).execute();
}

export async function deletePicksOf(sql: Sql, accountId: string): Promise<void> {
  await raw`
    delete from athlete_picks where channel_id in (select id from channels where owner_id = ${accountId})`.execute(sql);
}
