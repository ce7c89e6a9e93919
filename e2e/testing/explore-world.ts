import type { ChannelId } from "@app/contract/ids";
import { setAnnouncement } from "../../apps/server/src/modules/announcements/announcements.service.ts";
import { refreshDiscovery } from "../../apps/server/src/modules/discovery/discovery.service.ts";
import { type Database, openDatabase } from "../../apps/server/src/platform/db/database.ts";
import { publishItem } from "../../apps/server/src/testing/publish.ts";
import { addPeople } from "./people.ts";

export const LONG_TITLE = "Cup final, second half, and what the coach said about it afterwards";
export const VIDEOS = 7;
/** Enough that the strip has something to scroll to. */
const CLUBS = ["one", "two", "three", "four", "five", "six", "seven"];

/** Two athletes, seven teams that earned this week, one fan, items of each type, and a word from the team. */
export async function fillExplore(databaseUrl: string): Promise<void> {
  const clubs = Object.fromEntries(CLUBS.map((club) => [`club_${club}`, "Team" as const]));
  await addPeople(databaseUrl, { maya: "Individual", nia: "Individual", leo: null, ...clubs });
  const database = openDatabase(databaseUrl, { connections: 2 });
  try {
    await publishAll(database);
    await earn(database);
    await setAnnouncement(database, {
      title: "Kick-off",
      description: `The season begins on Friday. ${"x".repeat(600)}`,
      youtubeLink: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      ...{ video: null, posterKey: null },
    });
    await refresh(database);
  } finally {
    await database.close();
  }
}

/** What the product does every ten minutes. */
function refresh({ sql }: Database): Promise<void> {
  return refreshDiscovery({ sql, now: () => new Date(), config: { platformTimeZone: "America/New_York" } });
}

async function publishAll({ sql, pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ username: string; channel: ChannelId; category: number }>(
    `select a.username, c.id as channel, g.id as category
     from channels c join accounts a on a.id = c.owner_id, categories g where g.slug = 'soccer'`,
  );
  const publish = async (username: string, title: string, type: "video" | "image" | "document") => {
    const found = rows.find((row) => row.username === username);
    if (!found) throw new Error(`${username} has no channel`);
    await publishItem({ sql, now: () => new Date() }, { channelId: found.channel }, title, {
      ...{ categoryId: found.category, type },
    });
  };
  await publish("maya", LONG_TITLE, "video");
  for (let n = 2; n <= VIDEOS; n++) await publish("nia", `Relay ${n}`, "video");
  await publish("maya", "The crowd", "image");
  await publish("nia", "Playbook of the season", "document");
}

/** Each club has one referral more than the club before it. */
async function earn({ pool }: Database): Promise<void> {
  await pool.query(
    `with clubs as (
       select id, row_number() over (order by username) as place from accounts where username like 'club\\_%'
     ), people as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'new' || place || '_' || n, 'new' || place || '_' || n,
         'new' || place || '_' || n, 'new' || place || '_' || n, '-'
       from clubs, generate_series(1, place) n returning id, username
     ) insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
       select p.id, c.id, 'ABCDEFGH', 'pending', now(), now()
       from people p join clubs c on p.username like 'new' || c.place || '\\_%'`,
  );
}
