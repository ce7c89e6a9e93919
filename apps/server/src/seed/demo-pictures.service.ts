import { setTimeout as sleep } from "node:timers/promises";
import { drawAvatar } from "@app/demo-media/pictures/avatar";
import { drawCategoryPicture, drawCover } from "@app/demo-media/pictures/cover";
import { drawCrest } from "@app/demo-media/pictures/crest";
import { addCategory } from "#modules/catalog/index.ts";
import { setChannelPictures, storeCoverSizes } from "#modules/channels/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import type { Deps } from "#platform/deps.ts";
import { EARNERS, FANS } from "./world/people.ts";
import { CATEGORIES } from "./world.ts";

const WEBP = { contentType: "image/webp" };

/** Draws avatars, crests, covers and category pictures. Deterministic, so safe to repeat. */
export async function drawDemoPictures(deps: Pick<Deps, "sql" | "storage">, signal: AbortSignal): Promise<void> {
  for (const [position, { name, slug }] of CATEGORIES.entries()) {
    const pictureKey = `categories/${slug}/picture.webp`;
    await deps.storage.put(pictureKey, drawCategoryPicture(slug), WEBP);
    await addCategory(deps.sql, { name, slug, pictureKey, position });
    await yieldToOthers(signal);
  }
  for (const { username, fullName, plan, seed, sport } of EARNERS) {
    const avatar = plan === "Individual" ? drawAvatar(seed, fullName) : drawCrest(seed, fullName);
    await place(deps, username, { avatar, cover: drawCover(seed, fullName, sport) });
    await yieldToOthers(signal);
  }
  for (const { username, fullName, seed } of FANS) {
    await place(deps, username, { avatar: drawAvatar(seed, fullName), cover: null });
    await yieldToOthers(signal);
  }
}

async function place(
  deps: Pick<Deps, "sql" | "storage">,
  username: string,
  pictures: { avatar: Buffer; cover: Buffer | null },
): Promise<void> {
  const account = await findAccountByUsername(deps.sql, username);
  if (!account) return;
  const folder = `accounts/${account.id}`;
  const profileKey = `${folder}/avatar.webp`;
  await deps.storage.put(profileKey, pictures.avatar, WEBP);
  const coverKey = pictures.cover ? await storeCoverSizes(deps, folder, { name: "cover", webp: pictures.cover }) : null;
  await setChannelPictures(deps.sql, account.channel_id, { profileKey, coverKey });
}

/** Drawing is synchronous, so yield to the worker's other jobs in between. */
async function yieldToOthers(signal: AbortSignal): Promise<void> {
  await sleep(1, undefined, { signal });
}
