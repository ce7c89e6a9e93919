import type { ContentItem } from "@app/contract/contents";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { drawPhoto } from "../../apps/server/src/testing/pictures.ts";
import { median } from "../median.ts";
import { publish, type Signed, sendBytes, waitFor } from "../pipeline/upload.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, signIn } from "../product/people.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { measureClicks } from "./clicks.ts";

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
const LIMIT_MS = 30_000;

/** From the last byte of a 12-megapixel photo until it is shown, and from a click to it in a browser. */
export function measureImages(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "all", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      await addPerson(database, "painter", "Individual");
      const categoryId = await addCategory(database.sql, {
        name: "Bench",
        slug: "bench",
        pictureKey: null,
        position: 1,
      });
      const signed = { origin: product.origin, headers: await signIn(product.origin, "painter") };
      const photo = await drawPhoto(4_000, 3_000);
      const tookS: number[] = [];
      let last: ContentItem | null = null;
      for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
        const shown = await publishPhoto(signed, photo, categoryId);
        tookS.push(shown.tookS);
        last = shown.item;
      }
      if (!last) throw new Error("no photo was published");
      const shown = row("a photo of 12 million pixels: last byte to shown", median(tookS), "s", 1);
      // The last and smallest files, which its visitors get from then on.
      await waitFor(signed, last.id, isDrawn, { everyMs: 200, limitMs: LIMIT_MS });
      const clicks = await measureClicks(settings, signed, {
        name: "click on a card of images to the picture",
        username: "painter",
        type: "image",
        id: last.id,
        large: "[aria-label=Images] img[fetchpriority=high]",
      });
      return [shown, ...clicks];
    });
  });
}

/**
 * Publishes together with the last byte, like a person who filled in the form meanwhile. Our own page first waits for
 * the check of the file.
 */
async function publishPhoto(signed: Signed, photo: Buffer, categoryId: number) {
  const uploadId = await sendBytes(signed, photo, { name: "photo.jpg", type: "image" });
  const startedMs = performance.now();
  const image = { upload_id: uploadId, caption: "", alt: "", rotation: 0, crop: null };
  const { id } = await publish(signed, uploadId, categoryId, { type: "image", images: [image] });
  const item = await waitFor(signed, id, ({ state }) => state === "ready", { everyMs: 20, limitMs: LIMIT_MS });
  const picture = await fetch(new URL(widestWebp(item), signed.origin));
  await picture.arrayBuffer();
  return { item, tookS: (performance.now() - startedMs) / 1_000 };
}

function isDrawn(item: ContentItem): boolean {
  return item.images[0]?.files.some(({ format }) => format === "avif") ?? false;
}

function widestWebp(item: ContentItem): string {
  return item.images[0]?.files.findLast(({ format }) => format === "webp")?.url ?? "";
}
