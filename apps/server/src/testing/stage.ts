import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { afterAll } from "vitest";
import { addCategory } from "#modules/catalog/categories/categories.service.ts";
import { openDatabase } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { runJobsOnce } from "#platform/jobs/worker.ts";
import { openLog } from "#platform/log.ts";
import { openStorage } from "#platform/storage/open-storage.ts";
import { openUploadStore } from "#platform/upload-store.ts";
import { openApp } from "#src/app.ts";
import { readConfig } from "#src/config.ts";
import { allJobs } from "#src/jobs.ts";
import { toDeps } from "#src/product.ts";
import { type Caller, openCaller } from "./caller.ts";
import { readClip } from "./clip.ts";
import { addPerson, type NewPerson, type StagePerson } from "./people.ts";
import { type NewItem, publishItem, type StageItem } from "./publish.ts";
import { cloneDatabase } from "./test-database.ts";
import { uploadBytes } from "./tus.ts";

export type Stage = {
  /** `http://127.0.0.1:PORT` of a server with a database, a data folder and a port of its own. */
  origin: string;
  deps: Deps;
  visitor: Caller;
  /** A listed category, for items to be in. */
  categoryId: number;
  /** A verified General User, or an earner when a plan is given. */
  person(name: string, more?: NewPerson): Promise<StagePerson>;
  /** An item without files, in an instant; a public and ready video unless said otherwise. */
  publishes(owner: StagePerson, title: string, more?: NewItem): Promise<StageItem>;
  /** A real clip of two seconds, sent by tus and processed to the end. */
  video(owner: StagePerson, title: string, more?: Pick<NewItem, "visibility">): Promise<{ id: ContentId }>;
  clip(): Promise<Buffer>;
  /** Works on the queued jobs until none is left. */
  settle(): Promise<void>;
  /** Stops the server as SIGTERM does, and starts it again on the same data and the same port. */
  restart(): Promise<void>;
};

/** A secret for tests only. */
const SECRET = "a secret of thirty-two characters for tests";

/** The real server over a real database; everything is gone after the file's last test. */
export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-stage-"));
  const config = readConfig(
    {
      PATH: process.env["PATH"],
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: "0",
      RATE_LIMITS: "off",
      ...environment,
    },
    () => SECRET,
  );
  const connection = openDatabase(database.url, { connections: 5 });
  const deps = await toDeps(config, openLog("silent"), connection);
  let app = await openApp(deps);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  const categoryId = await addCategory(deps.sql, { name: "Rowing", slug: "rowing", pictureKey: null, position: 1 });
  afterAll(async () => {
    await app.close();
    await connection.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const settle = () => runJobsOnce(deps, allJobs);
  const clip = () => readClip(config);

  return {
    origin,
    deps,
    visitor: openCaller(origin, null),
    categoryId,
    person: (name, more) => addPerson(deps, origin, name, more ?? {}),
    publishes: (owner, title, more) => publishItem(deps, owner, title, { categoryId, ...more }),
    async video(owner, title, more) {
      const body = { ...toUploadForm(categoryId, await uploadBytes(owner, await clip())), title, ...more };
      const { id } = await owner.call(contentRoutes.upload, { body });
      await settle();
      return { id };
    },
    clip,
    settle,
    async restart() {
      await app.close();
      // Time for this process's own idle connections to learn that they are closed.
      await sleep(50);
      Object.assign(deps, { storage: await openStorage(config), uploads: await openUploadStore(config) });
      app = await openApp(deps);
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
