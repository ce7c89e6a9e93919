import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Deps } from "#platform/deps.ts";
import type { ShareCard } from "./share-card.ts";
import { findShareCard, type ShareKind } from "./share-cards.service.ts";
import { shareFolder } from "./share-folder.policy.ts";

/** To be raised when `draw-share-card.ts` draws otherwise. */
const DRAWING = 1;

/** Where a card's picture is fetched; another card of the same thing has another address, so it may be kept. */
export function sharePicturePath(kind: ShareKind, id: string, card: ShareCard): string {
  return `/share/${kind}/${id}-${cardHash(card)}.jpg`;
}

function cardHash(card: ShareCard): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, card]))
    .digest("hex")
    .slice(0, 16);
}

const drawing = new Map<string, Promise<void>>();

/**
 * The picture of something that may be shared, as it is now; drawn when it is first asked for, once however
 * many ask.
 * @returns null: there is no such thing, or strangers may not know of it
 */
export async function openSharePicture(
  deps: Pick<Deps, "sql" | "storage">,
  kind: ShareKind,
  id: string,
): Promise<{ picture: Readable; hash: string } | null> {
  const card = await findShareCard(deps, kind, id);
  if (!card) return null;
  const hash = cardHash(card);
  const folder = shareFolder(kind, id);
  const key = `${folder}${hash}.jpg`;
  const known = await deps.storage.read(key);
  if (known) return { picture: known, hash };
  const running = drawing.get(key) ?? draw(deps, card, folder, key).finally(() => drawing.delete(key));
  drawing.set(key, running);
  await running;
  const picture = await deps.storage.read(key);
  return picture && { picture, hash };
}

async function draw(deps: Pick<Deps, "storage">, card: ShareCard, folder: string, key: string): Promise<void> {
  // Loaded with the first picture: a server that is asked for none stays smaller.
  const { drawShareCard } = await import("./draw-share-card.ts");
  const [ground, avatar] = await Promise.all([fetch(deps, card.groundKey), fetch(deps, card.avatarKey)]);
  const picture = await drawShareCard(card, { ground, avatar });
  await deps.storage.removePrefix(folder);
  await deps.storage.put(key, picture, { contentType: "image/jpeg" });
}

async function fetch(deps: Pick<Deps, "storage">, key: string | null): Promise<Buffer | null> {
  const body = key === null ? null : await deps.storage.read(key);
  if (!body) return null;
  const parts: Buffer[] = [];
  for await (const chunk of body) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}
