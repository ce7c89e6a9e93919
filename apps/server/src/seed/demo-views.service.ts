import { addPastLikes, addPastViews } from "#modules/engagement/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { type DemoItem, likesOf, viewsOf } from "./world/audience.ts";

const HOUR_MS = 3_600_000;

/** Adds the views and likes of an item since its publication. */
export async function addDemoViews(
  deps: Pick<Deps, "now" | "config">,
  tx: Tx,
  contentId: string,
  item: DemoItem,
): Promise<void> {
  const views = await toPeople(deps, tx, viewsOf(item));
  const likes = await toPeople(deps, tx, likesOf(item));
  await addPastViews(
    deps,
    tx,
    contentId,
    views.map(({ accountId, at, source }) => ({ viewerId: accountId, at, source })),
  );
  await addPastLikes(tx, contentId, likes);
}

/** The accounts of demo people, and when they did what they did. */
export async function toPeople<Act extends { viewer: string; hoursAgo: number }>(
  deps: Pick<Deps, "now">,
  sql: Sql,
  acts: readonly Act[],
): Promise<(Act & { accountId: string; at: Date })[]> {
  const people: (Act & { accountId: string; at: Date })[] = [];
  for (const act of acts) {
    const account = await findAccountByUsername(sql, act.viewer);
    const at = new Date(deps.now().getTime() - act.hoursAgo * HOUR_MS);
    if (account) people.push({ ...act, accountId: account.id, at });
  }
  return people;
}
