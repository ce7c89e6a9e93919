import { followRoutes } from "@app/contract/follows";
import type { ChannelId } from "@app/contract/ids";
import type { Deps } from "#platform/deps.ts";
import type { TestPerson } from "./people.ts";

/** @param body `content_id`: the item being watched */
export function follow(person: TestPerson, of: { channelId: ChannelId }, body: Record<string, string> = {}) {
  return person.call(followRoutes.follow, { params: { id: of.channelId }, body });
}

export function unfollow(person: TestPerson, of: { channelId: ChannelId }) {
  return person.call(followRoutes.unfollow, { params: { id: of.channelId }, body: { id: of.channelId } });
}

/** Follows many channels without content. */
export async function followMany({ pool }: Pick<Deps, "pool">, person: TestPerson, channels: number): Promise<void> {
  await pool.query(
    `with owners as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'many' || n, 'many' || n, 'many' || n, 'many' || n, '-'
       from generate_series(1, $2::int) n returning id, username
     ), created as (
       insert into channels (id, owner_id, name) select gen_random_uuid(), id, username from owners returning id
     ) insert into follows (follower_id, channel_id) select $1, id from created`,
    [person.accountId, channels],
  );
}
