import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { accountRoutes } from "@app/contract/accounts";
import { contentRoutes } from "@app/contract/contents";
import { API_PREFIX } from "@app/contract/paths";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { addPerson, signIn, toLogin } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import type { Ask } from "./load.ts";

export type Target = {
  name: string;
  /** Lists have a budget; the others are only printed. */
  isList: boolean;
  askOf: (connection: number) => readonly Ask[];
};

const SIGNERS = 50;
const ITEMS_ASKED_FOR = 1_000;
const PICTURE_PAGES = 4;
const PICTURE_BYTES = 20_000;

/** The people who sign in during the run. */
export async function addSigners(database: Database): Promise<string[]> {
  const names = Array.from({ length: SIGNERS }, (_, at) => `signer${at}`);
  for (const name of names) await addPerson(database, name, null);
  return names;
}

/** The requests, in the order in which they are measured. */
export async function chooseTargets(
  { origin, dataDir }: Running,
  database: Database,
  signers: readonly string[],
): Promise<Target[]> {
  const [reader = ""] = signers;
  const headers = await signIn(origin, reader);
  const ids = await chooseItems(database);
  const pictures = await placePictures(origin, dataDir);
  const logins = signers.map((name) => toLogin(name));
  const lists = {
    "list of 12": "/get-contents/video?per_page=12",
    "list of 12, page 400": "/get-contents/video?per_page=12&current_page=400",
    "list of 12 of a category": `/get-contents/video?per_page=12&category_id=${await chooseCategory(database)}`,
    trending: "/trending-videos",
  };
  return [
    ...Object.entries(lists).map(([name, path]) => ({
      name,
      isList: true,
      askOf: () => [{ path: API_PREFIX + path }],
    })),
    {
      name: "one item",
      isList: false,
      // Each connection starts at another item, so that no two read the same one at once.
      askOf: (connection) =>
        rotate(ids, connection * 17).map((id) => ({ path: `${API_PREFIX}/content/${id}`, headers })),
    },
    {
      name: "one picture",
      isList: false,
      askOf: (connection) => rotate(pictures, connection * 17).map((path) => ({ path })),
    },
    {
      name: "login",
      isList: false,
      askOf: (connection) => [
        {
          method: "POST",
          path: API_PREFIX + accountRoutes.login.path,
          headers: { "content-type": "application/json" },
          body: logins[connection % logins.length] ?? "",
        },
      ],
    },
  ];
}

/** Gives the newest items a thumbnail to fetch. @returns the URLs in their cards */
async function placePictures(origin: string, dataDir: string): Promise<string[]> {
  const addresses: string[] = [];
  for (let page = 1; page <= PICTURE_PAGES; page++) {
    const reply = await fetch(`${origin}${API_PREFIX}/get-contents/video?per_page=50&current_page=${page}`);
    const { contents } = contentRoutes.ofChannel.data.parse(((await reply.json()) as { data: unknown }).data);
    for (const { id, thumbnail } of contents) {
      const name = thumbnail?.split("/").slice(-2).join("/");
      if (!thumbnail || !name) continue;
      const file = path.join(dataDir, "media/contents", id, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, Buffer.alloc(PICTURE_BYTES));
      addresses.push(thumbnail);
    }
  }
  return addresses;
}

async function chooseItems(database: Database): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select id from contents where state = 'ready' and visibility = 'public' order by md5(id::text) limit ${ITEMS_ASKED_FOR}`,
  );
  return rows.map(({ id }) => id);
}

async function chooseCategory(database: Database): Promise<number> {
  const { rows } = await database.pool.query<{ id: number }>("select min(id) as id from categories where is_listed");
  return rows[0]?.id ?? 0;
}

/** The same list, rotated. */
export function rotate<T>(list: readonly T[], by: number): T[] {
  const at = by % Math.max(1, list.length);
  return [...list.slice(at), ...list.slice(0, at)];
}
