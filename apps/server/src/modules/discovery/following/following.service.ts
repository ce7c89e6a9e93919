import { FOLLOWING_CONTENTS_MAX, FOLLOWS_MAX, type followRoutes } from "@app/contract/follows";
import { toPagination } from "@app/contract/http";
import type { z } from "zod";
import { listCards } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import type { Marks, SliceAfter } from "#platform/remember-marks.ts";
import type { Totals } from "#platform/remember-totals.ts";
import { toSlice } from "#platform/slice.ts";
import type { Member } from "#platform/viewer.ts";
import { askFewChannels, countChannels, type FollowedItem, findOfMany, sumFollowed } from "./followed-contents.sql.ts";

type ListDeps = Pick<Deps, "sql" | "pool" | "config" | "secrets" | "now">;
type Remembered = { totals: Totals; marks: Marks };
type Page = { current_page: number; per_page: number };
type Data<Name extends keyof typeof followRoutes> = z.input<(typeof followRoutes)[Name]["data"]>;

/** The total is what the channels say they hold: nothing is counted. */
export async function listFollowingContents(
  deps: ListDeps & Remembered,
  member: Member,
  page: Page,
): Promise<Data<"followingContents">> {
  const slice = toSlice(page);
  const list = `contents ${member.accountId}`;
  const items =
    slice.offset < FOLLOWING_CONTENTS_MAX
      ? await deps.marks.find(list, slice, (after) => findFollowedContents(deps, member.accountId, after))
      : [];
  const seen = { ...slice, most: FOLLOWING_CONTENTS_MAX, found: items.length };
  const total = await deps.totals.of(list, seen, () =>
    sumFollowed(deps.pool, member.accountId, FOLLOWING_CONTENTS_MAX),
  );
  const contents = await listCards(
    deps,
    items.map((item) => item.id),
  );
  return { contents, pagination: toPagination(page, total) };
}

/** Whoever follows many is known to for a while, and asked for in their way at once. */
async function findFollowedContents(
  { pool, totals }: Pick<Deps, "pool"> & Pick<Remembered, "totals">,
  followerId: string,
  slice: SliceAfter,
): Promise<FollowedItem[]> {
  const list = `channels ${followerId}`;
  const few = totals.isLong(list) ? null : await askFewChannels(pool, followerId, slice);
  if (few) return few;
  const channels = await totals.of(list, { limit: 0, offset: 0, most: FOLLOWS_MAX, found: 0 }, () =>
    countChannels(pool, followerId),
  );
  return findOfMany(pool, followerId, { ...slice, channels });
}
