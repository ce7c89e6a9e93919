import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addEarner, type Earner, earnedCents, signUp, verify } from "../people.ts";
import { until } from "../processes.ts";
import { type Stack, untilReady } from "../stack.ts";
import { type Measure, seconds } from "./row.ts";

const PEOPLE = 40;
/** Staff review further sign-ups from one link on the same day. */
const PEOPLE_PER_EARNER = 10;
const REWARD_CENTS = 1_000;
const BACK_WITHIN_MS = 10_000;
const NOTICED_AFTER_MS = 1_000;

/** Kills the primary while referrals are credited, and promotes the replica as Patroni does. */
export const killPrimary: Measure = async ({ stack }) => {
  const { databases } = stack;
  const people = await signUpReferred(stack);
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
    countUp(tried, earner);
    const { status, refused } = await verifyPatiently(stack, token);
    errors += refused;
    if (killedMs > 0 && backMs === 0) backMs = performance.now() - killedMs;
    if (status === 200) countUp(acknowledged, earner);
  }
  await untilReady(stack.origin);
  const { lost, twice } = await compareCredits(tried, acknowledged);
  const sentTwice = await countSentTwice(stack);
  return {
    measured: `writes back after ${seconds(backMs)} (${errors} refused attempts meanwhile); ${lost} of ${[...acknowledged.values()].reduce((a, b) => a + b, 0)} acknowledged credits lost, ${twice} credited twice; ${sentTwice} of the mails' jobs ran twice`,
    holds: backMs <= BACK_WITHIN_MS && lost === 0 && twice === 0 && sentTwice === 0,
  };
};

/** @returns how many acknowledged credits are missing, and how many there are beyond the attempts */
async function compareCredits(
  tried: ReadonlyMap<Earner, number>,
  acknowledged: ReadonlyMap<Earner, number>,
): Promise<{ lost: number; twice: number }> {
  let [lost, twice] = [0, 0];
  for (const [earner, attempts] of tried) {
    const credited = (await earnedCents(earner)) / REWARD_CENTS;
    lost += Math.max(0, (acknowledged.get(earner) ?? 0) - credited);
    twice += Math.max(0, credited - attempts);
  }
  return { lost, twice };
}

function countUp(counts: Map<Earner, number>, earner: Earner): void {
  counts.set(earner, (counts.get(earner) ?? 0) + 1);
}

async function signUpReferred(stack: Stack): Promise<{ token: string; earner: Earner }[]> {
  const people: { token: string; earner: Earner }[] = [];
  for (let from = 0; from < PEOPLE; from += PEOPLE_PER_EARNER) {
    const earner = await addEarner(stack, `captain${from}`);
    for (let at = from; at < from + PEOPLE_PER_EARNER; at++)
      people.push({ token: await signUp(stack, `recruit${at}`, earner.code), earner });
  }
  return people;
}

/** Retries until the address is verified, now or by an earlier attempt. */
async function verifyPatiently(stack: Stack, token: string): Promise<{ status: number; refused: number }> {
  for (let refused = 0; ; refused++) {
    const status = await verify(stack.origin, token).catch(() => 0);
    if (status === 200 || status === 410) return { status, refused };
    await sleep(100);
  }
}

/** An email is a row, and the job that sends it logs a line in its worker. */
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
