import { FOLLOWS_MAX } from "@app/contract/follows";
import { API_PREFIX } from "@app/contract/paths";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import type { Ask } from "../requests/load.ts";

export type ListTarget = { name: string; askOf: (connection: number) => readonly Ask[] };

const CHANNELS_ASKED_FOR = 500;
/** As many as the average person; the keen reader follows the maximum. */
export const READERS = { reader: 50, keen: FOLLOWS_MAX };
/** An offset of 4,995: just before the limit of totals. */
const DEEP = "per_page=5&current_page=1000";
const BEFORE_DEEP = "per_page=5&current_page=999";
export const FIRST_PAGE = "category, page 1 of 5";
export const DEEP_PAGE = "category, page 1,000 of 5, by cursor";

/** Lets somebody follow that many channels, or all that exist. */
export async function followSome({ pool }: Database, reader: string, channels: number): Promise<void> {
  await pool.query(
    `insert into follows (follower_id, channel_id)
     select a.id, c.id from accounts a cross join (select id from channels order by md5(id::text) limit $2) c
     where a.username = $1 on conflict do nothing`,
    [reader, channels],
  );
}

type Headers = Record<string, string>;

/** The URL of the page after the one at `path`, by cursor; or of that page itself if it is the last. */
async function pageAfter(origin: string, path: string, headers: Headers): Promise<string> {
  const reply = await fetch(origin + API_PREFIX + path, { headers });
  const { data } = (await reply.json()) as { data: { pagination: { next: string | null } } };
  return data.pagination.next === null ? path : `${path}&cursor=${data.pagination.next}`;
}

/** The requests, in the order in which they are measured. */
export async function chooseLists(
  { pool }: Database,
  origin: string,
  { reader, keen }: Record<keyof typeof READERS, Headers>,
): Promise<ListTarget[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from channels where content_count > 0 order by md5(id::text) limit ${CHANNELS_ASKED_FOR}`,
  );
  // The fullest category, so that in a large product page 1,000 is not empty.
  const category = await pool.query<{ id: number }>(
    "select category_id as id from contents where type = 'video' group by 1 order by count(*) desc limit 1",
  );
  const of = `/get-category-contents?id=${category.rows[0]?.id}`;
  const lists: Record<string, string> = {
    "top earners": "/top-earners",
    "earners of the week": "/top-earners-weekly",
    "athletes of the week": "/popular-fieldhouse",
    trending: "/trending-videos",
    banner: "/get-top-videos",
    announcement: "/get-announcement",
    "explore's images": "/get-contents/image?per_page=12",
    "explore's documents": "/get-contents/document?per_page=12",
    "newest videos": "/get-contents/video?per_page=12",
    [FIRST_PAGE]: `${of}&per_page=5`,
    [DEEP_PAGE]: await pageAfter(origin, `${of}&${BEFORE_DEEP}`, {}),
    "category, page 1,000 of 5": `${of}&${DEEP}`,
    "category, most viewed": `${of}&sort=views`,
    "category, long, most viewed": `${of}&sort=views&length=long`,
    "category, most viewed of a year": `${of}&sort=views&date=year`,
    "all categories, oldest": "/get-category-contents?sort=oldest",
  };
  const categories = await pool.query<{ id: number }>("select id from categories where is_listed order by id");
  const followed = "/get-following-contents?current_page=";
  const own: Record<string, string> = {
    "top earners, signed in": "/user-top-earners",
    "athletes, signed in": "/user-popular-fieldhouse",
    "followed channels": "/following",
    "feed of followed channels": "/get-following-contents",
    "feed of followed channels, page 20": `${followed}20`,
    "feed of followed channels, page 100": `${followed}100`,
  };
  const most = Object.entries(own).filter(([name]) => name.includes("followed channels"));
  const byCursor = async (headers: Headers, page: number) => ({
    path: API_PREFIX + (await pageAfter(origin, `${followed}${page - 1}`, headers)),
    headers,
  });
  const deep = {
    "feed of followed channels, page 20, by cursor": await byCursor(reader, 20),
    "feed of followed channels, page 20, following the maximum, by cursor": await byCursor(keen, 20),
    "feed of followed channels, page 100, following the maximum, by cursor": await byCursor(keen, 100),
  };
  return [
    ...Object.entries(lists).map(([name, path]) => ({ name, askOf: () => [{ path: API_PREFIX + path }] })),
    {
      // No two connections send the same request at the same time.
      name: "a different category per connection",
      askOf: (connection: number) =>
        categories.rows
          .filter((_, at) => at % 10 === connection % 10)
          .map(({ id }) => ({ path: `${API_PREFIX}/get-category-contents?id=${id}` })),
    },
    ...Object.entries(own).map(([name, path]) => ({
      name,
      askOf: () => [{ path: API_PREFIX + path, headers: reader }],
    })),
    ...most.map(([name, path]) => ({
      name: `${name}, following the maximum`,
      askOf: () => [{ path: API_PREFIX + path, headers: keen }],
    })),
    ...Object.entries(deep).map(([name, ask]) => ({ name, askOf: () => [ask] })),
    ...["/get-channel/:id", "/get-contents/video?channel_id=:id"].map((path) => ({
      name: path.includes("get-channel") ? "a channel" : "a channel's videos",
      askOf: (connection: number) =>
        rows
          .filter((_, at) => at % 10 === connection % 10)
          .map(({ id }) => ({ path: API_PREFIX + path.replace(":id", id), headers: reader })),
    })),
  ];
}
