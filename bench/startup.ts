import { setTimeout as sleep } from "node:timers/promises";
import { proportionalMb, residentMb } from "./product/proc.ts";
import { withFolder, withProductOn } from "./product/with-product.ts";
import { type Row, row } from "./row.ts";
import type { Settings } from "./settings.ts";

/** By then the memory used for starting is released, and no request has arrived. */
const AT_REST_AFTER_MS = 10_000;
const AT_REST_AFTER_QUICK_MS = 3_000;

/** Starts on an empty folder, then again on what the first start left. */
export function measureStartup(settings: Settings): Promise<Row[]> {
  return withFolder(async (folder) => {
    const first = await withProductOn(settings, folder, "all", async (product) => ({
      readyMs: product.readyMs,
      stopMs: await product.stop(),
    }));
    return withProductOn(settings, folder, "all", async (second) => {
      await sleep(settings.isQuick ? AT_REST_AFTER_QUICK_MS : AT_REST_AFTER_MS);
      return [
        row("start-up: first, on an empty folder", first.readyMs, "ms"),
        row("start-up: second", second.readyMs, "ms", 5_000),
        row("start-up: stopping", first.stopMs, "ms", 10_000),
        row("at rest: web process", residentMb(second.webPid), "MB", 200),
        row("at rest: worker process", residentMb(second.workerPid()), "MB"),
        row("at rest: database, shared pages once", proportionalMb(second.postgresPid), "MB"),
      ];
    });
  });
}
