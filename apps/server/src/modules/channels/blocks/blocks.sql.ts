import { sql as raw } from "kysely";
import type { Sql } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { limitOffsetSql, opaqueParam, type PageRange, type Position } from "#platform/pagination.ts";

type Pair = { blockerId: string; blockedId: string };

/** @returns false if it existed already */
export async function insertBlock(sql: Sql, { blockerId, blockedId }: Pair): Promise<boolean> {
  const { rows } = await raw`
    insert into blocks (blocker_id, blocked_id, blocker_channel_id, blocked_channel_id)
    select r.owner_id, d.owner_id, r.id, d.id from channels r cross join channels d
    where r.owner_id = ${blockerId} and d.owner_id = ${blockedId}
    on conflict do nothing returning 1`.execute(sql);
  return rows.length > 0;
}

export async function deleteBlock(sql: Sql, { blockerId, blockedId }: Pair): Promise<void> {
  await sql.deleteFrom("blocks").where("blocker_id", "=", blockerId).where("blocked_id", "=", blockedId).execute();
}

export async function countBlocks(sql: Sql, blockerId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*) as total from blocks where blocker_id = ${blockerId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Whether either of the two blocked the other. */
export async function areBlocked(sql: Sql, accountId: string, otherId: string): Promise<boolean> {
  const { rows } = await raw`
    select from block_pairs where account_id = ${accountId} and other_id = ${otherId} limit 1`.execute(sql);
  return rows.length > 0;
}

/** Whether the first one blocked the second. */
export async function hasBlocked(sql: Sql, { blockerId, blockedId }: Pair): Promise<boolean> {
  const { rows } = await raw`
    select from blocks where blocker_id = ${blockerId} and blocked_id = ${blockedId}`.execute(sql);
  return rows.length > 0;
}

type BlockedRow = {
  id: string;
  name: string;
  username: string;
  profile_key: string | null;
  blocked_at: Date;
  position: Position;
};

/** The last one first. People whose account is being deleted stay in the list until it is erased. */
export async function selectBlocked(pool: Deps["pool"], blockerId: string, range: PageRange): Promise<BlockedRow[]> {
  const at = opaqueParam(4, "timestamptz");
  const isAfter = `and b.created_at <= ${at} and (b.created_at < ${at} or b.blocked_id > ${opaqueParam(5, "uuid")})`;
  const { rows } = await pool.query<Omit<BlockedRow, "position"> & { at: string; blocked_id: string }>({
    name: `blocked-people${range.after ? "-after" : ""}`,
    text: `select c.id, c.name, a.username, c.profile_key, b.created_at as blocked_at, b.created_at::text as at,
             b.blocked_id
           from blocks b join accounts a on a.id = b.blocked_id join channels c on c.id = b.blocked_channel_id
           where b.blocker_id = $1 ${range.after ? isAfter : ""}
           order by b.created_at desc, b.blocked_id ${limitOffsetSql(2, 3)}`,
    values: [blockerId, range.limit, range.offset, ...(range.after ?? [])],
  });
  return rows.map(({ at: createdAt, blocked_id, ...row }) => ({ ...row, position: [createdAt, blocked_id] }));
}

export async function deleteBlocksOf(sql: Sql, accountId: string): Promise<void> {
  await sql
    .deleteFrom("blocks")
    .where((where) => where.or([where("blocker_id", "=", accountId), where("blocked_id", "=", accountId)]))
    .execute();
}
