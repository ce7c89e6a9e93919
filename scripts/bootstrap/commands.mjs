import path from "node:path";
import { KEPT_CODE, toLean } from "./lean.mjs";
import { ROOT } from "./paths.mjs";
import { runAttached, withNode } from "./run.mjs";
import { runTests } from "./tests.mjs";

const at = (file) => path.join(ROOT, file);
const vitest = at("node_modules/vitest/vitest.mjs");

/**
 * What each command needs on the machine, and what it runs. Each `run` returns an exit code. A command for use beside a
 * running product removes nothing that the product needs.
 */
export const COMMANDS = {
  start: {
    needs: ["ffmpeg", "page"],
    run: ({ node, programs }) =>
      runAttached(node, [at("apps/server/src/main.ts")], withNode(node, { ...toLean(process.env), ...programs })),
  },
  dev: {
    needs: ["ffmpeg", "page"],
    run: ({ node, programs }) => runAttached(node, [at("scripts/dev.ts")], withNode(node, programs)),
  },
  test: {
    needs: ["ffmpeg", "chromium", "speech-model", "page"],
    run: ({ node, programs, args }) => runTests(node, withNode(node, { ...KEPT_CODE, ...programs }), args),
  },
  check: {
    needs: [],
    run: ({ node }) => runAttached(node, [at("scripts/check.ts")], withNode(node)),
  },
  e2e: {
    needs: ["ffmpeg", "chromium", "page"],
    run: ({ node, programs, args }) =>
      runAttached(node, [vitest, "run", "--project", "e2e", ...args], withNode(node, { ...KEPT_CODE, ...programs })),
  },
  bench: {
    needs: ["ffmpeg", "chromium", "page"],
    run: ({ node, programs, args }) => runAttached(node, [at("bench/bench.ts"), ...args], withNode(node, programs)),
  },
  cluster: {
    needs: ["ffmpeg", "page"],
    run: ({ node, programs, args }) =>
      runAttached(node, [at("cluster/cluster.ts"), ...args], withNode(node, { ...KEPT_CODE, ...programs })),
  },
  "previous-release": {
    needs: ["ffmpeg", "page"],
    run: ({ node, programs, args }) =>
      runAttached(node, [at("scripts/previous-release.ts"), ...args], withNode(node, programs)),
  },
  staff: {
    needs: [],
    isBesideProduct: true,
    run: ({ node, args }) => runAttached(node, [at("apps/server/src/staff.ts"), ...args], withNode(node)),
  },
  doctor: {
    needs: [],
    isBesideProduct: true,
    run: ({ node, args }) => runAttached(node, [at("apps/server/src/doctor.ts"), ...args], withNode(node)),
  },
  backup: {
    needs: [],
    isBesideProduct: true,
    run: ({ node, args }) => runAttached(node, [at("apps/server/src/backup.ts"), "backup", ...args], withNode(node)),
  },
  restore: {
    needs: [],
    isBesideProduct: true,
    run: ({ node, args }) => runAttached(node, [at("apps/server/src/backup.ts"), "restore", ...args], withNode(node)),
  },
  types: {
    needs: [],
    run: ({ node }) => runAttached(node, [at("apps/server/src/testing/generate-types.ts")], withNode(node)),
  },
};
