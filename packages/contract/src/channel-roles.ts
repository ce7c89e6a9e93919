/** Roles that one can be invited to. The owner is the account that pays for the plan. */
export const MEMBER_ROLES = ["manager", "uploader"] as const;
export type MemberRole = (typeof MEMBER_ROLES)[number];

/** Names the team's channel that a request is for. Routes that know it say what a member must be allowed to do (`permission`). */
export const CHANNEL_HEADER = "x-channel";

/** What people who run a channel can do for it. */
export const CHANNEL_PERMISSIONS = [
  "upload",
  "edit_own",
  "edit_all",
  "moderate",
  "see_numbers",
  "edit_channel",
  "manage_members",
  "manage_money",
] as const;
export type ChannelPermission = (typeof CHANNEL_PERMISSIONS)[number];

/** What each role may do; the owner may do everything. */
const PERMISSIONS: Record<MemberRole, readonly ChannelPermission[]> = {
  manager: ["upload", "edit_own", "edit_all", "moderate", "see_numbers", "edit_channel"],
  uploader: ["upload", "edit_own"],
};

export function hasPermission(role: MemberRole, permission: ChannelPermission): boolean {
  return PERMISSIONS[role].includes(permission);
}
