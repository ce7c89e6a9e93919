import { API_PREFIX } from "@app/contract/paths";
import { notifyFollowersOfUploads } from "../../apps/server/src/modules/notifications/notifications/notifications.service.ts";
import { createDatabase, type Database } from "../../apps/server/src/platform/db/database.ts";
import type { Deps } from "../../apps/server/src/platform/deps.ts";
import { fillLists, toScale } from "../lists/lists-world.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { withWorld } from "../product/world.ts";
import { load } from "../requests/load.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const ITEMS = 1_000;
const FOLLOWERS = 100_000;
const QUICK_FOLLOWERS = 10_000;
const SECONDS = 8;
const FAN_OUT_S = 10;
const SLOWER = 1.2;

/** Notifies all followers of a channel of an upload, while members read their notifications. */
export function measureFanOut(settings: Settings): Promise<Row[]> {
  const followers = settings.isQuick ? QUICK_FOLLOWERS : FOLLOWERS;
  const fill = async (database: Database) => {
    await fillLists(database, toScale(ITEMS));
    await addPerson(database, "reader", null);
    await addPerson(database, "star", "Individual");
    await addFollowers(database, followers);
  };
  return withWorld(settings, { name: `followers-${followers}`, fill }, async (product, { pool }) => {
    await publishAnew(pool);
    const ask = [{ path: `${API_PREFIX}/notifications`, headers: await signIn(product.origin, "reader") }];
    const read = () => load(product, { connections: 2, seconds: SECONDS }, () => ask);
    await read();
    const alone = await read();
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      const deps = { sql: database.sql, now: () => new Date(), config: { platformTimeZone: "UTC" } } as Deps;
      const startedMs = performance.now();
      const told = notifyFollowersOfUploads(deps, new AbortController().signal).then(
        () => performance.now() - startedMs,
      );
      const [meanwhile, toldMs] = await Promise.all([read(), told]);
      const name = `fanout: ${followers.toLocaleString("en")} followers`;
      return [
        row(`${name}: all told`, toldMs / 1_000, "s", FAN_OUT_S),
        row(`${name}: reading notifications alone, p50`, alone.p50Ms, "ms"),
        row(`${name}: reading meanwhile, p50`, meanwhile.p50Ms, "ms"),
        row(`${name}: meanwhile to alone, p50`, meanwhile.p50Ms / alone.p50Ms, "×", SLOWER),
        row(`${name}: meanwhile to alone, p99`, meanwhile.p99Ms / alone.p99Ms, "×"),
        row(`${name}: CPU of the product a request, alone`, alone.cpuMs, "ms"),
      ];
    });
  });
}

/** People who visited today and followed the star before her upload. */
async function addFollowers({ pool }: Database, count: number): Promise<void> {
  await pool.query(
    `with owners as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select uuidv7(), 'General User', 'fan' || n, 'fan' || n, 'fan' || n, 'fan' || n, '-'
       from generate_series(1, $1::int) n returning id
     ), known as (
       insert into devices (id, account_id, client_id, name, address_prefix, session_ends_at, last_seen_at)
       select uuidv7(), id, uuidv7(), 'Chrome', '10.0', now() + interval '30 days', now() from owners
     )
     insert into follows (follower_id, channel_id, created_at)
     select o.id, h.id, now() - interval '1 day' from owners o
     cross join (select h.id from channels h join accounts a on a.id = h.owner_id where a.username = 'star') h`,
    [count],
  );
  await pool.query(
    `with star as (select h.id from channels h join accounts a on a.id = h.owner_id where a.username = 'star')
     update contents set channel_id = (select id from star)
     where id = (select id from contents where is_listed and type = 'video' order by id limit 1)`,
  );
  await pool.query("analyze");
}

/** Makes the star's item public now, with nobody notified yet. */
async function publishAnew(pool: Database["pool"]): Promise<void> {
  await pool.query("delete from notifications where kind = 'new_upload'");
  await pool.query("delete from notified_uploads");
  await pool.query(
    "update contents set published_at = now() - interval '2 days' where published_at > now() - interval '1 day'",
  );
  await pool.query(
    `update contents set published_at = now() where channel_id = (
       select h.id from channels h join accounts a on a.id = h.owner_id where a.username = 'star')`,
  );
  await pool.query("vacuum analyze notifications");
}
