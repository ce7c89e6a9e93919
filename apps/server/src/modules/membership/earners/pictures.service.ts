import { randomBytes } from "node:crypto";
import { type PictureId, pictureId } from "@app/contract/ids";
import { COVER_MIN_WIDTH_PX, PROFILE_MESSAGES } from "@app/contract/profile";
import { z } from "zod";
import { storeCoverSizes } from "#modules/channels/index.ts";
import { findPerson } from "#modules/identity/index.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { AppError, fieldError } from "#platform/errors.ts";
import { defineJob, enqueue } from "#platform/jobs/jobs.ts";
import { workThrough } from "#platform/jobs/work-through.ts";
import { publicMediaUrl, smallKeyOf } from "#platform/media-url.ts";
import { type Frame, redrawPicture, UNUSABLE_PICTURE } from "#platform/pictures/redraw-picture.ts";
import { countNewLogos, deleteLogo, insertLogo, selectUnusedLogos, type UnusedLogo } from "./profiles.sql.ts";

type PictureDeps = Pick<Deps, "sql" | "storage" | "config">;

/** Shown up to 112 CSS pixels wide, at a pixel ratio of up to three. */
const PROFILE: Frame = { widthPx: 336, heightPx: 336, fit: "cover" };
const COVER: Frame = { widthPx: 1920, heightPx: 640, fit: "inside" };
const LOGO: Frame = { widthPx: 256, heightPx: 256, fit: "inside" };
/** A hundred offers and a hundred visits, each replaced once. */
const LOGOS_PER_DAY = 400;

const OWN_PICTURE = /^(profile|cover)-[a-f0-9]{16}(-wide)?\.webp$/;

/**
 * @returns the storage key of the picture
 * @throws AppError `invalid_input` on `profile_image`
 */
export async function storeProfileImage(
  deps: Pick<Deps, "storage" | "config">,
  accountId: string,
  bytes: Buffer | null,
): Promise<string | null> {
  if (!bytes) return null;
  const { webp } = requirePicture("profile_image", await redrawPicture(deps, accountId, bytes, PROFILE));
  return storeProfile(deps, accountId, webp);
}

/** Runs `save` in a transaction. If it fails, deletes the picture that it would have referenced. */
export async function saveWithPicture<T>(
  deps: Pick<Deps, "sql" | "storage">,
  key: string | null,
  save: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(deps.sql, save);
  } catch (error) {
    if (key !== null) await deps.storage.remove(key);
    throw error;
  }
}

/** @throws AppError `invalid_input` on `cover_image`: not a picture, or too narrow */
export async function storeCover(
  deps: Pick<Deps, "storage" | "config">,
  accountId: string,
  bytes: Buffer,
): Promise<string> {
  const { webp, widthPx } = requirePicture("cover_image", await redrawPicture(deps, accountId, bytes, COVER));
  if (widthPx < COVER_MIN_WIDTH_PX) throw fieldError("cover_image", PROFILE_MESSAGES.coverTooSmall);
  return storeCoverSizes(deps, `accounts/${accountId}`, { name: `cover-${randomBytes(8).toString("hex")}`, webp });
}

/** @throws AppError `invalid_input` on `logo`; `too_many_requests` */
export async function saveLogo(
  deps: PictureDeps,
  accountId: string,
  bytes: Buffer,
): Promise<{ id: PictureId; url: string }> {
  if ((await countNewLogos(deps.sql, accountId)) >= LOGOS_PER_DAY)
    throw new AppError("too_many_requests", "You have uploaded too many logos today. Please try again tomorrow.", {
      retryAfterS: 3600,
    });
  const { webp } = requirePicture("logo", await redrawPicture(deps, accountId, bytes, LOGO));
  const id = pictureId.parse(randomBytes(16).toString("hex"));
  await deps.storage.put(logoKey(accountId, id), webp, { contentType: "image/webp" });
  await insertLogo(deps.sql, { id, accountId });
  return { id, url: logoUrl(deps, accountId, id) };
}

export function logoUrl(deps: Pick<Deps, "config">, accountId: string, id: string): string {
  return publicMediaUrl(deps.config, logoKey(accountId, id));
}

/** Deletes the row after the file, so that the next run retries a file that could not be deleted. */
export async function purgeUnusedLogos(deps: Pick<Deps, "sql" | "storage" | "log">): Promise<void> {
  await workThrough(deps, {
    failure: "logo could not be deleted",
    next: (after: UnusedLogo | null) => selectUnusedLogos(deps.sql, after?.id ?? null),
    async work({ id, account_id }) {
      await deps.storage.remove(logoKey(account_id, id));
      await deleteLogo(deps.sql, id);
    },
  });
}

/** Deletes a replaced picture. */
export async function purgeReplaced(
  deps: Pick<Deps, "storage">,
  accountId: string,
  { replacedKey, newKey }: { replacedKey: string | null; newKey: string | null },
): Promise<void> {
  if (replacedKey && newKey && replacedKey !== newKey) await removePicture(deps, accountId, replacedKey);
}

/** Pictures of the demo world stay for its next start. */
async function removePicture(deps: Pick<Deps, "storage">, accountId: string, picture: string): Promise<void> {
  if (!OWN_PICTURE.test(picture.slice(`accounts/${accountId}/`.length))) return;
  for (const key of new Set([picture, smallKeyOf(picture)])) await deps.storage.remove(key);
}

/**
 * Deletes, after the commit, the files of pictures that this transaction may have left unused. A picture gets a new key
 * each time, so what the channel does not show then, it never will.
 */
export async function queuePicturePurge(tx: Tx, accountId: string, keys: readonly (string | null)[]): Promise<void> {
  for (const key of new Set(keys)) if (key !== null) await enqueue(tx, purgePictureJob, { account_id: accountId, key });
}

async function purgeUnusedPicture(deps: Pick<Deps, "sql" | "storage">, accountId: string, key: string): Promise<void> {
  const person = await findPerson(deps.sql, accountId);
  if (person?.profile_key !== key) await removePicture(deps, accountId, key);
}

export const purgePictureJob = defineJob({
  name: "earners:purge-picture",
  lane: "short",
  payload: z.object({ account_id: z.uuid(), key: z.string() }),
  attempts: 10,
  timeoutMs: 60_000,
  run: (deps, { account_id, key }) => purgeUnusedPicture(deps, account_id, key),
});

/** Deletes every file of a deleted account. */
export function purgePictures(deps: Pick<Deps, "storage">, accountId: string): Promise<void> {
  return deps.storage.removePrefix(`accounts/${accountId}/`);
}

function logoKey(accountId: string, id: string): string {
  return `accounts/${accountId}/logo-${id}.webp`;
}

function requirePicture<Picture>(field: string, picture: Picture | null): Picture {
  if (!picture) throw fieldError(field, UNUSABLE_PICTURE);
  return picture;
}

/** Each picture gets a new key, because URLs are cached for long. */
async function storeProfile(deps: Pick<Deps, "storage">, accountId: string, webp: Buffer): Promise<string> {
  const key = `accounts/${accountId}/profile-${randomBytes(8).toString("hex")}.webp`;
  await deps.storage.put(key, webp, { contentType: "image/webp" });
  return key;
}
