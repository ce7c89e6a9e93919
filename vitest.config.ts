import path from "node:path";
import { defineConfig } from "vitest/config";

const web = path.resolve(import.meta.dirname, "apps/web/src");

/** Three kinds of tests: pure ones and stories (`server`), the page's own rules (`web`), journeys in a browser (`e2e`). */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "server",
          root: import.meta.dirname,
          include: ["packages/**/*.test.ts", "apps/server/**/*.test.ts", "scripts/**/*.test.{ts,mjs}"],
          globalSetup: ["apps/server/src/testing/shared-postgres.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // Every file has a database and a server of its own; what they import is read once.
          isolate: false,
        },
      },
      {
        resolve: {
          alias: { "#lib": `${web}/lib`, "#ui": `${web}/ui`, "#features": `${web}/features`, "#app": `${web}/app` },
        },
        test: { name: "web", root: import.meta.dirname, include: ["apps/web/src/**/*.test.{ts,tsx}"] },
      },
      {
        test: {
          name: "e2e",
          root: import.meta.dirname,
          include: ["e2e/**/*.test.ts"],
          globalSetup: ["apps/server/src/testing/shared-postgres.ts"],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
