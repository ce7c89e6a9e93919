import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addEarner, type Earner, earnedCents, signUp, verify } from "../people.ts";
import { until } from "../processes.ts";
import { type Stack, untilReady } from "../stack.ts";
import { type Measure, seconds } from "./row.ts";

const PEOPLE = 40;
/** More than that from one link in a day are looked at by staff. */
const PEOPLE_PER_EARNER = 10;
const REWARD_CENTS = 1_000;
const BACK_WITHIN_MS = 10_000;
const NOTICED_AFTER_MS = 1_000;

/** The primary is killed while referrals are credited, and the replica becomes the primary, as Patroni does it. */
export const killPrimary: Measure = async ({ stack }) => {
  const { databases } = stack;
  const earners: Earner[] = [];
  const people: { token: string; earner: Earner }[] = [];
  for (let at = 0; at < PEOPLE; at++) {
    if (at % PEOPLE_PER_EARNER === 0) earners.push(await addEarner(stack, `captain${at}`));
    const earner = earners.at(-1);
    if (earner) people.push({ token: await signUp(stack, `recruit${at}`, earner.code), earner });
  }
  const acknowledged = new Map<Earner, number>();
  const tried = new Map<Earner, number>();
  let killedMs = 0;
  let backMs = 0;
  let errors = 0;
  for (const [at, { token, earner }] of people.entries()) {
    if (at === Math.floor(PEOPLE / 3)) {
      killedMs = performance.now();
      databases.primary().child.kill("SIGKILL");
      void sleep(NOTICED_AFTER_MS).then(() => databases.promote());
    }
    tried.set(earner, (tried.get(earner) ?? 0) + 1);
    let status = 0;
    while (status !== 200 && status !== 410) {
      status = await verify(stack.origin, token).catch(() => 0);
      if (status === 200) break;
      if (status !== 410) errors += 1;
      await sleep(100);
    }
    if (killedMs > 0 && backMs === 0) backMs = performance.now() - killedMs;
    if (status === 200) acknowledged.set(earner, (acknowledged.get(earner) ?? 0) + 1);
  }
  await untilReady(stack.origin);
  let lost = 0;
  let twice = 0;
  for (const earner of earners) {
    const credited = (await earnedCents(earner)) / REWARD_CENTS;
    lost += Math.max(0, (acknowledged.get(earner) ?? 0) - credited);
    twice += Math.max(0, credited - (tried.get(earner) ?? 0));
  }
  const sentTwice = await countSentTwice(stack);
  return {
    measured: `writes back after ${seconds(backMs)} (${errors} refused attempts meanwhile); ${lost} of ${[...acknowledged.values()].reduce((a, b) => a + b, 0)} acknowledged credits lost, ${twice} credited twice; ${sentTwice} of the mails' jobs ran twice`,
    holds: backMs <= BACK_WITHIN_MS && lost === 0 && twice === 0 && sentTwice === 0,
  };
};

/** A mail is a row, and the job that sends it leaves a line in the log of its worker. */
async function countSentTwice({ databases, folder }: Stack): Promise<number> {
  const idle = async () => {
    const [row] = await databases.query<{ count: number }>(
      databases.primary(),
      "select count(*)::int as count from graphile_worker.jobs where task_identifier = 'mail:send' and attempts < max_attempts",
    );
    return row?.count === 0;
  };
  await until(idle, "all mails are sent");
  const [row] = await databases.query<{ count: number }>(
    databases.primary(),
    "select count(*)::int as count from mailbox",
  );
  const logs = ["worker-1", "worker-2"].map((name) => readFileSync(path.join(folder, `${name}.log`), "utf8"));
  const sent = logs.join("").split('"job":"mail:send"').length - 1;
  return Math.max(0, sent - (row?.count ?? 0));
}
