import { blockRoutes } from "@app/contract/blocks";
import { libraryRoutes } from "@app/contract/library";
import { notificationRoutes } from "@app/contract/notifications";
import { expect, test } from "vitest";
import { hideChannelOf } from "#modules/catalog/index.ts";
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

/** One item for each case that `canView` distinguishes. @returns their titles by id */
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

/** The titles of all items that each list, and each page, has for this person, by what shows them. */
async function whatIsShown(person: TestPerson, titles: ReadonlyMap<string, string>) {
  const opened = await Promise.all(
    [...titles].map(async ([id, title]) => {
      const { status } = await person.send("GET", `/api/v1/content/${id}`);
      expect([200, 404]).toContain(status);
      return status === 200 ? [title] : [];
    }),
  );
  const { contents } = await person.call(libraryRoutes.liked, { query: { per_page: 50 } });
  const { notifications } = await person.call(notificationRoutes.list, { query: { per_page: 50 } });
  // A person may request one export a day.
  await deps.pool.query("delete from data_exports where account_id = $1", [person.accountId]);
  const liked = (await exportRows(testApp, person))("likes");
  expect(liked).toHaveLength(titles.size);
  return {
    pages: opened.flat().sort(),
    library: contents.map((card) => card.title).sort(),
    bell: notifications.flatMap(({ data }) => titles.get(data.content_id ?? "") ?? []).sort(),
    export: liked.flatMap(({ title }) => title ?? []).sort(),
  };
}

/** Expects all four places to show the same items; the pages decide by `canView`. */
async function expectShown(person: TestPerson, titles: ReadonlyMap<string, string>, count: number): Promise<void> {
  const shown = await whatIsShown(person, titles);
  expect(shown.pages).toHaveLength(count);
  expect(shown).toEqual({ pages: shown.pages, library: shown.pages, bell: shown.pages, export: shown.pages });
}

test("the library, the bell and the titles in the export are exactly those of the items that their owner may open", async () => {
  const maya = await testApp.person("maya", { plan: "Individual" });
  const leo = await testApp.person("leo");
  const titles = await publishOneOfEach(maya);
  expect(titles.size).toBe(30);
  for (const person of [maya, leo]) await remember(person, [...titles.keys()]);
  await expectShown(maya, titles, 30);
  await expectShown(leo, titles, 4);
  await leo.call(blockRoutes.block, { params: { id: maya.channelId } });
  await expectShown(leo, titles, 0);
});

test("the same is true for those who run a team's channel, also while it is hidden, until its owner leaves", async () => {
  const club = await testApp.person("club", { plan: "Team" });
  const people = { uploader: await testApp.person("mia"), manager: await testApp.person("max") };
  const titles = await publishOneOfEach(club);
  for (const role of ["uploader", "manager"] as const) {
    const member = { id: club.channelId, account: people[role].accountId };
    await inTransaction(deps.sql, (tx) => addMember(tx, member, role));
    await remember(people[role], [...titles.keys()]);
    await expectShown(people[role], titles, 30);
  }
  await inTransaction(deps.sql, (tx) => hideChannelOf(tx, club.accountId, "staff"));
  for (const person of Object.values(people)) await expectShown(person, titles, 30);
  await deps.pool.query("update accounts set deletion_due_at = now() where id = $1", [club.accountId]);
  for (const person of Object.values(people)) await expectShown(person, titles, 0);
});
