import { API_PREFIX } from "@app/contract/paths";
import { checkpointLedger } from "../../apps/server/src/modules/earnings/earnings/ledger.service.ts";
import { findStoredFaults } from "../../apps/server/src/modules/earnings/testing/stored-figures.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { createLog } from "../../apps/server/src/platform/log.ts";
import { addPerson, signIn } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import { withWorld } from "../product/world.ts";
import { load } from "../requests/load.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { fillEarnings } from "./earnings-world.ts";

/** Their rewards make more than a million entries. */
const PEOPLE = 300_000;
const QUICK_PEOPLE = 20_000;
const CONNECTIONS = 10;
const SECONDS = 5;
const QUICK_SECONDS = 2;
const EARNER = "dollar";
const PER_PAGE = 10;
/** Different pages, requested in turn. */
const PAGES = 200;

const SUMMARY_P99_MS = 20;
const PAGE_P99_MS = 30;

type Target = { name: string; budgetMs: number | null; paths: readonly string[] };

/** The pages of an earner with a million entries. */
export function measureEarnings(settings: Settings): Promise<Row[]> {
  const people = settings.isQuick ? QUICK_PEOPLE : PEOPLE;
  const fill = async (database: Database) => {
    await addPerson(database, EARNER, "Individual");
    await fillEarnings(database, EARNER, people);
  };
  return withWorld(settings, { name: `earnings-${people}`, fill }, async (product, database) => {
    // As the nightly job does.
    await checkpointLedger({ sql: database.sql, log: createLog("silent") });
    const faults = await findStoredFaults(database.pool);
    const { rows } = await database.pool.query<{ entries: number }>("select count(*) as entries from ledger_entries");
    const entries = rows[0]?.entries ?? 0;
    return [
      row("earnings: entries", entries, ""),
      row("earnings: stored figures that differ from the entries", faults.length, "", 0),
      ...(await measureTargets(product, people, settings.isQuick ? QUICK_SECONDS : SECONDS)),
    ];
  });
}

async function measureTargets(product: Running, people: number, seconds: number): Promise<Row[]> {
  const headers = await signIn(product.origin, EARNER);
  const rows: Row[] = [];
  for (const { name, budgetMs, paths } of toTargets(people)) {
    const asks = paths.map((path) => ({ path: API_PREFIX + path, headers }));
    for (const connections of [1, CONNECTIONS]) {
      await load(product, { connections, seconds: 0.5 }, () => asks);
      const { p99Ms, cpuMs } = await load(product, { connections, seconds }, () => asks);
      const at = `earnings: ${name}, ${connections} at once`;
      rows.push(row(`${at}: p99`, p99Ms, "ms", budgetMs), row(`${at}: CPU per reply`, cpuMs, "ms"));
    }
  }
  return rows;
}

function toTargets(people: number): Target[] {
  const pagesOf = (query: string, share: number) => {
    const last = Math.max(1, Math.floor((people * share) / PER_PAGE));
    return Array.from(
      { length: PAGES },
      (_, at) => `/referral-details?${query}page=${1 + Math.floor((at * last) / PAGES)}`,
    );
  };
  const page = (name: string, query: string, share: number): Target => ({
    name: `details, ${name}`,
    budgetMs: PAGE_P99_MS,
    paths: pagesOf(query, share),
  });
  return [
    { name: "summary", budgetMs: SUMMARY_P99_MS, paths: ["/earnings-summary"] },
    { name: "details, first page", budgetMs: PAGE_P99_MS, paths: ["/referral-details"] },
    page("any page", "", 1),
    page("any page of paid", "filter_type=paid&", 0.8),
    page("any page of ineligible", "filter_type=ineligible&", 0.04),
    page("any page of the last 30 days", "time_frame=30d&", 0.03),
    page("search for half of all", "search_term=friend&", 0.003),
    page("search for one in twelve", "search_term=zoe&", 0.003),
    page("search for one in a hundred", "search_term=zoea&", 0.002),
    page("search for somebody", "search_term=friend.1234&", 0.0001),
    page("search for two letters", "search_term=zo&", 0.003),
    page("search for half of all, paid", "search_term=friend&filter_type=paid&", 0.003),
    page("search for a few, ineligible", "search_term=123&filter_type=ineligible&", 0.0003),
    page("search for nobody", "search_term=nobody&", 0.0001),
    { name: "links", budgetMs: PAGE_P99_MS, paths: ["/referral-links"] },
    { name: "chart", budgetMs: null, paths: ["/monthly-chart"] },
    { name: "statement of a month", budgetMs: null, paths: ["/earnings-statement"] },
  ];
}
