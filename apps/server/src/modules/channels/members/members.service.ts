import { hasPermission, type MemberRole } from "@app/contract/channel-roles";
import { shortenEmail } from "@app/contract/formats";
import type { AccountId, ChannelId } from "@app/contract/ids";
import {
  CHANNEL_LOG_MAX,
  type ChannelAction,
  INVITATION_DAYS,
  INVITATIONS_PER_DAY,
  MEMBERS_MAX,
  TEAM_MESSAGES,
  type Team,
  type teamRoutes,
} from "@app/contract/teams";
import { z } from "zod";
import { hasBlocked } from "#modules/channels/blocks/blocks.sql.ts";
import { lockChannels } from "#modules/channels/channels/channels.service.ts";
import { emailKey, requireDailyLimit } from "#modules/identity/index.ts";
import { newId } from "#platform/clock.ts";
import { hashToken, newToken } from "#platform/crypto/secrets.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError, notFound } from "#platform/errors.ts";
import { sendEmail } from "#platform/mail/send-email.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import { type PageQuery, readPage } from "#platform/pagination.ts";
import type { Member, Viewer } from "#platform/viewer.ts";
import { canManage, canManageItem } from "./members.policy.ts";
import {
  closeInvitation,
  countChannelLog,
  countMembers,
  type InvitationRow,
  insertInvitation,
  recordChannelLog,
  selectAnyInvitation,
  selectByEmail,
  selectChannelLog,
  selectInvitation,
  selectName,
  selectOpenInvitations,
  selectPeople,
  selectRole,
  selectTeam,
  type TeamRow,
  upsertMember,
} from "./members.sql.ts";
import { renderInvitationEmail } from "./team-mails.presenter.ts";

type Data<Name extends keyof typeof teamRoutes> = z.input<(typeof teamRoutes)[Name]["data"]>;

type ManagedItem = { channel_id: string; owner_id: string; uploaded_by: string | null; title: string };

/** In the log of a channel that several people run. Staff have the audit log. */
export async function recordItemLog(tx: Tx, viewer: Viewer, item: ManagedItem, action: ChannelAction): Promise<void> {
  if (viewer === null || !canManageItem(viewer, item)) return;
  await recordChannelLog(tx, {
    channelId: item.channel_id,
    subject: item.title,
    actorId: viewer.accountId,
    action,
  });
}

/** A channel that this person runs, alone or with others. @throws AppError `not_found` */
export async function requireTeam(sql: Sql, member: Member, id: ChannelId): Promise<TeamRow & { isOwner: boolean }> {
  const team = await selectTeam(sql, id);
  if (!team || !canManage(member, { channel_id: id, owner_id: team.owner_id }, "upload")) throw notFound();
  return { ...team, isOwner: canManage(member, { channel_id: id, owner_id: team.owner_id }, "manage_members") };
}

/** @throws AppError `not_found` for everybody but the owner */
export async function requireOwnTeam(sql: Sql, member: Member, id: ChannelId): Promise<TeamRow> {
  const team = await requireTeam(sql, member, id);
  if (!team.isOwner) throw notFound();
  return team;
}

/** For work begun earlier: whether the person may still change this item under the channel's team roles. */
export async function mayStillEdit(
  tx: Tx,
  accountId: string,
  item: { channel_id: string; uploaded_by: string | null },
): Promise<boolean> {
  const role = await selectRole(tx, item.channel_id, accountId);
  if (role === null || role === "owner") return role === "owner";
  return hasPermission(role, item.uploaded_by === accountId ? "edit_own" : "edit_all");
}

