import type { Deps } from "#platform/deps.ts";

/** Those of the channels whose owner is not to be found by search engines: by their choice, or by their age. */
export async function selectUnindexed(pool: Deps["pool"], channelIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: "unindexed-channels",
    text: `select c.id from channels c join accounts a on a.id = c.owner_id
             left join privacy_settings p on p.account_id = a.id
           where c.id = any($1::uuid[])
             and not coalesce(p.is_indexed,
               not is_minor(a.date_of_birth, a.birth_precision, (now() at time zone 'UTC')::date))`,
    values: [channelIds],
  });
  return rows.map((row) => row.id);
}
