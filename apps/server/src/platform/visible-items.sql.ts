/**
 * `canView` of `contents.policy.ts`, and blocks, in SQL: a condition on an item `i` and its channel `c`. Rights of staff
 * do not count. It is here because lists of several domains use it, and SQL may import nothing of another domain.
 * @param account SQL of the id of the account that would see it
 */
export function isVisibleSql(account: string): string {
  return `(i.deleted_at is null
    and i.channel_id not in (select b.other_channel_id from block_pairs b where b.account_id = ${account})
    and ((i.hidden_at is null and i.visibility <> 'private'
        and (i.state = 'ready' or (i.state <> 'failed' and i.is_playable)))
      or c.owner_id = ${account}
      or exists (select from team_members m where m.channel_id = c.id and m.account_id = ${account})))`;
}
