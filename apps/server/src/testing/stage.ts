import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll } from "vitest";
import { openDatabase } from "#platform/db/database.ts";
import type { Deps } from "#platform/deps.ts";
import { runJobsOnce } from "#platform/jobs/worker.ts";
import { openLog } from "#platform/log.ts";
import { openApp } from "#src/app.ts";
import { readConfig } from "#src/config.ts";
import { allJobs } from "#src/jobs.ts";
import { toDeps } from "#src/product.ts";
import { type Caller, openCaller } from "./caller.ts";
import { addPerson, type NewPerson, type StagePerson } from "./people.ts";
import { cloneDatabase } from "./test-database.ts";

export type Stage = {
  /** `http://127.0.0.1:PORT` of a server with a database, a data folder and a port of its own. */
  origin: string;
  deps: Deps;
  visitor: Caller;
  /** A verified General User, or an earner when a plan is given. */
  person(name: string, more?: NewPerson): Promise<StagePerson>;
  /** Works on the queued jobs until none is left. */
  settle(): Promise<void>;
};

/** A secret for tests only. */
const SECRET = "a secret of thirty-two characters, for tests";

/** The real server over a real database; everything is gone after the file's last test. */
export async function openStage(environment: Record<string, string> = {}): Promise<Stage> {
  const database = await cloneDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), "fieldhouse-stage-"));
  const config = readConfig(
    {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      DATA_DIR: dataDir,
      DATABASE_URL: database.url,
      DEMO: "0",
      ...environment,
    },
    () => SECRET,
  );
  const connection = openDatabase(database.url, { connections: 5 });
  const deps = toDeps(config, openLog("silent"), connection);
  const app = await openApp(deps);
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  afterAll(async () => {
    await app.close();
    await connection.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  return {
    origin,
    deps,
    visitor: openCaller(origin, null),
    person: (name, more) => addPerson(deps, origin, name, more ?? {}),
    settle: () => runJobsOnce(deps, allJobs),
  };
}
