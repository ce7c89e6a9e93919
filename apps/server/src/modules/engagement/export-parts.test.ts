import { blockRoutes } from "@app/contract/blocks";
import { commentRoutes } from "@app/contract/comments";
import { contentRoutes } from "@app/contract/contents";
import { filmNoteRoutes } from "@app/contract/film-notes";
import type { ContentId } from "@app/contract/ids";
import { reactionRoutes } from "@app/contract/reactions";
import { teamRoutes } from "@app/contract/teams";
import { viewRoutes } from "@app/contract/views";
import { expect, test } from "vitest";
import { addMember } from "#modules/channels/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import { exportRows } from "#testing/exports.ts";
import type { TestPerson } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";

const testApp = await createTestApp();
const { deps } = testApp;

const FILES = ["film-notes", "views", "watch-history", "likes", "saved", "comments"];

/** Leaves a row about the item in every file of `FILES`. */
async function use(person: TestPerson, id: ContentId): Promise<void> {
  const params = { id };
  const note = { from_ms: 0, to_ms: 1_000, text: "Late turn", drawing: [], is_shared: false };
  await person.call(filmNoteRoutes.add, { params, body: note });
  await person.call(viewRoutes.add, { params, body: { watched_s: 10 } });
  await person.call(reactionRoutes.like, { params, body: { liked: true } });
  await person.call(reactionRoutes.save, { params, body: { saved: true } });
  await person.call(commentRoutes.add, { params, body: { text: `Nice one, ${id}` } });
}

test("an export names the items that its owner may still see, and lists activity on other items without a title", async () => {
  const [club, foe] = [
    await testApp.person("club", { plan: "Team" }),
    await testApp.person("foe", { plan: "Individual" }),
  ];
  const [leo, mia] = [await testApp.person("leo"), await testApp.person("mia")];
  const join = (person: TestPerson, role: "manager" | "uploader") =>
    inTransaction(deps.sql, (tx) => addMember(tx, { id: club.channelId, account: person.accountId }, role));
  await join(leo, "uploader");
  await join(mia, "manager");

  const publish = async (owner: TestPerson, title: string) => (await testApp.publishes(owner, title)).id;
  const shown = await publish(club, "Still public");
  const closed = await publish(club, "Made private");
  const scheduled = await publish(club, "Scheduled");
  const deleted = await publish(club, "Deleted");
  const hidden = await publish(club, "Hidden by staff");
  const foes = await publish(foe, "Of somebody who blocked both");
  const all = [shown, closed, scheduled, deleted, hidden, foes];
  for (const person of [leo, mia]) for (const id of all) await use(person, id);

  await club.call(teamRoutes.remove, { params: { id: club.channelId, account: leo.accountId } });
  for (const id of [closed, scheduled])
    await club.call(contentRoutes.update, { params: { id }, body: { visibility: "private" } });
  const publish_at = new Date(Date.now() + 86_400_000).toISOString();
  await club.call(contentRoutes.update, { params: { id: scheduled }, body: { publish_at } });
  await club.call(contentRoutes.remove, { params: { id: deleted } });
  for (const person of [leo, mia]) await foe.call(blockRoutes.block, { params: { id: person.channelId } });
  await deps.pool.query("update contents set hidden_at = now() where id = $1", [hidden]);
  await deps.pool.query("update contents set title = title || ', later'");

  for (const [person, named] of [
    [leo, [[shown, "Still public, later"]]],
    [
      mia,
      [
        [shown, "Still public, later"],
        [closed, "Made private, later"],
        [scheduled, "Scheduled, later"],
        [hidden, "Hidden by staff, later"],
      ],
    ],
  ] as const) {
    const titles = new Map<string, string>(named);
    const expected = all.map((id) => [id, titles.get(id) ?? null]).toSorted();
    const rowsOf = await exportRows(testApp, person);
    for (const file of FILES)
      expect([
        file,
        rowsOf(file)
          .map((row) => [row.content_id, row.title])
          .toSorted(),
      ]).toEqual([file, expected]);
  }
});
