import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Deps } from "#platform/deps.ts";
import { openTurns } from "#platform/turns.ts";
import type { ShareCard } from "./share-card.ts";
import { shareFolder } from "./share-folder.policy.ts";

/** To be raised when `draw-share-card.ts` draws otherwise. */
const DRAWING = 3;

const AT_ONCE = 2;
const WAITING_MAX = 20;
const take = openTurns(AT_ONCE, WAITING_MAX);
const drawing = new Map<string, Promise<Buffer>>();

/** Where a card's picture is fetched; another card of the same thing has another address, so it may be kept a while. */
export function sharePicturePath(card: ShareCard): string {
  return `/share/${card.kind}/${card.id}-${hashCard(card)}.jpg`;
}

export function hashCard(card: ShareCard): string {
  return createHash("sha256")
    .update(JSON.stringify([DRAWING, card]))
    .digest("hex")
    .slice(0, 16);
}

/**
 * The picture of a card; drawn when it is first asked for, once however many ask.
 * @throws AppError `unavailable` when too many others are being drawn
 */
export async function createSharePicture(deps: Pick<Deps, "storage">, card: ShareCard): Promise<Readable | Buffer> {
  const folder = shareFolder(card.kind, card.id);
  const key = `${folder}${hashCard(card)}.jpg`;
  const known = await deps.storage.read(key);
  if (known) return known;
  const running = drawing.get(key) ?? take(() => draw(deps, card, folder, key)).finally(() => drawing.delete(key));
  drawing.set(key, running);
  return running;
}

async function draw(deps: Pick<Deps, "storage">, card: ShareCard, folder: string, key: string): Promise<Buffer> {
  // Loaded with the first picture: a server that is asked for none stays smaller.
  const { drawShareCard } = await import("./draw-share-card.ts");
  const [ground, avatar] = await Promise.all([fetch(deps, card.groundKey), fetch(deps, card.avatarKey)]);
  const picture = await drawShareCard(card, { ground, avatar });
  await deps.storage.put(key, picture, { contentType: "image/jpeg" });
  // Of what it showed before.
  for (const other of await deps.storage.list(folder)) if (other !== key) await deps.storage.remove(other);
  return picture;
}

async function fetch(deps: Pick<Deps, "storage">, key: string | null): Promise<Buffer | null> {
  const body = key === null ? null : await deps.storage.read(key);
  if (!body) return null;
  const parts: Buffer[] = [];
  for await (const chunk of body) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts);
}
