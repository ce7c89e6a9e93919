import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { drawPlaybook } from "@app/demo-media/documents/playbook";
import { seedOf } from "@app/demo-media/drawing/random";
import { drawStill } from "@app/demo-media/render-scene";
import {
  type ContentRow,
  createContent,
  findCategoryBySlug,
  publishStoredImages,
  queueProcessing,
  selectContentOfUpload,
  storeOriginal,
  updateMediaColumns,
} from "#modules/catalog/index.ts";
import { findAccountByUsername } from "#modules/identity/index.ts";
import { createScratch } from "#platform/data-folder.ts";
import { inTransaction, type Tx } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { addDemoViews } from "./demo-videos.service.ts";
import { IMAGE_SETS } from "./world/image-sets.ts";
import { type DemoPlaybook, PLAYBOOKS } from "./world/playbooks.ts";

const DAY_MS = 24 * 3_600_000;
/** The file name that `storeOriginal` expects. */
const SOURCE = "source";

/** Draws the playbooks and sends them through the upload pipeline. Those that exist are left as they are. */
export async function makeDemoDocuments(deps: Deps): Promise<void> {
  for (const playbook of PLAYBOOKS) await makeDemoDocument(deps, playbook);
}

async function makeDemoDocument(deps: Deps, playbook: DemoPlaybook): Promise<void> {
  const uploadId = createHash("sha256").update(`demo document ${playbook.title}`).digest("hex").slice(0, 32);
  const existing = await selectContentOfUpload(deps.sql, uploadId);
  if (existing?.original_key) return;
  const { folder, remove } = await createScratch(deps.config.dataDir);
  try {
    await writeFile(path.join(folder, SOURCE), drawPlaybook(playbook, playbook.seed));
    const content = existing ?? (await inTransaction(deps.sql, (tx) => addItem(deps, tx, { playbook, uploadId })));
    await storeOriginal(deps, content, folder);
    await updateMediaColumns(deps.sql, content.id, { original_name: `${playbook.title}.pdf` });
    await queueProcessing(deps.sql, content);
  } finally {
    await remove();
  }
}

async function addItem(
  deps: Pick<Deps, "now" | "config">,
  tx: Tx,
  { playbook, uploadId }: { playbook: DemoPlaybook; uploadId: string },
): Promise<ContentRow> {
  const owner = await findAccountByUsername(tx, playbook.channel);
  const category = await findCategoryBySlug(tx, playbook.category);
  if (!owner || !category) throw new Error(`the demo world lacks ${playbook.channel} or ${playbook.category}`);
  const fields = {
    type: "document" as const,
    title: playbook.title,
    description: playbook.description,
    category_id: category.id,
    tags: [...playbook.tags],
    visibility: "public" as const,
    comments_open: true,
  };
  const publishedAt = new Date(deps.now().getTime() - playbook.ageDays * DAY_MS);
  const { content } = await createContent(tx, owner.channel_id, fields, { uploadId, publishedAt });
  await addDemoViews(deps, tx, content.id, { ...playbook, seed: seedOf(`views of ${playbook.title}`) });
  return content;
}

type ImageDeps = Pick<Deps, "sql" | "storage" | "now" | "config">;

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
      alt,
      caption,
      fileName: `${set.scene}-${at + 1}.jpg`,
      bytes: drawStill({ ...set, ...still }),
    })),
  });
  if (!content) return;
  const item = { ...set, seed: seedOf(`views of ${set.title}`) };
  await inTransaction(deps.sql, (tx) => addDemoViews(deps, tx, content.id, item));
}
