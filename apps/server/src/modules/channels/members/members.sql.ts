import type { MemberRole } from "@app/contract/channel-roles";
import type { ChannelAction } from "@app/contract/teams";
import { sql as raw } from "kysely";
import type { Sql, Tx } from "#platform/db/database.ts";
import type { PageRange, Position } from "#platform/pagination.ts";

export type TeamRow = { id: string; name: string; owner_id: string; plan: string | null };

/** A channel whose owner is not being deleted. */
export async function selectTeam(sql: Sql, id: string): Promise<TeamRow | null> {
  const row = await sql
    .selectFrom("channels as c")
    .innerJoin("accounts as a", "a.id", "c.owner_id")
    .select(["c.id", "c.name", "c.owner_id", "a.plan"])
    .where("c.id", "=", id)
    .where("a.deletion_due_at", "is", null)
    .executeTakeFirst();
  return row ?? null;
}

type PersonRow = {
  id: string;
  username: string;
  name: string;
  profile_key: string | null;
  role: string;
  joined_at: Date;
  is_leaving: boolean;
};

/** The owner first, then in the order of joining. */
export async function selectPeople(sql: Sql, channelId: string): Promise<PersonRow[]> {
  const { rows } = await raw<PersonRow>`
    select a.id, a.username, h.name, h.profile_key, p.role, p.joined_at, a.deletion_due_at is not null as is_leaving
    from (
      select owner_id as account_id, 'owner' as role, created_at as joined_at, 0 as rank
      from channels where id = ${channelId}
      union all
      select account_id, role, joined_at, 1 from channel_members where channel_id = ${channelId}
    ) p join accounts a on a.id = p.account_id join channels h on h.owner_id = a.id
    order by p.rank, p.joined_at, a.id`.execute(sql);
  return rows;
}

/** @returns null for people who do not run the channel */
export async function selectRole(sql: Sql, channelId: string, accountId: string): Promise<MemberRole | "owner" | null> {
  const { rows } = await raw<{ role: MemberRole | "owner" | null }>`
    select case when c.owner_id = ${accountId} then 'owner' else m.role end as role
    from channels c left join team_members m on m.channel_id = c.id and m.account_id = ${accountId}
    where c.id = ${channelId}`.execute(sql);
  return rows[0]?.role ?? null;
}

/** Whether somebody is on the team of a channel, also while the owner's plan is for one person. */
export async function isOnTeam(sql: Sql, channelId: string, accountId: string): Promise<boolean> {
  const { rows } = await raw`
    select from channel_members where channel_id = ${channelId} and account_id = ${accountId}`.execute(sql);
  return rows.length > 0;
}

