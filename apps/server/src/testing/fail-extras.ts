import { vi } from "vitest";
import type { TestApp } from "./test-app.ts";

/** Runs the queued jobs, each for the last time, while the store takes no preview clip. */
export async function failExtras({ deps, settle }: TestApp): Promise<void> {
  const putFile = deps.storage.putFile.bind(deps.storage);
  const store = vi
    .spyOn(deps.storage, "putFile")
    .mockImplementation((key, ...file) =>
      key.endsWith("/preview.mp4") ? Promise.reject(new Error("no connection")) : putFile(key, ...file),
    );
  await deps.pool.query("update graphile_worker._private_jobs set attempts = max_attempts - 1");
  await settle();
  store.mockRestore();
}
