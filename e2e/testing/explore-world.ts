import type { Plan } from "@app/contract/accounts";
import type { ChannelId } from "@app/contract/ids";
import { runFolder } from "../../apps/server/src/modules/catalog/contents/contents.presenter.ts";
import { updateMediaColumns } from "../../apps/server/src/modules/catalog/contents/contents-media.sql.ts";
import { refreshDiscovery } from "../../apps/server/src/modules/discovery/discovery/discovery.service.ts";
import { creditRewards } from "../../apps/server/src/modules/earnings/earnings/ledger.service.ts";
import {
  type NewAnnouncement,
  setAnnouncement,
} from "../../apps/server/src/modules/staff/announcements/announcements.service.ts";
import { createDatabase, type Database, inTransaction } from "../../apps/server/src/platform/db/database.ts";
import { createFolderStorage } from "../../apps/server/src/platform/storage/folder-storage.ts";
import { publishItem } from "../../apps/server/src/testing/publish.ts";
import type { RunningProduct } from "./running-product.ts";

export const LONG_TITLE = "Cup final, second half, and what the coach said about it afterwards";
export const VIDEOS = 7;
/** More than their carousel shows at once. */
const RUNNERS = Array.from({ length: 8 }, (_, n) => `runner_${n}`);
const CLUBS = ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine"].map((name) => `club_${name}`);
const PAPERS = 6;

export const TOLD = {
  title: "Kick-off",
  description: `The season begins on Friday. ${"x".repeat(600)}`,
  youtubeLink: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  video: null,
  posterKey: null,
} as const satisfies NewAnnouncement;

const of = (names: string[], plan: Plan) => Object.fromEntries(names.map((name) => [name, plan]));

/** Athletes, teams, and one fan. */
export const PEOPLE: Record<string, Plan | null> = {
  ...of(["maya", "nia", ...RUNNERS], "Individual"),
  ...of(CLUBS, "Team"),
  leo: null,
};

/** Lets the teams earn this week and the athletes publish items of each type, and adds an announcement. */
export async function fillExplore(databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, async (database) => {
    await publishAll(database);
    await earn(database);
    await setAnnouncement(database, TOLD);
    await refreshLists(database);
  });
}

export async function inDatabase<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = createDatabase(databaseUrl, { connections: 2 });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Refreshes the lists, as the product does every ten minutes. */
export function refreshLists({ sql }: Database): Promise<void> {
  return refreshDiscovery({ sql, now: () => new Date(), config: { platformTimeZone: "America/New_York" } });
}

/** Puts a file into the product's storage. */
export async function keepFile(product: RunningProduct, key: string, source: string): Promise<void> {
  await createFolderStorage(`${product.dataDir}/media`).putFile(key, source, { contentType: "video/mp4" });
}

/** Gives the videos with a title the preview that the pipeline would have made. */
export async function addPreview(product: RunningProduct, title: string, clip: string): Promise<void> {
  await inDatabase(product.databaseUrl(), async ({ sql }) => {
    const { id, run } = await sql
      .selectFrom("contents")
      .select(["id", "run"])
      .where("title", "=", title)
      .executeTakeFirstOrThrow();
    await keepFile(product, `${runFolder(id, run ?? "")}/preview.mp4`, clip);
    await updateMediaColumns(sql, id, { has_preview: true });
  });
}

async function publishAll({ sql, pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ username: string; channel: ChannelId; category: number }>(
    `select a.username, c.id as channel, g.id as category
     from channels c join accounts a on a.id = c.owner_id, categories g where g.slug = 'soccer'`,
  );
  const publish = async (username: string, title: string, type: "video" | "image" | "document") => {
    const found = rows.find((row) => row.username === username);
    if (!found) throw new Error(`${username} has no channel`);
    await publishItem({ sql }, { channelId: found.channel }, title, {
      categoryId: found.category,
      type,
    });
  };
  await publish("maya", LONG_TITLE, "video");
  for (let n = 2; n <= VIDEOS; n++) await publish("nia", `Relay ${n}`, "video");
  for (const runner of RUNNERS) await publish(runner, `Finish of ${runner}`, "image");
  await publish("maya", "The crowd", "image");
  for (let n = 1; n <= PAPERS; n++) await publish("nia", `Playbook ${n}`, "document");
}

/** Each club has one referral more than the previous one. */
export async function earn({ sql, pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ referredId: string; earnerId: string; at: Date }>(
    `with clubs as (
       select id, row_number() over (order by username) as place from accounts where username like 'club\\_%'
     ), people as (
       insert into accounts (id, user_type, username, username_key, email, email_key, password_hash)
       select gen_random_uuid(), 'General User', 'new' || place || '_' || n, 'new' || place || '_' || n,
         'new' || place || '_' || n, 'new' || place || '_' || n, '-'
       from clubs, generate_series(1, place) n returning id, username
     ) insert into referrals (referred_id, earner_id, code, stage, credited_at, available_at)
       select p.id, c.id, 'ABCDEFGH', 'pending', now(), now()
       from people p join clubs c on p.username like 'new' || c.place || '\\_%'
       returning referred_id as "referredId", earner_id as "earnerId", credited_at as "at"`,
  );
  await inTransaction(sql, (tx) => creditRewards(tx, rows));
}
