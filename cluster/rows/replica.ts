import { setTimeout as sleep } from "node:timers/promises";
import { API_PREFIX } from "@app/contract/paths";
import { uploadBytes } from "../../apps/server/src/testing/tus.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import { publish, untilProcessed } from "../people.ts";
import { until } from "../processes.ts";
import { type Measure, seconds, type World } from "./row.ts";

const LAG = "5s";
const WATCHED_MS = 40_000;
const ON_REPLICA_MIN = 0.6;

/** The replica lags by five seconds while an item is renamed and then made private. */
export const lagReplica: Measure = async (world) => {
  const { stack, earner, clip, categoryId } = world;
  const id = await publish(earner, await uploadBytes(earner, clip), "Before the change", categoryId);
  await untilProcessed(earner, id);
  await setLag(world, LAG);
  const before = await countReads(world);
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: 2, pauseMs: 30 });
  await sleep(WATCHED_MS / 2);

  const change = (body: object) =>
    earner.send("PUT", `${API_PREFIX}/update-content/${id}`, {
      body: {
        title: "After the change",
        description: "",
        category_id: categoryId,
        tags: [],
        comments_open: true,
        ...body,
      },
    });
  const renamed = await change({ visibility: "public" });
  const cookie = renamed.headers.get("set-cookie")?.split(";")[0] ?? "";
  const listed = async (headers: Record<string, string>) =>
    (await earner.send("GET", `${API_PREFIX}/get-category-contents`, { headers })).text;
  const own = (await listed({ cookie })).includes("After the change");

  const hidden = await change({ visibility: "private" });
  const seenLater = await Promise.all(
    stack.webOrigins.map(async (origin) => (await fetch(`${origin}${API_PREFIX}/get-contents/video`)).text()),
  );
  const gone = seenLater.every((text) => !text.includes("After the change") && !text.includes("Before the change"));
  await sleep(WATCHED_MS / 2);
  const result = await load.stop();
  const after = await countReads(world);
  await setLag(world, "0");
  const onReplica = after.replica - before.replica;
  const share = onReplica / (onReplica + after.primary - before.primary);
  const statuses = [renamed.status, hidden.status].join(" ");
  return {
    measured: `own change seen at once: ${own}; hidden item gone at once at both web processes: ${gone} (${statuses}); ${(share * 100).toFixed(0)} % of ${result.answered} visitors' reads on the replica; ${result.failures.length} errors`,
    holds: own && gone && share >= ON_REPLICA_MIN && result.failures.length === 0,
  };
};

async function setLag({ stack: { databases } }: World, lag: string): Promise<void> {
  await databases.query(databases.replica(), `alter system set recovery_min_apply_delay = '${lag}'`);
  await databases.query(databases.replica(), "select pg_reload_conf()");
}

async function countReads({ stack }: World): Promise<{ replica: number; primary: number }> {
  // Not through HAProxy, which does not expose /metrics.
  const texts = await Promise.all(stack.webOrigins.map(async (origin) => (await fetch(`${origin}/metrics`)).text()));
  const sum = (from: string) =>
    texts
      .map((text) => Number(new RegExp(`replica_reads_total\\{from="${from}".*\\} (\\d+)`).exec(text)?.[1] ?? 0))
      .reduce((total, one) => total + one, 0);
  return { replica: sum("replica"), primary: sum("primary") };
}

/** Kills and restarts the replica while visitors and members read. */
export const killReplica: Measure = async (world) => {
  const { stack, earner, itemId } = world;
  const { databases } = stack;
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: 4, pauseMs: 10 });
  const authorization = `Bearer ${earner.token}`;
  const paths = ["search-result?search=race", "user-top-earners", `content/${itemId}`, `comments/${itemId}`];
  const members = startLoad({
    origin: stack.origin,
    paths: paths.map((one) => `${API_PREFIX}/${one}`),
    clients: 2,
    pauseMs: 10,
    // Like a browser, with cookies: members without any read from the primary.
    headers: { authorization, cookie: "theme=dark" },
  });
  await sleep(3_000);
  databases.replica().child.kill("SIGKILL");
  // As Patroni does: transactions of money no longer wait for it.
  await databases.setSynchronous(false);
  await sleep(8_000);
  await databases.restartReplica();
  await databases.setSynchronous(true);
  const before = await countReads(world);
  const backMs = await until(async () => (await countReads(world)).replica > before.replica, "reads on the replica");
  const results = await Promise.all([load.stop(), members.stop()]);
  const failures = results.flatMap((one) => one.failures);
  const answered = results.reduce((sum, one) => sum + one.answered, 0);
  return {
    measured: `${failures.length} errors of ${answered} answers${failures[0] ? ` (${failures[0]})` : ""}; reads on the replica again ${seconds(backMs)} after it was back`,
    holds: failures.length === 0,
  };
};
