import { PER_PAGE_DEFAULT } from "@app/contract/http";
import { API_PREFIX } from "@app/contract/paths";
import { SEARCH_TOTAL_MAX } from "@app/contract/search";
import { placeDocuments } from "../../apps/server/src/modules/discovery/search/maintenance.service.ts";
import type { Database } from "../../apps/server/src/platform/db/database.ts";
import { addPerson, signIn } from "../product/people.ts";
import type { Running } from "../product/start.ts";
import { withWorld } from "../product/world.ts";
import { type LoadResult, load } from "../requests/load.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { COMMON, commonestWords, fillSearchWorld, MIDDLING, RARE } from "./search-world.ts";

const SIZES = [10_000, 1_000_000];
const QUICK_SIZES = [10_000];
const CONNECTIONS = 10;
const SECONDS = 6;
const QUICK_SECONDS = 2;
const WARM_UP_S = 1;
/** One per connection, because sessions are not shared. */
const READERS = Array.from({ length: CONNECTIONS }, (_, at) => `reader${at}`);
const WORDS_OF_ONE = 30;
const SEARCH_P99_MS = 30;
const SUGGESTION_P99_MS = 10;
/** How much more a query may cost at the largest size than at the smallest. */
const GROWTH = 1.5;

const SEARCH = `${API_PREFIX}/search-result?search=`;
/** The last page that has rows. */
const LAST_PAGE = SEARCH_TOTAL_MAX / PER_PAGE_DEFAULT;
/** Without `paths` each connection searches for different words, so that no two run the same query at once. */
const ASKS: Record<string, { paths: readonly string[] | null; p99Ms: number | null }> = {
  "common word": { paths: [SEARCH + COMMON], p99Ms: SEARCH_P99_MS },
  [`common word, page ${LAST_PAGE}`]: {
    paths: [`${SEARCH + COMMON}&current_page=${LAST_PAGE}`],
    p99Ms: SEARCH_P99_MS,
  },
  "common word, newest": { paths: [`${SEARCH + COMMON}&sort=newest`], p99Ms: SEARCH_P99_MS },
  "common word, short, this week": { paths: [`${SEARCH + COMMON}&length=short&date=week`], p99Ms: SEARCH_P99_MS },
  "word in one of a hundred": { paths: [SEARCH + MIDDLING], p99Ms: SEARCH_P99_MS },
  "different words per connection": { paths: null, p99Ms: SEARCH_P99_MS },
  "rare word": { paths: [SEARCH + RARE], p99Ms: SEARCH_P99_MS },
  "two words": { paths: [`${SEARCH + COMMON}+${MIDDLING}`], p99Ms: SEARCH_P99_MS },
  "word with an error": { paths: [`${SEARCH}trainnig`], p99Ms: SEARCH_P99_MS },
  channels: { paths: [`${SEARCH}athlete&type=channel`], p99Ms: SEARCH_P99_MS },
  suggestion: {
    paths: ["t", "tr", "trai", "training", "b", "ba", "squ", "zzz"].map(
      (text) => `${API_PREFIX}/search-query?search=${text}`,
    ),
    p99Ms: SUGGESTION_P99_MS,
  },
  // The cost of a bare request on this machine, which bounds all others from below.
  "nothing, of /healthz": { paths: ["/healthz"], p99Ms: null },
};

type Measured = { items: number; name: string; result: LoadResult };

/** Search and suggestions, without the worker; the bench assigns the tiers itself. */
export async function measureSearch(settings: Settings): Promise<Row[]> {
  const measured: Measured[] = [];
  const placed: Row[] = [];
  for (const items of settings.isQuick ? QUICK_SIZES : SIZES) {
    await withWorld(settings, worldOf(items), async (product, database) => {
      placed.push(...(await measurePlacing(database, items)));
      const ownWords = await chooseOwnWords(database);
      measured.push(...(await measureSize(product, { items, ownWords }, settings.isQuick ? QUICK_SECONDS : SECONDS)));
    });
  }
  return [...measured.flatMap(toRows), ...growthOf(measured), ...placed];
}

function worldOf(items: number) {
  return {
    name: `search-${items}`,
    fill: async (database: Database) => {
      for (const name of READERS) await addPerson(database, name, null);
      await fillSearchWorld(database, items);
    },
  };
}

/** Starting with the most frequent made-up words; each reader's words are about equally frequent. */
async function chooseOwnWords(database: Database): Promise<string[][]> {
  const words = await commonestWords(database, CONNECTIONS * WORDS_OF_ONE);
  return READERS.map((_, reader) => words.filter((__, at) => at % CONNECTIONS === reader).map((word) => SEARCH + word));
}

/** Like the hourly job: filling has placed all documents, and almost none is new. */
async function measurePlacing(database: Database, items: number): Promise<Row[]> {
  const startedMs = performance.now();
  await placeDocuments(database);
  return [row(`search: hourly tiering, ${inWords(items)}`, (performance.now() - startedMs) / 1000, "s")];
}

async function measureSize(
  product: Running,
  { items, ownWords }: { items: number; ownWords: readonly string[][] },
  seconds: number,
): Promise<Measured[]> {
  const headers = await Promise.all(READERS.map((name) => signIn(product.origin, name)));
  const measured: Measured[] = [];
  for (const [name, { paths }] of Object.entries(ASKS)) {
    const askOf = (connection: number) =>
      (paths ?? ownWords[connection] ?? []).map((path) => ({
        path,
        headers: headers[connection % CONNECTIONS] ?? {},
      }));
    await load(product, { connections: CONNECTIONS, seconds: WARM_UP_S }, askOf);
    measured.push({ items, name, result: await load(product, { connections: CONNECTIONS, seconds }, askOf) });
  }
  return measured;
}

function toRows({ items, name, result }: Measured): Row[] {
  const at = `search, ${name}, ${inWords(items)}`;
  return [
    row(`${at}: CPU per reply`, result.cpuMs, "ms"),
    row(`${at}: p50`, result.p50Ms, "ms"),
    row(`${at}: p99`, result.p99Ms, "ms", ASKS[name]?.p99Ms ?? null),
  ];
}

function growthOf(measured: readonly Measured[]): Row[] {
  const sizes = [...new Set(measured.map(({ items }) => items))];
  const [few = 0, most = 0] = [sizes[0], sizes.at(-1)];
  if (few === most) return [];
  return measured
    .filter(({ items }) => items === most)
    .flatMap(({ name, result }) => {
      const before = measured.find((one) => one.items === few && one.name === name);
      if (!before) return [];
      const ratio = result.cpuMs / before.result.cpuMs;
      return [row(`search, ${name}: CPU among ${inWords(most)} relative to ${inWords(few)}`, ratio, "×", GROWTH)];
    });
}

function inWords(items: number): string {
  return `${items.toLocaleString("en")} items`;
}
