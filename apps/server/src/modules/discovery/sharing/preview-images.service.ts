import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { events } from "@app/contract/events";
import { channelId, contentId } from "@app/contract/ids";
import { findCategory } from "#modules/catalog/index.ts";
import { findInviter } from "#modules/earnings/index.ts";
import type { Deps } from "#platform/deps.ts";
import { defineJob } from "#platform/jobs/jobs.ts";
import { limitConcurrency } from "#platform/pictures/redraw-picture.ts";
import {
  HOME_PREVIEW,
  type PreviewImage,
  previewImageFolder,
  toCategoryPreview,
  toChannelPreview,
  toInvitationPreview,
  toItemPreview,
} from "./preview-images.presenter.ts";
import { type SharedChannel, selectCodesOf, selectSharedChannel, selectSharedItem } from "./sharing.sql.ts";

type PurgeDeps = Pick<Deps, "sql" | "storage">;

/** Increase this when `draw-preview-image.ts` changes what it draws. */
const DRAWING_VERSION = 3;

const DRAWN_AT_ONCE_MAX = 2;

const WAITING_MAX = 20;

const limit = limitConcurrency(DRAWN_AT_ONCE_MAX, WAITING_MAX);

const drawing = new Map<string, Promise<Buffer>>();

type SharingDeps = Pick<Deps, "sql" | "pool">;

const FINDERS = {
  item: async (deps, id) => {
    const item = contentId.safeParse(id).success ? await selectSharedItem(deps.sql, id) : null;
    return item?.is_indexed ? toItemPreview(item) : null;
  },
  channel: async (deps, id) => {
    const channel = channelId.safeParse(id).success ? await selectSharedChannel(deps.sql, id) : null;
    return channel?.is_indexed ? toChannelPreview(channel) : null;
  },
  category: async (deps, id) => {
    const category = /^\d{1,9}$/.test(id) ? await findCategory(deps.pool, Number(id)) : null;
    return category && toCategoryPreview(category);
  },
  invitation: async (deps, code) => {
    const invitation = await findInvitation(deps, code);
    return invitation && toInvitationPreview(invitation.channel, invitation.code);
  },
  page: async (_deps, id) => (id === HOME_PREVIEW.id ? HOME_PREVIEW : null),
} satisfies Record<PreviewKind, (deps: SharingDeps, id: string) => Promise<PreviewImage | null>>;

export type PreviewKind = PreviewImage["kind"];

export function isPreviewKind(text: string): text is PreviewKind {
  return Object.hasOwn(FINDERS, text);
}

/** The image of a shared thing; null for anything strangers may not see. */
export function findPreviewImage(deps: SharingDeps, kind: PreviewKind, id: string): Promise<PreviewImage | null> {
  return FINDERS[kind](deps, id);
}

/** The inviter behind a working referral link, if strangers may see them. */
export async function findInvitation(
  deps: SharingDeps,
  typed: string,
): Promise<{ code: string; channel: SharedChannel } | null> {
  const inviter = await findInviter(deps.sql, typed);
  const channel = inviter && (await selectSharedChannel(deps.sql, inviter.channelId));
  return inviter && channel?.is_indexed ? { code: inviter.code, channel } : null;
}

/** The URL of an image. A changed one gets a new URL, so it may be cached for a while. */
export function previewImagePath(image: PreviewImage): string {
  return `/share/${image.kind}/${image.id}-${hashPreview(image)}.jpg`;
}

export function hashPreview(image: PreviewImage): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING_VERSION, image]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The file of an image. It is drawn on first request, once even for concurrent requests.
 * @throws AppError `unavailable` if too many others are being drawn
 */
export async function loadOrDrawPreviewImage(
  deps: Pick<Deps, "storage">,
  image: PreviewImage,
): Promise<Readable | Buffer> {
  const folder = previewImageFolder(image.kind, image.id);
  const key = `${folder}${hashPreview(image)}.jpg`;
  const known = await deps.storage.read(key);
  if (known) return known;
  const running = drawing.get(key) ?? limit(() => draw(deps, image, folder, key)).finally(() => drawing.delete(key));
  drawing.set(key, running);
  return running;
}

async function draw(deps: Pick<Deps, "storage">, image: PreviewImage, folder: string, key: string): Promise<Buffer> {
  // Loaded with the first picture, so servers without requests use less memory.
  const { drawPreviewImage } = await import("./draw-preview-image.ts");
  const [ground, avatar] = await Promise.all([readStored(deps, image.groundKey), readStored(deps, image.avatarKey)]);
  const picture = await drawPreviewImage(image, { ground, avatar });
  await deps.storage.put(key, picture, { contentType: "image/jpeg" });
  // Pictures of earlier versions.
  for (const other of await deps.storage.list(folder)) if (other !== key) await deps.storage.remove(other);
  return picture;
}

async function readStored(deps: Pick<Deps, "storage">, key: string | null): Promise<Buffer | null> {
  const body = key === null ? null : await deps.storage.read(key);
  if (!body) return null;
  const parts: Buffer[] = [];
  for await (const chunk of body) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}

/** Deletes the preview pictures of an item. */
export function purgePreviewsOfItem(deps: Pick<Deps, "storage">, id: string): Promise<void> {
  return deps.storage.removePrefix(previewImageFolder("item", id));
}

/** Deletes the preview pictures of a person: of their channel and their invitations. */
export async function erasePreviewsOfPerson(deps: PurgeDeps, accountId: string, channelId: string): Promise<void> {
  await deps.storage.removePrefix(previewImageFolder("channel", channelId));
  for (const code of await selectCodesOf(deps.sql, accountId))
    await deps.storage.removePrefix(previewImageFolder("invitation", code));
}

export const purgePreviewImagesJob = defineJob({
  name: "sharing:purge-pictures",
  lane: "bulk",
  payload: events["content.purged"],
  attempts: 8,
  timeoutMs: 5 * 60_000,
  run: (deps, { content_id }) => purgePreviewsOfItem(deps, content_id),
});
