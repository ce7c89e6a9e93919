import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const web = path.resolve(import.meta.dirname, "apps/web/src");

/** What takes far longer than its size says: begun last, it would be all that still runs. */
const LONG = new RegExp(
  `/(${[
    ...["pages", "recovery", "upload-to-watch", "storage", "earner-sign-up", "guardian", "documents", "cut-line"],
    ...["explore-announcement", "start", "notifications", "recruiting-athlete", "search", "verify-email"],
    ...["first-picture", "security-matrix", "hostile-input", "ledger-interleavings", "process-ahead", "images"],
    ...["render-document", "cuts", "uploads", "stale-run", "transcode", "files", "sources", "damage"],
    ...["supervise-worker", "thumbnails", "backup", "embedded-postgres", "late-store", "reprocess"],
  ].join("|")})\\.test\\.ts$`,
);

/** Journeys first, and what takes a moment last: then no processor waits for the end of one long file. */
const ORDER = ["e2e", "server", "components", "web"];

/** A process goes on with the next file only if that is of the same project: one project after the other. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ project, moduleId }: TestSpecification) =>
      2 * ORDER.indexOf(project.name) + (LONG.test(moduleId) ? 0 : 1);
    return sorted.toSorted((one, other) => rank(one) - rank(other));
  }
}

/**
 * All projects take their turns in one queue. Journeys wait for half of their time, stories for a lease, a lock or a
 * process: four keep two cores busy.
 */
const QUEUE = { maxWorkers: 4, sequence: { groupOrder: 0 } };

/**
 * A busy machine takes minutes for what a quiet one does in seconds: a wait ends with what it waits for, and is no proof of
 * speed. To look again costs the page, the browser and the test some of the time that they wait for.
 */
const PATIENT = {
  testTimeout: 900_000,
  hookTimeout: 900_000,
  expect: { poll: { timeout: 180_000, interval: 100 } },
};

/** The page's own imports. */
const resolve = {
  alias: Object.fromEntries(
    ["lib", "ui", "features", "flows", "pages", "app", "testing"].map((name) => [`#${name}`, `${web}/${name}`]),
  ),
};

const TUS_IN_BROWSER = path.resolve(import.meta.dirname, "node_modules/tus-js-client/lib.esm/browser/index.js");

/**
 * Four kinds of tests: pure ones and stories (`server`), the page's own rules (`web`), what one component does by itself
 * (`components`), journeys in a browser (`e2e`).
 */
export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          name: "server",
          root: import.meta.dirname,
          include: ["packages/**/*.test.ts", "apps/server/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
          globalSetup: ["apps/server/src/testing/shared-postgres.ts"],
          ...PATIENT,
          ...QUEUE,
          // Every file has a database and a server of its own; what they import is read once.
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          name: "web",
          root: import.meta.dirname,
          include: ["apps/web/src/**/*.test.ts"],
          ...PATIENT,
          ...QUEUE,
          isolate: false,
        },
      },
      {
        // In Node, tus would send with Node's own requests, not with the browser's.
        resolve: { alias: { ...resolve.alias, "tus-js-client": TUS_IN_BROWSER } },
        test: {
          name: "components",
          root: import.meta.dirname,
          include: ["apps/web/src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: [`${web}/testing/browser-parts.ts`],
          ...PATIENT,
          ...QUEUE,
          // So `vi.mock` works only until another file has imported the module: stub what a browser offers instead.
          isolate: false,
        },
      },
      {
        test: {
          name: "e2e",
          root: import.meta.dirname,
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["apps/server/src/testing/shared-postgres.ts"],
          ...PATIENT,
          // Every file has a product of its own.
          ...QUEUE,
          isolate: false,
        },
      },
    ],
  },
});
