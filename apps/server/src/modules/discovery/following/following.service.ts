import { FOLLOWING_CONTENTS_MAX, type followRoutes } from "@app/contract/follows";
import type { z } from "zod";
import { listCards } from "#modules/catalog/index.ts";
import type { Deps } from "#platform/deps.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { selectFollowedContents, sumFollowed } from "./followed-contents.sql.ts";

type ListDeps = Pick<Deps, "pool" | "config" | "secrets" | "now">;

/** The total is the sum of the channels' stored counts. */
export async function listFollowingContents(
  deps: ListDeps,
  member: Member,
  query: PageQuery,
): Promise<z.input<(typeof followRoutes)["followingContents"]["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: `followed contents ${member.accountId}`,
    maxRows: FOLLOWING_CONTENTS_MAX,
    query,
    read: (range) => selectFollowedContents(deps.pool, member.accountId, range),
    count: () => sumFollowed(deps.pool, member.accountId, FOLLOWING_CONTENTS_MAX),
  });
  const ids = rows.map((row) => row.id);
  return { contents: await listCards(deps, ids), pagination };
}
