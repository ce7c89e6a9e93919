import { setTimeout as sleep } from "node:timers/promises";
import { cpuOfTree } from "../../bench/product/proc.ts";
import { startLoad, VISITOR_PATHS } from "../load.ts";
import type { Stack } from "../stack.ts";
import { untilReady } from "../stack.ts";
import type { Measure } from "./row.ts";

const CLIENTS = 16;
const ROUND_MS = 6_000;
/** A freshly started process is slower and uses more CPU. */
const WARM_UP_MS = 2_000;
const ROUNDS = 3;

type Round = { perSecond: number; p99Ms: number; cpuMs: number; failures: number };

/** The same load on one web process and on two, alternating, because other work may keep the machine busy. */
export const compareOneWithTwo: Measure = async ({ stack }) => {
  const rounds: { one: Round[]; two: Round[] } = { one: [], two: [] };
  for (let round = 0; round < ROUNDS; round++) {
    rounds.two.push(await measure(stack));
    await stack.webs[1].stop();
    rounds.one.push(await measure(stack));
    stack.webs[1].start();
    await untilReady(stack.webOrigins[1]);
    await sleep(1_500);
  }
  const [one, two] = [toMedian(rounds.one), toMedian(rounds.two)];
  return {
    measured: `${describe("1 web process", one)}; ${describe("2", two)}; ${(two.perSecond / one.perSecond).toFixed(2)} × as many (medians of ${ROUNDS} rounds in turn, on this machine's processors, which the load, the databases and HAProxy share)`,
    holds: one.failures + two.failures === 0,
  };
};

async function measure(stack: Stack): Promise<Round> {
  const warmingUp = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: CLIENTS });
  await sleep(WARM_UP_MS);
  await warmingUp.stop();
  const pids = () => stack.webs.map((web) => web.pid()).filter((pid) => pid > 0);
  const cpuBefore = pids().reduce((sum, pid) => sum + cpuOfTree(pid), 0);
  const load = startLoad({ origin: stack.origin, paths: VISITOR_PATHS, clients: CLIENTS });
  await sleep(ROUND_MS);
  const result = await load.stop();
  const cpuS = pids().reduce((sum, pid) => sum + cpuOfTree(pid), 0) - cpuBefore;
  const cpuMs = (cpuS / result.answered) * 1_000;
  return { perSecond: result.perSecond, p99Ms: result.p99Ms, cpuMs, failures: result.failures.length };
}

function toMedian(rounds: readonly Round[]): Round {
  const middle = (pick: (round: Round) => number) => rounds.map(pick).toSorted((a, b) => a - b)[1] ?? 0;
  return {
    perSecond: middle((round) => round.perSecond),
    p99Ms: middle((round) => round.p99Ms),
    cpuMs: middle((round) => round.cpuMs),
    failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  };
}

function describe(what: string, { perSecond, p99Ms, cpuMs }: Round): string {
  return `${what}: ${perSecond.toFixed(0)}/s, p99 ${p99Ms.toFixed(0)} ms, ${cpuMs.toFixed(2)} ms of a web process's processor each`;
}
