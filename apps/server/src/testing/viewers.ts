import { accountId, channelId } from "@app/contract/ids";
import type { Member } from "#platform/viewer.ts";

/** For policies: somebody who is signed in, an earner unless `more` says otherwise. */
export function member(more: Partial<Member> = {}): Member {
  return {
    accountId: accountId.parse("0190a1b2-0000-7000-8000-000000000001"),
    channelId: channelId.parse("0190a1b2-0000-7000-8000-000000000002"),
    deviceRowId: "0190a1b2-0000-7000-8000-000000000003",
    userType: "Fieldhouse",
    plan: "Individual",
    isStaff: false,
    isAdmin: false,
    mustEnableTwoFactor: false,
    isLapsed: false,
    hasBlocks: false,
    memberships: [],
    acting: null,
    ...more,
  };
}

export const OWNER = member();
export const STRANGER = member({ accountId: accountId.parse("0190a1b2-0000-7000-8000-000000000009") });
export const STAFF = member({ ...STRANGER, isStaff: true });
