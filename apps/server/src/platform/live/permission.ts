import type { AccountId } from "@app/contract/ids";
import { LIVE_KEY, toUserRoom } from "@app/contract/live";
import { z } from "zod";
import type { Deps } from "../deps.ts";
import type { Member } from "../viewer.ts";
import type { JoinRequest } from "./connection.ts";
import type { RoomMember } from "./rooms.ts";

const PURPOSE = "live";

const channelData = z.strictObject({ account: z.uuid(), device: z.uuid() });

/** Signs the permission to join the member's room. It names the device, so that the connection ends with the device. */
export function signPermission(
  deps: Pick<Deps, "secrets">,
  member: Member,
  socketId: string,
): { auth: string; channel_data: string } {
  const data = JSON.stringify({ account: member.accountId, device: member.deviceRowId });
  const signature = deps.secrets.sign(PURPOSE, toSigned(socketId, toUserRoom(member.accountId), data));
  return { auth: `${LIVE_KEY}:${signature}`, channel_data: data };
}

/** @returns the member who got this permission; null: forged, or for another connection or room */
export function readPermission(
  deps: Pick<Deps, "secrets">,
  socketId: string,
  { channel, auth, channel_data }: JoinRequest,
): RoomMember | null {
  const [key, signature = ""] = auth.split(":");
  const isOurs =
    key === LIVE_KEY && deps.secrets.isSigned(PURPOSE, toSigned(socketId, channel, channel_data), signature);
  if (!isOurs) return null;
  const { account, device } = channelData.parse(JSON.parse(channel_data));
  return channel === toUserRoom(account as AccountId) ? { accountId: account, deviceId: device } : null;
}

/** The Pusher protocol's format for channels with data. */
function toSigned(socketId: string, channel: string, data: string): string {
  return `${socketId}:${channel}:${data}`;
}
