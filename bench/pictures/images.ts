import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type ContentItem, contentRoutes } from "@app/contract/contents";
import { API_PREFIX, contentHref } from "@app/contract/paths";
import { TUS_PATH } from "@app/contract/uploads";
import type { BrowserContext } from "playwright-core";
import { addCategory } from "../../apps/server/src/modules/catalog/categories/categories.service.ts";
import { createDatabase } from "../../apps/server/src/platform/db/database.ts";
import { drawPhoto } from "../../apps/server/src/testing/pictures.ts";
import { median } from "../median.ts";
import { openBrowser, openProfile, openTab, signInByForm } from "../page/browser.ts";
import { type Signed, waitFor } from "../pipeline/upload.ts";
import { closingAfter } from "../product/open-things.ts";
import { addPerson, PASSWORD, signIn } from "../product/people.ts";
import { withProduct } from "../product/with-product.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";

const ROUNDS = 7;
const QUICK_ROUNDS = 3;
const LIMIT_MS = 30_000;
/** How long a page may fetch ahead before somebody clicks. */
const CALM_MS = 1_000;
const TUS = { "tus-resumable": "1.0.0" };

/** From the last byte of a photo of 12 million pixels to its picture, and from a click to it in a browser. */
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
      return [shown, ...(await measureClicks(settings, signed, last))];
    });
  });
}

/** The form is published together with the last byte, as somebody does who has filled it in meanwhile. */
async function publishPhoto(signed: Signed, photo: Buffer, categoryId: number) {
  const { origin, headers } = signed;
  const encode = (text: string) => Buffer.from(text).toString("base64");
  const begun = await fetch(origin + TUS_PATH, {
    method: "POST",
    headers: {
      ...headers,
      ...TUS,
      "upload-length": String(photo.length),
      "upload-metadata": `filename ${encode("photo.jpg")},type ${encode("image")}`,
    },
  });
  const uploadId = begun.headers.get("location")?.split("/").at(-1) ?? "";
  await fetch(`${origin}${TUS_PATH}/${uploadId}`, {
    method: "PATCH",
    headers: { ...headers, ...TUS, "upload-offset": "0", "content-type": "application/offset+octet-stream" },
    body: new Uint8Array(photo),
  });
  const startedMs = performance.now();
  const image = { upload_id: uploadId, caption: "", alt: "", rotation: 0, crop: null };
  const reply = await fetch(origin + API_PREFIX + contentRoutes.upload.path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({
      ...{ type: "image", upload_id: uploadId, images: [image], title: "Bench", description: "", tags: [] },
      ...{ category_id: categoryId, visibility: "public", comments_open: true },
    }),
  });
  const { data } = (await reply.json()) as { data: ContentItem };
  const item = await waitFor(signed, data.id, ({ state }) => state === "ready", { everyMs: 20, limitMs: LIMIT_MS });
  const picture = await fetch(new URL(widestWebp(item), origin));
  await picture.arrayBuffer();
  return { item, tookS: (performance.now() - startedMs) / 1_000 };
}

function widestWebp(item: ContentItem): string {
  return item.images[0]?.files.findLast(({ format }) => format === "webp")?.url ?? "";
}

/** A click on a card of the channel, and one on a link to a page with nothing but an `<img>` of the same file. */
async function measureClicks(settings: Settings, { origin }: Signed, item: ContentItem): Promise<Row[]> {
  const file = Buffer.from(await (await fetch(new URL(widestWebp(item), origin))).arrayBuffer());
  const plain = createServer((request, response) => {
    if (request.url === "/photo.webp") response.writeHead(200, { "content-type": "image/webp" }).end(file);
    else
      response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          request.url === "/shown" ? '<main><img src="/photo.webp" width="960"></main>' : '<a href="/shown">Show</a>',
        );
  });
  await new Promise<void>((resolve) => plain.listen(0, "127.0.0.1", resolve));
  const { port } = plain.address() as AddressInfo;
  const browser = await openBrowser(settings);
  const close = async () => {
    await browser.close();
    plain.close();
  };
  return closingAfter(close, async () => {
    const member = await openProfile(browser);
    await signInByForm(member, origin, { username: "painter", password: PASSWORD });
    const href = contentHref("image", item.id) ?? "";
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < (settings.isQuick ? QUICK_ROUNDS : ROUNDS); round++) {
      ours.push(await timeClick(member, { url: `${origin}/profile?tab=image`, link: `a[href="${href}"]` }));
      theirs.push(await timeClick(member, { url: `http://127.0.0.1:${port}/`, link: "a" }));
    }
    return [
      row("click on a card of images to the picture", median(ours), "ms"),
      row("click on a card of images to the picture: plain img", median(theirs), "ms"),
      row("click on a card of images to the picture: by that of a plain img", median(ours) / median(theirs), "×", 1.5),
    ];
  });
}

/** The large picture of our page has a high priority; the plain page has only one. */
const LARGE = "[aria-label=Images] img[fetchpriority=high], main > img:only-child";

async function timeClick(profile: BrowserContext, { url, link }: { url: string; link: string }): Promise<number> {
  const page = await openTab(profile);
  await page.goto(url, { waitUntil: "load" });
  const card = page.locator(link).first();
  await card.waitFor();
  await page.waitForTimeout(CALM_MS);
  const startedMs = performance.now();
  await card.click();
  const large = page.locator(LARGE);
  await large.waitFor();
  await large.evaluate((image: { decode(): Promise<void> }) => image.decode());
  const tookMs = performance.now() - startedMs;
  await page.close();
  return tookMs;
}
