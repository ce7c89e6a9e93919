import { createHash } from "node:crypto";
import { seedOf } from "@app/demo-media/drawing/random";
import { drawStill } from "@app/demo-media/render-scene";
import { findCategoryBySlug, publishStoredImages } from "#modules/catalog/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import { inTransaction } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { addDemoViews } from "./demo-views.service.ts";
import { IMAGE_SETS } from "./world/image-sets.ts";

type ImageDeps = Pick<Deps, "sql" | "storage" | "now" | "config">;

const DAY_MS = 24 * 3_600_000;

/** Draws a set of pictures and publishes it. Safe to repeat. */
export async function makeDemoImages(deps: ImageDeps, index: number): Promise<void> {
  const set = IMAGE_SETS[index];
  if (!set) return;
  const owner = await findAccountByUsername(deps.sql, set.channel);
  const category = await findCategoryBySlug(deps.sql, set.category);
  if (!owner || !category) throw new Error(`the demo world lacks ${set.channel} or ${set.category}`);
  const content = await publishStoredImages(deps, owner.channel_id, {
    key: createHash("sha256").update(`demo images ${index}`).digest("hex").slice(0, 30),
    publishedAt: new Date(deps.now().getTime() - set.ageDays * DAY_MS),
    fields: {
      type: "image",
      title: set.title,
      description: set.description,
      category_id: category.id,
      tags: [...set.tags],
      visibility: "public",
      comments_open: true,
      downloads_open: true,
    },
    images: set.images.map(({ alt, caption, ...still }, at) => ({
      ...{ alt, caption, fileName: `${set.scene}-${at + 1}.jpg` },
      bytes: drawStill({ ...set, ...still }),
    })),
  });
  if (!content) return;
  const item = { ...set, seed: seedOf(`views of ${set.title}`) };
  await inTransaction(deps.sql, (tx) => addDemoViews(deps, tx, content.id, item));
}
