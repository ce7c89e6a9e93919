import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { afterAll } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { createDatabase } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { runJobsOnce } from "#platform/jobs/worker.ts";
import { createLog } from "#platform/log.ts";
import { createStorage, createUploadStore } from "#platform/storage/create-storage.ts";
import { createApp } from "#src/app.ts";
import { readConfig } from "#src/config.ts";
import { allJobs } from "#src/domains.ts";
import { toDeps } from "#src/product.ts";
import { type Caller, createCaller } from "./caller.ts";
import { readClip } from "./clip.ts";
import { addPerson, type NewPerson, type TestPerson } from "./people.ts";
import { processClip } from "./processed-clip.ts";
import { type NewItem, publishItem, type TestItem } from "./publish.ts";
import { cloneDatabase } from "./test-database.ts";
import { uploadBytes } from "./tus.ts";

export type TestApp = {
  /** `http://127.0.0.1:PORT` of a server with a database, a data folder and a port of its own. */
  origin: string;
  deps: Deps;
  visitor: Caller;
  /** A listed category for items. */
  categoryId: number;
  /** Adds a verified General User, or an earner of a plan. */
  person(name: string, more?: NewPerson): Promise<TestPerson>;
  /** Publishes an item without files; by default a public, ready video. */
  publishes(owner: TestPerson, title: string, more?: NewItem): Promise<TestItem>;
  /** Uploads a real clip of two seconds by tus; its files are copies of what the pipeline made of it before. */
  video(owner: TestPerson, title: string, more?: Pick<NewItem, "visibility">): Promise<{ id: ContentId }>;
  /** The same, but the pipeline makes its files again: for tests of the pipeline itself. */
  processedVideo(owner: TestPerson, title: string): Promise<{ id: ContentId }>;
  clip(): Promise<Buffer>;
  /** Runs the queued jobs until none is left. */
  settle(): Promise<void>;
  /** Restarts the server like a SIGTERM, with the same data and port. */
  restart(): Promise<void>;
};

const SECRET = "a secret of thirty-two characters for tests";

/**
 * Starts the real server on a real database; both are deleted after the file's last test.
 * @param given a migrated database; by default a new one on the server that all test files share
 */
export async function createTestApp(
  environment: Record<string, string> = {},
  given?: { url: string; drop(): Promise<void> },
): Promise<TestApp> {
  const database = given ?? (await cloneDatabase());
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-test-app-"));
  const config = readConfig(
    {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: "0",
      RATE_LIMITS: "off",
      ...environment,
    },
    () => SECRET,
  );
  const connection = createDatabase(database.url, { connections: 5 });
  const deps = await toDeps(config, createLog("silent"), connection);
  let app = await createApp(deps);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const categoryId = await addCategory(deps.sql, { name: "Rowing", slug: "rowing", pictureKey: null, position: 1 });
  afterAll(async () => {
    await app.close();
    await deps.replica?.close();
    await connection.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const settle = () => runJobsOnce(deps, allJobs);
  const clip = () => readClip(config);
  const publishClip = async (owner: TestPerson, title: string, more: Pick<NewItem, "visibility"> = {}) => {
    const body = { ...toUploadForm(categoryId, await uploadBytes(owner, await clip())), title, ...more };
    return owner.call(contentRoutes.upload, { body });
  };

  return {
    origin,
    deps,
    visitor: createCaller(origin, null),
    categoryId,
    person: (name, more) => addPerson(deps, origin, name, more ?? {}),
    publishes: (owner, title, more) => publishItem(deps, owner, title, { categoryId, ...more }),
    async video(owner, title, more) {
      const { id } = await publishClip(owner, title, more);
      await processClip(deps, id, settle);
      return { id };
    },
    async processedVideo(owner, title) {
      const { id } = await publishClip(owner, title);
      await settle();
      return { id };
    },
    clip,
    settle,
    async restart() {
      await app.close();
      // Lets this process's idle connections notice that they are closed.
      await sleep(50);
      Object.assign(deps, { storage: await createStorage(config), uploads: await createUploadStore(config) });
      app = await createApp(deps);
      await app.listen({ host: "127.0.0.1", port: Number(new URL(origin).port) });
    },
  };
}

/** The full payload of the upload form. */
export function toUploadForm(categoryId: number, uploadId: string) {
  return {
    type: "video" as const,
    upload_id: uploadId,
    title: "Sunday session",
    description: "",
    category_id: categoryId,
    tags: ["row"],
    visibility: "public" as const,
    comments_open: true,
  };
}
