import type { Plan, UserType } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { type ChannelPermission, hasPermission, type MemberRole } from "@app/contract/channel-roles";
import { MESSAGES } from "@app/contract/errors";
import type { AccountId, ChannelId } from "@app/contract/ids";
import { TEAM_MESSAGES } from "@app/contract/teams";
import { AppError } from "./errors.ts";

/** The signed-in account, with the facts that every request needs. */
export type Member = {
  accountId: AccountId;
  channelId: ChannelId;
  deviceRowId: string;
  userType: UserType;
  plan: Plan | null;
  /** A moderator or an admin, with two-factor sign-in. */
  isStaff: boolean;
  /** An admin, with two-factor sign-in. */
  isAdmin: boolean;
  /** Has a staff role, which counts for nothing before two-factor sign-in is on. */
  mustEnableTwoFactor: boolean;
  /** The earner's plan is no longer paid for. */
  isLapsed: boolean;
  /** Whether this person blocked somebody, or somebody them. Most have not, and their lists leave nobody out. */
  hasBlocks: boolean;
  /** The channels of others that this person helps to run. */
  memberships: readonly Membership[];
  /** The one of them that the request is for; null: their own channel. Only on routes that know of it (`Route.permission`). */
  acting: Membership | null;
};

/** A role in somebody else's channel, with the state of its owner's plan. */
export type Membership = {
  channelId: ChannelId;
  ownerId: AccountId;
  role: MemberRole;
  plan: Plan | null;
  isLapsed: boolean;
};

/** The channel that a request is for: the caller's own, or that of a team. */
export function channelOf(member: Member): Omit<Membership, "role"> {
  const { accountId: ownerId, channelId, plan, isLapsed } = member;
  return member.acting ?? { ownerId, channelId, plan, isLapsed };
}

/** The member who makes the request; null: a visitor. */
export type Viewer = Member | null;

/** @returns the member acting for this channel, their own or that of a team; unchanged if they have no role in it */
export function actingFor(member: Member, channelId: string): Member {
  if (member.channelId === channelId) return { ...member, acting: null };
  return { ...member, acting: member.memberships.find((one) => one.channelId === channelId) ?? member.acting };
}

/**
 * @param channel the header that names a channel
 * @returns the member, acting for the channel of a team if it is not their own
 * @throws AppError `not_found` they have no role there, or one that may not do this
 */
export function requireActingFor(
  viewer: Viewer,
  channel: string | string[] | undefined,
  permission: ChannelPermission,
): Viewer {
  if (viewer === null || channel === undefined || channel === viewer.channelId) return viewer;
  const acting = viewer.memberships.find(({ channelId }) => channelId === channel);
  if (!acting || !hasPermission(acting.role, permission)) throw new AppError("not_found", MESSAGES.notFound);
  return { ...viewer, acting };
}

/** The account whose blocks a list leaves out, as `block_pairs.account_id`; null: nobody is left out. */
export function blocksOf(viewer: Viewer): string | null {
  return viewer?.hasBlocks ? viewer.accountId : null;
}

/** @throws AppError `not_signed_in` */
export function requireMember(viewer: Viewer): Member {
  if (!viewer) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return viewer;
}

/**
 * Not found rather than forbidden, so that the routes of staff are not revealed.
 * @throws AppError `not_found` everybody else; `two_factor_required` staff without two-factor sign-in
 */
export function requireStaff(viewer: Viewer, access: "staff" | "admin"): Member {
  if (viewer?.mustEnableTwoFactor) throw new AppError("two_factor_required", MESSAGES.staffTwoFactor);
  if (!viewer?.isStaff || (access === "admin" && !viewer.isAdmin)) throw new AppError("not_found", MESSAGES.notFound);
  return viewer;
}

/**
 * For actions that need a paid plan. Items published earlier stay public.
 * @throws AppError `payment_required`
 */
export function requirePaid(member: Member): void {
  if (!channelOf(member).isLapsed) return;
  throw new AppError("payment_required", member.acting ? TEAM_MESSAGES.lapsed : BILLING_MESSAGES.lapsed);
}

/** @throws AppError `not_signed_in` visitor; `not_allowed` General User */
export function requireEarner(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (channelOf(member).plan === null) throw new AppError("not_allowed", MESSAGES.notAllowed);
  return member;
}

/** An earner or staff. @throws AppError `not_signed_in` visitor; `not_allowed` General User */
export function requireEditor(viewer: Viewer): Member {
  return viewer?.isStaff ? viewer : requireEarner(viewer);
}