export async function countMembers(sql: Sql, channelId: string): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from channel_members where channel_id = ${channelId}`.execute(sql);
  return rows[0]?.total ?? 0;
}

/** Somebody who is a member already gets the new role. */
export async function upsertMember(tx: Tx, channelId: string, accountId: string, role: MemberRole): Promise<void> {
  await tx
    .insertInto("channel_members")
    .values({ channel_id: channelId, account_id: accountId, role })
    .onConflict((conflict) => conflict.columns(["channel_id", "account_id"]).doUpdateSet({ role }))
    .execute();
}

/** @returns whether they had another role */
export async function updateRole(tx: Tx, channelId: string, accountId: string, role: MemberRole): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("channel_members")
    .set({ role })
    .where("channel_id", "=", channelId)
    .where("account_id", "=", accountId)
    .where("role", "<>", role)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteMember(tx: Tx, channelId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("channel_members")
    .where("channel_id", "=", channelId)
    .where("account_id", "=", accountId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function selectName(sql: Sql, accountId: string): Promise<string> {
  const row = await sql.selectFrom("accounts").select("username").where("id", "=", accountId).executeTakeFirst();
  return row?.username ?? "";
}

/** @returns the account with this canonical address, and its role in the channel */
export async function selectByEmail(
  sql: Sql,
  emailKey: string,
  channelId: string,
): Promise<{ id: string; role: string | null } | null> {
  const { rows } = await raw<{ id: string; role: string | null }>`
    select a.id, m.role from accounts a
    left join channel_members m on m.account_id = a.id and m.channel_id = ${channelId}
    where a.email_key = ${emailKey} and a.erased_at is null`.execute(sql);
  return rows[0] ?? null;
}

export type InvitationRow = {
  id: string;
  channel_id: string;
  channel: string;
  owner_id: string;
  email: string;
  email_key: string;
  role: string;
  invited_by: string | null;
  expires_at: Date;
  is_usable: boolean;
};

type NewInvitation = {
  id: string;
  channelId: string;
  email: string;
  emailKey: string;
  role: MemberRole;
  tokenHash: Buffer;
  invitedBy: string;
  days: number;
};

/** Replaces an open invitation to the same address. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<void> {
  await raw`
    update channel_invitations set revoked_at = now()
    where channel_id = ${invitation.channelId} and email_key = ${invitation.emailKey}
      and accepted_at is null and revoked_at is null`.execute(tx);
  await raw`
    insert into channel_invitations (id, channel_id, email, email_key, role, token_hash, invited_by, expires_at)
    values (${invitation.id}, ${invitation.channelId}, ${invitation.email}, ${invitation.emailKey}, ${invitation.role},
      ${invitation.tokenHash}, ${invitation.invitedBy}, now() + make_interval(days => ${invitation.days}))`.execute(tx);
}

const IS_OPEN = raw`n.accepted_at is null and n.revoked_at is null and n.expires_at > now()`;
/** A link works only while the channel may be run by several people; its owner can withdraw the invitation anyway. */
const IS_USABLE = raw`(${IS_OPEN} and o.plan in ('Team', 'Organization'))`;

function invitations() {
  return raw`
    select n.id, n.channel_id, c.name as channel, c.owner_id, n.email, n.email_key, n.role, a.username as invited_by,
      n.expires_at, ${IS_USABLE} as is_usable
    from channel_invitations n join channels c on c.id = n.channel_id
    join accounts o on o.id = c.owner_id and o.deletion_due_at is null left join accounts a on a.id = n.invited_by`;
}

export async function selectOpenInvitations(sql: Sql, channelId: string): Promise<InvitationRow[]> {
  const { rows } = await raw<InvitationRow>`
    ${invitations()} where ${IS_OPEN} and n.channel_id = ${channelId} order by n.id`.execute(sql);
  return rows;
}

export async function selectInvitation(
  sql: Sql,
  by: { id: string } | { tokenHash: Buffer },
): Promise<InvitationRow | null> {
  const condition =
    "id" in by ? raw`${IS_OPEN} and n.id = ${by.id}` : raw`${IS_USABLE} and n.token_hash = ${by.tokenHash}`;
  const { rows } = await raw<InvitationRow>`${invitations()} where ${condition}`.execute(sql);
  return rows[0] ?? null;
}

/** In any state, until it is purged. */
export async function selectAnyInvitation(sql: Sql, tokenHash: Buffer): Promise<InvitationRow | null> {
  const { rows } = await raw<InvitationRow>`${invitations()} where n.token_hash = ${tokenHash}`.execute(sql);
  return rows[0] ?? null;
}

/** @returns false if it was answered or taken back meanwhile */
export async function closeInvitation(tx: Tx, id: string, as: "accepted_at" | "revoked_at"): Promise<boolean> {
  const { rows } = await raw`
    update channel_invitations set ${raw.ref(as)} = now()
    where id = ${id} and accepted_at is null and revoked_at is null returning 1`.execute(tx);
  return rows.length > 0;
}

/** Deletes invitations that ended 30 days ago, and from the logs the addresses of which none is left. */
export async function purgeInvitations(sql: Sql): Promise<void> {
  await raw`
    delete from channel_invitations
    where coalesce(accepted_at, revoked_at, expires_at) < now() - interval '30 days'`.execute(sql);
  await raw`
    update channel_log l set subject = ''
    where l.action in ('invited', 'invitation_revoked') and l.subject <> ''
      and not exists (
        select from channel_invitations n
        where n.channel_id = l.channel_id and lower(n.email) = lower(l.subject))`.execute(sql);
}

/** Memberships of the person, and everybody's in their channel; the log stays without their name. */
export async function eraseMembershipsOf(tx: Tx, accountId: string): Promise<void> {
  await raw`delete from channel_members where account_id = ${accountId}
    or channel_id in (select id from channels where owner_id = ${accountId})`.execute(tx);
  await raw`delete from channel_invitations
    where email_key = (select email_key from accounts where id = ${accountId})
      or channel_id in (select id from channels where owner_id = ${accountId})`.execute(tx);
  await raw`delete from channel_log where channel_id in (select id from channels where owner_id = ${accountId})`.execute(
    tx,
  );
  await raw`update channel_invitations set invited_by = null where invited_by = ${accountId}`.execute(tx);
  await raw`update channel_log set actor_id = null where actor_id = ${accountId}`.execute(tx);
  // Subjects are names of people where members come and go.
  await raw`
    update channel_log set subject = '' where action in ('removed', 'role_changed', 'joined', 'left')
      and subject = (select username from accounts where id = ${accountId})`.execute(tx);
  await raw`
    update channel_log set subject = '' where action in ('invited', 'invitation_revoked')
      and lower(subject) = (select lower(email) from accounts where id = ${accountId})`.execute(tx);
}

type ChannelEntry = { channelId: string; actorId: string; action: ChannelAction; subject: string };

/** Writes an entry in the log of a channel that several people run; nothing for others. */
export async function recordChannelLog(sql: Sql, { channelId, actorId, action, subject }: ChannelEntry): Promise<void> {
  await raw`
    insert into channel_log (id, channel_id, actor_id, action, subject)
    select uuidv7(), ${channelId}::uuid, ${actorId}::uuid, ${action}, ${subject}
    where exists (select from channel_members where channel_id = ${channelId})
      or exists (select from channel_invitations where channel_id = ${channelId})
      or exists (select from channel_log where channel_id = ${channelId})`.execute(sql);
}

type LogRow = { id: string; actor: string | null; action: string; subject: string; at: Date; position: Position };

/** Newest first. */
export async function selectChannelLog(sql: Sql, channelId: string, range: PageRange): Promise<LogRow[]> {
  const isAfter = range.after ? raw`and l.id < ${range.after[1]}::uuid` : raw``;
  const { rows } = await raw<Omit<LogRow, "position">>`
    select l.id, a.username as actor, l.action, l.subject, l.at
    from channel_log l left join accounts a on a.id = l.actor_id and a.erased_at is null
    where l.channel_id = ${channelId} ${isAfter}
    order by l.id desc limit ${range.limit} offset ${range.offset}`.execute(sql);
  return rows.map((row) => ({ ...row, position: ["", row.id] }));
}

/** Counts at most `most`. */
export async function countChannelLog(sql: Sql, channelId: string, most: number): Promise<number> {
  const { rows } = await raw<{ total: number }>`
    select count(*)::integer as total from (
      select from channel_log where channel_id = ${channelId} limit ${most}) counted`.execute(sql);
  return rows[0]?.total ?? 0;
}
