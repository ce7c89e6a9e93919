import { BLOCK_MESSAGES, BLOCKS_MAX, type blockRoutes } from "@app/contract/blocks";
import type { ChannelId } from "@app/contract/ids";
import type { z } from "zod";
import { lockChannels, requireChannelOwner } from "#modules/channels/channels/channels.service.ts";
import { removeFollow } from "#modules/channels/follows/follows.service.ts";
import { endMembership } from "#modules/channels/members/change-members.service.ts";
import { isOnTeam, selectRole } from "#modules/channels/members/members.sql.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member } from "#platform/viewer.ts";
import { countBlocks, deleteBlock, insertBlock, selectBlocked } from "./blocks.sql.ts";

type BlockDeps = Pick<Deps, "sql" | "events">;

/**
 * Also ends the follows between the two. Repeating it changes nothing.
 * @throws AppError `invalid_input` oneself; `not_found` no such channel; `conflict` too many, or one of them helps to
 * run the other's channel
 */
export async function block(deps: BlockDeps, member: Member, id: ChannelId): Promise<void> {
  if (id === member.channelId) throw fieldError("id", BLOCK_MESSAGES.own);
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id, member.channelId]);
    const otherId = await requireChannelOwner(tx, id);
    await requireNoTeam(deps, tx, member, { channelId: id, accountId: otherId });
    const isNew = await insertBlock(tx, { blockerId: member.accountId, blockedId: otherId });
    if (!isNew) return;
    if ((await countBlocks(tx, member.accountId)) > BLOCKS_MAX) throw new AppError("conflict", BLOCK_MESSAGES.tooMany);
    await removeFollow(deps, tx, { followerId: member.accountId, channelId: id });
    await removeFollow(deps, tx, { followerId: otherId, channelId: member.channelId });
    await deps.events.publish(tx, "block.created", { blocker_id: member.accountId, blocked_id: otherId });
  });
}

/**
 * A team shares a channel, of which a block would hide everything. A member whose role does not count, because the
 * owner's plan is for one person by now, cannot see the team: the block ends the membership.
 * @throws AppError `conflict`
 */
async function requireNoTeam(
  deps: BlockDeps,
  tx: Tx,
  member: Member,
  other: { channelId: ChannelId; accountId: string },
): Promise<void> {
  if (await isOnTeam(tx, member.channelId, other.accountId)) throw new AppError("conflict", BLOCK_MESSAGES.onYourTeam);
  const { accountId: account } = member;
  if (!(await isOnTeam(tx, other.channelId, account))) return;
  if ((await selectRole(tx, other.channelId, account)) !== null)
    throw new AppError("conflict", BLOCK_MESSAGES.onTheirTeam);
  await endMembership(deps, tx, { id: other.channelId, account }, account);
}

/** Unblocking somebody who is not blocked changes nothing. @throws AppError `not_found` */
export async function unblock(deps: Pick<Deps, "sql">, member: Member, id: ChannelId): Promise<void> {
  const otherId = await requireChannelOwner(deps.sql, id);
  await deleteBlock(deps.sql, { blockerId: member.accountId, blockedId: otherId });
}

export async function listBlocked(
  deps: Pick<Deps, "sql" | "pool" | "config" | "secrets">,
  member: Member,
  query: PageQuery,
): Promise<z.input<(typeof blockRoutes)["list"]["data"]>> {
  const { rows, pagination } = await readPage(deps, {
    name: `blocked ${member.accountId}`,
    maxRows: BLOCKS_MAX,
    query,
    read: (range) => selectBlocked(deps.pool, member.accountId, range),
    count: () => countBlocks(deps.sql, member.accountId),
  });
  return {
    people: rows.map(({ id, name, username, profile_key, blocked_at }) => ({
      id,
      name,
      username,
      blocked_at: blocked_at.toISOString(),
      channel_profile: publicMediaUrl(deps.config, smallKeyOf(profile_key)),
    })),
    pagination,
  };
}
