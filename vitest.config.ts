import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const web = path.resolve(import.meta.dirname, "apps/web/src");

/** What takes far longer than its size says: begun last, it would be all that still runs. */
const LONG = new RegExp(
  `/(${[
    ...["pages", "recovery", "upload-to-watch", "storage", "earner-sign-up", "guardian", "documents", "cut-line"],
    ...["explore-announcement", "start", "security-matrix", "hostile-input", "ledger-interleavings", "process-ahead"],
    ...["cuts", "uploads", "stale-run", "transcode", "files", "sources", "damage", "supervise-worker"],
  ].join("|")})\\.test\\.ts$`,
);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** The page's own imports. */
const resolve = {
  alias: Object.fromEntries(
    ["lib", "ui", "features", "flows", "pages", "app", "testing"].map((name) => [`#${name}`, `${web}/${name}`]),
  ),
};

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
          // No proof of speed: programs that yield to all others may have to wait for minutes on a busy machine.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Some wait for a lease, a lock or a process: a third keeps two cores busy meanwhile.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
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
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        resolve,
        test: {
          name: "components",
          root: import.meta.dirname,
          include: ["apps/web/src/**/*.test.tsx"],
          environment: "jsdom",
          setupFiles: [`${web}/testing/browser-parts.ts`],
          testTimeout: 300_000,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          isolate: false,
        },
      },
      {
        test: {
          name: "e2e",
          root: import.meta.dirname,
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["apps/server/src/testing/shared-postgres.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          // Every file has a product and a browser of its own. A journey waits half of its time: four keep two cores busy.
          maxWorkers: 4,
          // What comes late beside three others has come all the same: a wait ends with it, and is no proof of speed.
          expect: { poll: { timeout: 20_000 } },
          // Whoever passes only now is named at the end of `npm test`. docs/decisions/0027-a-journey-has-a-second-try.md
          retry: 1,
          sequence: { groupOrder: 2 },
          isolate: false,
        },
      },
    ],
  },
});
