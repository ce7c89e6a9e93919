import { readFileSync } from "node:fs";
import path from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { closingAfter } from "../product/open-things.ts";
import { withFolder } from "../product/with-product.ts";
import type { Settings } from "../settings.ts";
import { FLAGS } from "./browser.ts";

/** A browser with one profile, which another program can control by its port. */
export type OpenBrowser = { profile: BrowserContext; port: number };

/** Gives `work` a fresh browser, and closes it afterwards. */
export function withOpenBrowser<T>(settings: Settings, work: (browser: OpenBrowser) => Promise<T>): Promise<T> {
  return withFolder(async (folder) => {
    const profile = await chromium.launchPersistentContext(folder, {
      executablePath: settings.chromiumPath,
      // Lighthouse would fit its screens into a window of another size.
      viewport: null,
      args: [...FLAGS, "--remote-debugging-port=0"],
    });
    // Chromium writes its port there.
    const [port] = readFileSync(path.join(folder, "DevToolsActivePort"), "utf8").split("\n");
    return closingAfter(
      () => profile.close(),
      () => work({ profile, port: Number(port) }),
    );
  });
}
