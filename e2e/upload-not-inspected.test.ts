import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { beSignedIn, visit } from "./testing/browser.ts";
import { makeClip } from "./testing/clip.ts";
import { openJourney } from "./testing/journey.ts";
import { lookAround } from "./testing/look.ts";

/** An ffprobe that gets killed each time, until the test repairs it. */
const folder = mkdtempSync(path.join(tmpdir(), "fieldhouse-ended-"));
const ffprobe = path.join(folder, "ffprobe");
const mended = path.join(folder, "mended");
writeFileSync(ffprobe, `#!/bin/sh\n[ -e ${mended} ] && exec ffprobe "$@"\nkill -TERM $$\n`);
chmodSync(ffprobe, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { browser, product } = await openJourney({ maya: "Individual" }, { FFPROBE_PATH: ffprobe });

test("a file that could not be inspected is published without waiting", async () => {
  const { page, faults, context } = await visit(browser);
  await beSignedIn(page, product.origin, "maya");
  await page.goto(`${product.origin}/upload-video`);
  let asked = 0;
  page.on("request", (request) => {
    if (/\/my-uploads\/[a-f0-9]{32}$/.test(request.url())) asked++;
  });
  await page.locator("input[type=file]").setInputFiles(makeClip({ lengthS: 3, size: "320x180", kbps: 500 }));
  await page.getByText("Upload complete. Checking the file…").waitFor();
  // Three attempts, some seconds apart.
  const sentence = page.getByText("We could not check this file because of a problem on our side.");
  await sentence.waitFor();
  const askedUntilThen = asked;
  await lookAround(page, "upload-not-inspected");
  expect(asked).toBe(askedUntilThen);
  expect(await page.getByRole("radio", { name: /^Frame/ }).count()).toBe(0);

  writeFileSync(mended, "");
  await page.getByLabel("Category").selectOption("Soccer");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByText("Your video is ready to watch.").waitFor();
  expect(faults).toEqual([]);
  await context.close();
});
