import type { Plan, UserType } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { MESSAGES } from "@app/contract/errors";
import type { AccountId, ChannelId } from "@app/contract/ids";
import { AppError } from "./errors.ts";

/** Who is signed in, as far as every request needs to know. */
export type Member = {
  accountId: AccountId;
  channelId: ChannelId;
  deviceRowId: string;
  userType: UserType;
  plan: Plan | null;
  isStaff: boolean;
  /** An earner whose plan is no longer paid. */
  isLapsed: boolean;
};

/** Whoever asks: a member, or null for a visitor. */
export type Viewer = Member | null;

/** @throws AppError `not_signed_in` */
export function requireMember(viewer: Viewer): Member {
  if (!viewer) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return viewer;
}

/**
 * For what only a paid plan may do; what was published before stays.
 * @throws AppError `payment_required`
 */
export function requirePaid(member: Member): void {
  if (member.isLapsed) throw new AppError("payment_required", BILLING_MESSAGES.lapsed);
}

/** @throws AppError `not_signed_in` a visitor; `not_allowed` a General User */
export function requireEarner(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (member.plan === null) throw new AppError("not_allowed", MESSAGES.notAllowed);
  return member;
}
