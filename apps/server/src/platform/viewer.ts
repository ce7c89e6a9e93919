import type { Plan, UserType } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { MESSAGES } from "@app/contract/errors";
import type { AccountId, ChannelId } from "@app/contract/ids";
import { AppError } from "./errors.ts";

/** The signed-in account, with the facts that every request needs. */
export type Member = {
  accountId: AccountId;
  channelId: ChannelId;
  deviceRowId: string;
  userType: UserType;
  plan: Plan | null;
  isStaff: boolean;
  /** The earner's plan is no longer paid for. */
  isLapsed: boolean;
};

/** The member who makes the request; null: a visitor. */
export type Viewer = Member | null;

/** @throws AppError `not_signed_in` */
export function requireMember(viewer: Viewer): Member {
  if (!viewer) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return viewer;
}

/**
 * For actions that need a paid plan. Items published earlier stay public.
 * @throws AppError `payment_required`
 */
export function requirePaid(member: Member): void {
  if (member.isLapsed) throw new AppError("payment_required", BILLING_MESSAGES.lapsed);
}

/** @throws AppError `not_signed_in` visitor; `not_allowed` General User */
export function requireEarner(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (member.plan === null) throw new AppError("not_allowed", MESSAGES.notAllowed);
  return member;
}
