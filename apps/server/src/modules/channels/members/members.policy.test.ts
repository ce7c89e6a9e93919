import { CHANNEL_PERMISSIONS, type ChannelPermission } from "@app/contract/channel-roles";
import { describe, expect, test } from "vitest";
import { member, OWNER, STRANGER } from "#testing/viewers.ts";
import { canManage, canManageItem } from "./members.policy.ts";

const CHANNEL = { channel_id: OWNER.channelId, owner_id: OWNER.accountId };
const inRole = (role: "manager" | "uploader") =>
  member({
    ...STRANGER,
    memberships: [{ channelId: OWNER.channelId, ownerId: OWNER.accountId, role, plan: "Team", isLapsed: false }],
  });

const MANAGER: ChannelPermission[] = ["upload", "edit_own", "edit_all", "moderate", "see_numbers", "edit_channel"];

describe("what a member may do for a channel", () => {
  test.each([
    ["its owner", OWNER, [...CHANNEL_PERMISSIONS]],
    ["a manager", inRole("manager"), MANAGER],
    ["an uploader", inRole("uploader"), ["upload", "edit_own"]],
    ["somebody else", STRANGER, []],
    ["a visitor", null, []],
  ] as const)("%s", (_, viewer, expected) => {
    expect(CHANNEL_PERMISSIONS.filter((permission) => canManage(viewer, CHANNEL, permission))).toEqual(expected);
  });

  test("a role applies only to its own channel", () => {
    const other = { channel_id: STRANGER.channelId.replace("2", "3"), owner_id: OWNER.accountId.replace("1", "7") };
    expect(canManage(inRole("manager"), other, "upload")).toBe(false);
  });

  test("an uploader changes their own items, a manager all of them", () => {
    const own = { ...CHANNEL, uploaded_by: STRANGER.accountId };
    const others = { ...CHANNEL, uploaded_by: null };
    expect([canManageItem(inRole("uploader"), own), canManageItem(inRole("uploader"), others)]).toEqual([true, false]);
    expect([canManageItem(inRole("manager"), own), canManageItem(inRole("manager"), others)]).toEqual([true, true]);
    expect(canManageItem(STRANGER, own)).toBe(false);
  });
});