/** @throws AppError `not_found` */
export async function showTeam(
  deps: Pick<Deps, "sql" | "config">,
  member: Member,
  id: ChannelId,
): Promise<Data<"show">> {
  const team = await requireTeam(deps.sql, member, id);
  const people = await selectPeople(deps.sql, id);
  const invitations = team.isOwner ? await selectOpenInvitations(deps.sql, id) : [];
  return {
    channel: { id: team.id, name: team.name },
    people: people.map(({ profile_key, role, joined_at, ...person }) => ({
      ...person,
      profile_url: publicMediaUrl(deps.config, smallKeyOf(profile_key)),
      role: role as Team["people"][number]["role"],
      joined_at: joined_at.toISOString(),
      is_you: person.id === member.accountId,
    })),
    invitations: invitations.map(({ id: invitationId, email, role, expires_at }) => ({
      id: invitationId,
      email,
      role: role as MemberRole,
      expires_at: expires_at.toISOString(),
    })),
    can: { manage_members: team.isOwner && isRunByTeams(team), remove_members: team.isOwner, leave: !team.isOwner },
  };
}

export function isRunByTeams({ plan }: TeamRow): boolean {
  return plan === "Team" || plan === "Organization";
}

/** @throws AppError `not_found` */
export async function listLog(
  deps: Pick<Deps, "sql" | "secrets">,
  member: Member,
  id: ChannelId,
  query: PageQuery,
): Promise<Data<"log">> {
  const team = await requireTeam(deps.sql, member, id);
  const { rows, pagination } = await readPage(deps, {
    name: `channel log ${id}`,
    maxRows: CHANNEL_LOG_MAX,
    query,
    read: (range) => selectChannelLog(deps.sql, id, range),
    count: () => countChannelLog(deps.sql, id, CHANNEL_LOG_MAX),
  });
  return {
    entries: rows.map(({ id: entryId, actor, action, subject, at }) => ({
      id: entryId,
      actor,
      action,
      at: at.toISOString(),
      // Only the owner sees the addresses that were invited.
      subject: action.startsWith("invit") && !team.isOwner ? "" : subject,
    })),
    pagination,
  };
}

type Invited = { email: string; role: MemberRole };

/**
 * Emails a link, which works for seven days with the account of that address.
 * @throws AppError `not_found` not the owner; `conflict` not a team's channel, or full; `invalid_input` a member
 * already, or blocked; `too_many_requests`
 */
export async function invite(
  deps: Pick<Deps, "sql" | "secrets" | "config" | "now">,
  owner: Member,
  id: ChannelId,
  { email, role }: Invited,
): Promise<void> {
  const team = await requireOwnTeam(deps.sql, owner, id);
  if (!isRunByTeams(team)) throw new AppError("conflict", TEAM_MESSAGES.notATeam);
  const known = await selectByEmail(deps.sql, emailKey(email), id);
  if (known?.id === owner.accountId) throw fieldError("email", TEAM_MESSAGES.own);
  if (known !== null && known.role !== null) throw fieldError("email", TEAM_MESSAGES.already);
  if (known !== null && (await hasBlocked(deps.sql, { blockerId: owner.accountId, blockedId: known.id })))
    throw fieldError("email", TEAM_MESSAGES.blocked);
  const limit = { max: INVITATIONS_PER_DAY, sentence: TEAM_MESSAGES.tooManyInvitations };
  await requireDailyLimit(deps, "team-invitation", owner.accountId, limit);
  const token = newToken();
  await inTransaction(deps.sql, async (tx) => {
    await lockChannels(tx, [id]);
    const waiting = (await selectOpenInvitations(tx, id)).filter((one) => one.email_key !== emailKey(email));
    if ((await countMembers(tx, id)) + waiting.length >= MEMBERS_MAX)
      throw new AppError("conflict", TEAM_MESSAGES.tooMany);
    await insertInvitation(tx, {
      id: newId(z.uuid()),
      channelId: id,
      email,
      emailKey: emailKey(email),
      role,
      tokenHash: hashToken(token),
      invitedBy: owner.accountId,
      days: INVITATION_DAYS,
    });
    await recordChannelLog(tx, { channelId: id, actorId: owner.accountId, action: "invited", subject: email });
    // Who blocked the owner hears nothing from them, and the owner does not learn of the block.
    if (known !== null && (await hasBlocked(tx, { blockerId: known.id, blockedId: owner.accountId }))) return;
    const invitedBy = await selectName(tx, owner.accountId);
    const url = `${deps.config.publicUrl}/team-invitation/${token}`;
    await sendEmail(deps, tx, renderInvitationEmail({ email, channel: team.name, invitedBy, role, url }));
  });
}

