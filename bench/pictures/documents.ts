import type { ContentItem } from "@app/contract/contents";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { playbook } from "../../apps/server/src/modules/catalog/documents/testing/pdfs.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
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
const PAGES = 20;
const LIMIT_MS = 60_000;

/** From the last byte of a PDF to its first pages and to all of them, and from a click to its first page in a browser. */
export function measureDocuments(settings: Settings): Promise<Row[]> {
  return withProduct(settings, "all", (product) => {
    const database = createDatabase(product.databaseUrl, { connections: 2 });
    return closingAfter(database.close, async () => {
      await addPerson(database, "coach", "Team");
      const category = { name: "Bench", slug: "bench", pictureKey: null, position: 1 };
      const categoryId = await addCategory(database.sql, category);
      const signed = { origin: product.origin, headers: await signIn(product.origin, "coach") };
      const pdf = playbook(PAGES);
      const readable: number[] = [];
      const whole: number[] = [];
      let last: ContentItem | null = null;
      for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
        const made = await publishPdf(signed, pdf, categoryId);
        readable.push(made.readableS);
        whole.push(made.wholeS);
        last = made.item;
      }
      if (!last) throw new Error("no document was published");
      const name = `a document of ${PAGES} pages: last byte to`;
      const clicks = await measureClicks(settings, signed, {
        name: "click on a card of a document to its first page",
        username: "coach",
        type: "document",
        id: last.id,
        large: '[data-page="1"] img',
      });
      return [
        row(`${name} readable`, median(readable), "s", 2),
        row(`${name} all pages`, median(whole), "s"),
        ...clicks,
      ];
    });
  });
}

/** Publishes together with the last byte, like a person who filled in the form meanwhile. */
async function publishPdf(signed: Signed, pdf: Buffer, categoryId: number) {
  const uploadId = await sendBytes(signed, pdf, { name: "playbook.pdf", type: "document" });
  const startedMs = performance.now();
  const elapsedS = () => (performance.now() - startedMs) / 1_000;
  const { id } = await publish(signed, uploadId, categoryId, { type: "document" });
  const timing = { everyMs: 20, limitMs: LIMIT_MS };
  const opened = await waitFor(signed, id, ({ document }) => (document?.pages.length ?? 0) > 0, timing);
  await (await fetch(new URL(firstPage(opened), signed.origin))).arrayBuffer();
  const readableS = elapsedS();
  const item = await waitFor(signed, id, ({ state }) => state === "ready", timing);
  return { readableS, wholeS: elapsedS(), item };
}

function firstPage({ document }: ContentItem): string {
  return document?.pages[0]?.images.large ?? "";
}
