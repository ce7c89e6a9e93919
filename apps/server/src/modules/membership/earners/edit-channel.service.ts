import type { AccountId, ChannelId } from "@app/contract/ids";
import type { profileRoutes } from "@app/contract/profile";
import type { z } from "zod";
import {
  type ChannelChanges,
  canManage,
  recordChannelLog,
  requireChannelOwner,
  updateChannelRow,
} from "#modules/channels/index.ts";
import { lockPerson, readPerson } from "#modules/identity/index.ts";
import { inTransaction, type Sql, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { notFound } from "#platform/errors.ts";
import { publicMediaUrl } from "#platform/media-url.ts";
import type { Member } from "#platform/viewer.ts";
import { purgeReplaced, storeCover, storeProfileImage } from "./pictures.service.ts";

type EditDeps = Pick<Deps, "sql" | "storage" | "config">;
type Data<Name extends "updateChannel" | "uploadChannelCover"> = z.input<(typeof profileRoutes)[Name]["data"]>;
type Changes = z.output<typeof profileRoutes.updateChannel.body>;

const PARTS: Record<keyof ChannelChanges, string> = {
  name: "name",
  bio: "bio",
  profileKey: "picture",
  coverKey: "cover",
};

/** Changes what a channel shows of itself; several people's channels have it in their log. */
export async function saveChannel(
  tx: Tx,
  { channelId, actorId }: { channelId: string; actorId: string },
  changes: ChannelChanges,
): Promise<void> {
  const parts = (Object.keys(changes) as (keyof ChannelChanges)[]).map((name) => PARTS[name]);
  if (parts.length === 0) return;
  await updateChannelRow(tx, channelId, changes);
  const subject = `the channel's ${parts.join(" and ")}`;
  await recordChannelLog(tx, { channelId, actorId, action: "channel_edited", subject });
}

/** @throws AppError `not_found` for everybody but the owner and managers; `invalid_input` */
export async function editChannel(
  deps: EditDeps,
  member: Member,
  id: ChannelId,
  { changes, image }: { changes: Changes; image: Buffer | null },
): Promise<Data<"updateChannel">> {
  const ownerId = await requireEditable(deps.sql, member, id);
  const profileKey = await storeProfileImage(deps, ownerId, image);
  const replacedKey = await inTransaction(deps.sql, async (tx) => {
    const owner = await lockPerson(tx, ownerId);
    await saveChannel(tx, { channelId: id, actorId: member.accountId }, toChannelChanges(changes, profileKey));
    return owner.profile_key;
  });
  await purgeReplaced(deps, ownerId, { replacedKey, newKey: profileKey });
  const now = await readPerson(deps.sql, ownerId);
  return {
    name: now.channel_name,
    bio: now.bio,
    profile_url: now.profile_key === null ? null : publicMediaUrl(deps.config, now.profile_key),
  };
}

export function toChannelChanges(
  { channel_name, bio }: { channel_name?: string | undefined; bio?: string | undefined },
  profileKey: string | null,
): ChannelChanges {
  return {
    ...(channel_name === undefined ? {} : { name: channel_name }),
    ...(bio === undefined ? {} : { bio }),
    ...(profileKey === null ? {} : { profileKey }),
  };
}

/** @throws AppError `not_found` for everybody but the owner and managers; `invalid_input` on `cover_image` */
export async function editCover(
  deps: EditDeps,
  member: Member,
  id: ChannelId,
  bytes: Buffer,
): Promise<Data<"uploadChannelCover">> {
  const ownerId = await requireEditable(deps.sql, member, id);
  const coverKey = await storeCover(deps, ownerId, bytes);
  const replacedKey = await inTransaction(deps.sql, async (tx) => {
    const owner = await lockPerson(tx, ownerId);
    await saveChannel(tx, { channelId: id, actorId: member.accountId }, { coverKey });
    return owner.cover_key;
  });
  await purgeReplaced(deps, ownerId, { replacedKey, newKey: coverKey });
  return { cover_url: publicMediaUrl(deps.config, coverKey) };
}

/** Of the caller's own channel. */
export function uploadCover(deps: EditDeps, member: Member, bytes: Buffer): Promise<Data<"uploadChannelCover">> {
  return editCover(deps, member, member.channelId, bytes);
}

async function requireEditable(sql: Sql, member: Member, id: ChannelId): Promise<AccountId> {
  const ownerId = await requireChannelOwner(sql, id);
  if (!canManage(member, { channel_id: id, owner_id: ownerId }, "edit_channel")) throw notFound();
  return ownerId as AccountId;
}