/** @throws AppError `not_found` no open invitation to the caller's channel */
export async function revokeInvitation(deps: Pick<Deps, "sql">, owner: Member, id: string): Promise<void> {
  const found = await selectInvitation(deps.sql, { id });
  if (!found || found.owner_id !== owner.accountId) throw notFound();
  await inTransaction(deps.sql, async (tx) => {
    if (!(await closeInvitation(tx, id, "revoked_at"))) throw notFound();
    const { channel_id: channelId, email: subject } = found;
    await recordChannelLog(tx, { channelId, actorId: owner.accountId, action: "invitation_revoked", subject });
  });
}

/** @throws AppError `gone` answered, taken back or expired */
async function requireInvitation(sql: Sql, token: string): Promise<InvitationRow> {
  const found = await selectInvitation(sql, { tokenHash: hashToken(token) });
  if (!found) throw new AppError("gone", TEAM_MESSAGES.gone);
  return found;
}

/** For whoever has the link. @throws AppError `gone`, but not to somebody who is part of the team */
export async function showInvitation(
  deps: Pick<Deps, "sql">,
  viewer: Viewer,
  token: string,
): Promise<Data<"invitation">> {
  const found = await selectAnyInvitation(deps.sql, hashToken(token));
  const joined = viewer?.memberships.find(({ channelId }) => channelId === found?.channel_id);
  if (!found || !(found.is_usable || joined)) throw new AppError("gone", TEAM_MESSAGES.gone);
  const invited = await selectByEmail(deps.sql, found.email_key, found.channel_id);
  return {
    channel: found.channel,
    invited_by: found.invited_by,
    role: found.role as MemberRole,
    email: shortenEmail(found.email),
    is_yours: viewer !== null && invited?.id === viewer.accountId,
    joined_id: joined?.channelId ?? null,
  };
}

/**
 * To a blocked person the channel does not exist.
 * @throws AppError `conflict` they blocked the owner; `gone` the owner blocked them
 */
async function requireNoBlock(tx: Tx, accountId: string, ownerId: string): Promise<void> {
  if (await hasBlocked(tx, { blockerId: accountId, blockedId: ownerId }))
    throw new AppError("conflict", TEAM_MESSAGES.blockedOwner);
  if (await hasBlocked(tx, { blockerId: ownerId, blockedId: accountId }))
    throw new AppError("gone", TEAM_MESSAGES.gone);
}

/** @throws AppError `gone`; `not_allowed` signed in with another address; `conflict` they blocked the owner */
export async function acceptInvitation(
  deps: Pick<Deps, "sql">,
  member: Member,
  token: string,
): Promise<Data<"accept">> {
  return inTransaction(deps.sql, async (tx) => {
    const { id, channel_id, channel, owner_id, email_key, role } = await requireInvitation(tx, token);
    const invited = await selectByEmail(tx, email_key, channel_id);
    if (invited?.id !== member.accountId) throw new AppError("not_allowed", TEAM_MESSAGES.otherAddress);
    await lockChannels(tx, [channel_id]);
    if (!(await closeInvitation(tx, id, "accepted_at"))) {
      // Another click came first, which joined, or the owner, who revoked it.
      const now = await selectByEmail(tx, email_key, channel_id);
      if (!now?.role) throw new AppError("gone", TEAM_MESSAGES.gone);
      return { id: channel_id, name: channel };
    }
    await requireNoBlock(tx, member.accountId, owner_id);
    await upsertMember(tx, channel_id, member.accountId, role as MemberRole);
    const subject = await selectName(tx, member.accountId);
    await recordChannelLog(tx, { channelId: channel_id, actorId: member.accountId, action: "joined", subject });
    return { id: channel_id, name: channel };
  });
}

/** Without an invitation, for the demo world. */
export async function addMember(
  tx: Tx,
  { id, account }: { id: ChannelId; account: AccountId },
  role: MemberRole,
): Promise<void> {
  await upsertMember(tx, id, account, role);
  const subject = await selectName(tx, account);
  await recordChannelLog(tx, { channelId: id, actorId: account, action: "joined", subject });
}
