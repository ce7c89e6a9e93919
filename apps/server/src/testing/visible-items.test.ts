import { libraryRoutes } from "@app/contract/library";
import { notificationRoutes } from "@app/contract/notifications";
import { expect, test } from "vitest";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { exportRows } from "#testing/exports.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;

const STATES = [
  { state: "processing", isPlayable: false },
  { state: "processing", isPlayable: true },
  { state: "ready", isPlayable: true },
  { state: "failed", isPlayable: true },
  { state: "failed", isPlayable: false },
] as const;

/** An item for each answer to the questions that `canSee` asks. @returns their titles by id */
async function publishOneOfEach(maya: TestPerson): Promise<Map<string, string>> {
  const titles = new Map<string, string>();
  for (const visibility of ["public", "unlisted", "private"] as const)
    for (const { state, isPlayable } of STATES)
      for (const isHidden of [false, true]) {
        const title = `${visibility} ${state}${isPlayable ? " playable" : ""}${isHidden ? " hidden" : ""}`;
        const { id } = await testApp.publishes(maya, title, { visibility, state, isPlayable });
        if (isHidden) await deps.pool.query("update contents set hidden_at = now() where id = $1", [id]);
        titles.set(id, title);
      }
  return titles;
}

/** As if the member had liked each item, and been notified about it, while everybody could see it. */
async function remember({ accountId }: TestPerson, ids: readonly string[]): Promise<void> {
  await deps.pool.query(
    "insert into content_likes (account_id, content_id, is_liked) select $1, unnest($2::uuid[]), true",
    [accountId, ids],
  );
  await deps.pool.query(
    `insert into notifications (id, account_id, kind, cause, content_id)
     select uuidv7(), $1, 'upload', 'item ' || id, id from unnest($2::uuid[]) id`,
    [accountId, ids],
  );
}

test("the library, the bell and the titles in the export are exactly those of the items that their owner may open", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const leo = await testApp.person("leo");
  const titles = await publishOneOfEach(maya);
  expect(titles.size).toBe(30);

  for (const [person, openCount] of [
    [maya, 30],
    [leo, 4],
  ] as const) {
    await remember(person, [...titles.keys()]);
    const opened = await Promise.all(
      [...titles].map(async ([id, title]) => {
        const { status } = await person.send("GET", `/api/v1/content/${id}`);
        expect([200, 404]).toContain(status);
        return status === 200 ? [title] : [];
      }),
    );
    const open = opened.flat().sort();
    expect(open).toHaveLength(openCount);
    const { contents } = await person.call(libraryRoutes.liked, { query: { per_page: 50 } });
    expect(contents.map((card) => card.title).sort()).toEqual(open);
    const { notifications } = await person.call(notificationRoutes.list, { query: { per_page: 50 } });
    const told = notifications.flatMap(({ data }) => titles.get(data.content_id ?? "") ?? []);
    expect(told.sort()).toEqual(open);
    const liked = (await exportRows(testApp, person))("likes");
    expect(liked).toHaveLength(titles.size);
    expect(liked.flatMap(({ title }) => title ?? []).sort()).toEqual(open);
  }
});

test("the library and the export of somebody who runs a team's channel have all of its items", async () => {
  const club = await testApp.person("club", { plan: "Team" });
  const mia = await testApp.person("mia");
  const person = { id: club.channelId, account: mia.accountId };
  await inTransaction(deps.sql, (tx) => addMember(tx, person, "uploader"));
  const titles = await publishOneOfEach(club);
  await remember(mia, [...titles.keys()]);
  for (const id of titles.keys()) expect((await mia.send("GET", `/api/v1/content/${id}`)).status).toBe(200);
  const { contents } = await mia.call(libraryRoutes.liked, { query: { per_page: 50 } });
  expect(contents.map((card) => card.title).sort()).toEqual([...titles.values()].sort());
  const liked = (await exportRows(testApp, mia))("likes");
  expect(liked.map(({ title }) => title).sort()).toEqual([...titles.values()].sort());
});
