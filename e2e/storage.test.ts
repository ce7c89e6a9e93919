import { UPLOAD_MESSAGES } from "@app/contract/uploads";
import { afterAll, beforeAll, expect, test } from "vitest";
import { cloneDatabase } from "../apps/server/src/testing/test-database.ts";
import { beSignedIn, openBrowser, visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { inDatabase } from "./testing/explore-world.ts";
import { lookAt } from "./testing/look.ts";
import { addPeople } from "./testing/people.ts";
import { publishClip } from "./testing/publish.ts";
import { type RunningProduct, runProduct } from "./testing/running-product.ts";

const browser = await openBrowser();
let product: RunningProduct;
let database: Awaited<ReturnType<typeof cloneDatabase>>;
/** The product reads it at each start. */
const environment = { DATABASE_URL: "", FREE_DISK_MIN_GB: "0" };

beforeAll(async () => {
  database = await cloneDatabase();
  environment.DATABASE_URL = database.url;
  product = await runProduct(environment);
  await addPeople(database.url, { maya: "Individual" });
});
afterAll(async () => {
  await product.dispose();
  await database.drop();
});

async function restartWith(freeDiskMinGb: string): Promise<void> {
  await product.stop();
  environment.FREE_DISK_MIN_GB = freeDiskMinGb;
  await product.start();
}

test.each([
  { width: 1440, scheme: "light" as const },
  { width: 360, scheme: "dark" as const },
])("an earner sees at $width px how much space there is, before and after most of it is taken", async (look) => {
  await publishClip(product, "maya", `Derby at ${look.width}`);
  await inDatabase(database.url, ({ pool }) =>
    pool.query("update contents set original_bytes = 3e9, deleted_at = null"),
  );
  const { context, page, faults } = await visit(browser, look);
  await beSignedIn(page, product.origin, "maya");
  const storage = page.getByRole("region", { name: "Your storage" });
  for (const address of ["/upload-content", "/upload-video"]) {
    await page.goto(product.origin + address);
    await storage.getByText(/^[36]\.0 GB of 100\.0 GB used\.$/).waitFor();
    await lookAt(page, `storage${address.replace("/", "-")}`);
  }
  await inDatabase(database.url, async ({ pool }) => {
    await pool.query("update contents set original_bytes = 48e9");
    await pool.query("update contents set original_bytes = 95e9 where id = (select max(id::text)::uuid from contents)");
    await pool.query("update contents set deleted_at = now() where original_bytes = 48e9");
  });
  await page.reload();
  await storage.getByText("95.0 GB of 100.0 GB used").waitFor();
  await lookAt(page, "storage-nearly-full");
  expect(faults).toEqual([]);
  await context.close();
});

test("an upload that hits a full disk says so, keeps the received bytes, and resumes once there is space", async () => {
  await inDatabase(database.url, ({ pool }) => pool.query("update contents set original_bytes = 0"));
  const { context, page } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/upload-video`);
  const session = await page.context().newCDPSession(page);
  const throttle = (bytesPerS: number) =>
    session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytesPerS,
    });
  await throttle(1_500_000);
  await page.locator("input[type=file]").setInputFiles(makeClip({ lengthS: 16, size: "640x360", kbps: 12_000 }));
  const sentPercent = async () =>
    Number(await page.getByRole("progressbar", { name: "Upload" }).getAttribute("aria-valuenow"));
  // The first chunk of 8 MB has arrived.
  await expect.poll(sentPercent).toBeGreaterThan(45);
  await restartWith("1000000");
  await page.getByText(UPLOAD_MESSAGES.diskFull).waitFor();
  await lookAt(page, "storage-disk-full");
  await restartWith("0");
  await throttle(-1);
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByText("Upload complete. The video can be published.").waitFor();
  await context.close();
});
