import type { PrivacyView } from "@app/contract/preferences";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import type { Member } from "#platform/viewer.ts";
import { resolvePrivacy } from "./privacy.policy.ts";
import { type PrivacyChanges, type PrivacyRow, selectPrivacy, writePrivacy } from "./privacy.sql.ts";

/** What a profile shows of a person, as plain answers. */
export type Privacy = {
  isMinor: boolean;
  isHiddenFromLists: boolean;
  showsGpa: boolean;
  showsLocation: boolean;
  showsFollowers: boolean;
  isIndexed: boolean;
};

type ReadDeps = Pick<Deps, "sql" | "pool" | "now">;
type Pool = Deps["pool"];

/** @throws AppError `not_found` */
export async function showPrivacy(deps: ReadDeps, member: Member): Promise<PrivacyView> {
  const [row] = await selectPrivacy(deps.pool, [member.accountId]);
  if (!row) throw notFound();
  return resolvePrivacy(row, deps.now());
}

export async function setPrivacy(deps: ReadDeps, member: Member, changes: PrivacyChanges): Promise<PrivacyView> {
  await writePrivacy(deps.sql, member.accountId, changes);
  return showPrivacy(deps, member);
}

/** For whoever shows a person to others. An account that is not there shows nothing. */
export async function readPrivacy(pool: Pool, accountId: string, now = new Date()): Promise<Privacy> {
  return (await readPrivacies(pool, [accountId], now)).get(accountId) ?? HIDDEN;
}

/** The same for a whole list, in one query. */
export async function readPrivacies(
  pool: Pool,
  accountIds: readonly string[],
  now = new Date(),
): Promise<ReadonlyMap<string, Privacy>> {
  const rows = await selectPrivacy(pool, accountIds);
  return new Map(rows.map((row) => [row.account_id, toPrivacy(row, now)]));
}

const HIDDEN: Privacy = {
  isMinor: false,
  isHiddenFromLists: true,
  showsGpa: false,
  showsLocation: false,
  showsFollowers: false,
  isIndexed: false,
};

function toPrivacy(row: PrivacyRow, now: Date): Privacy {
  const resolved = resolvePrivacy(row, now);
  return {
    isMinor: resolved.is_minor,
    isHiddenFromLists: resolved.is_hidden_from_lists,
    showsGpa: resolved.shows_gpa.value,
    showsLocation: resolved.shows_location.value,
    showsFollowers: resolved.shows_followers.value,
    isIndexed: resolved.is_indexed.value,
  };
}
