import type { Plan, UserType } from "@app/contract/accounts";
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
};

/** Whoever asks: a member, or null for a visitor. */
export type Viewer = Member | null;

/** @throws AppError `not_signed_in` */
export function requireMember(viewer: Viewer): Member {
  if (!viewer) throw new AppError("not_signed_in", MESSAGES.notSignedIn);
  return viewer;
}

/** @throws AppError `not_signed_in` a visitor; `not_allowed` a General User */
export function requireEarner(viewer: Viewer): Member {
  const member = requireMember(viewer);
  if (member.plan === null) throw new AppError("not_allowed", MESSAGES.notAllowed);
  return member;
}
