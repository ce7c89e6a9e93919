import path from "node:path";
import { ROOT } from "./paths.mjs";

/** Caches compiled code between starts, because the tests start the product many times. */
export const KEPT_CODE = { NODE_COMPILE_CACHE: path.join(ROOT, ".runtime/compile-cache") };

const SMALL_HEAP = "--max-semi-space-size=4 --max-old-space-size=1024";

/**
 * Environment variables that keep the product and its worker small: decision 0028. By default V8 takes 100 MB for young
 * objects, and malloc keeps freed memory in an arena per thread.
 * @param {NodeJS.ProcessEnv} environment its own NODE_OPTIONS come last, and so win
 */
export function toLean({ NODE_OPTIONS: own = "" }) {
  return { ...KEPT_CODE, MALLOC_ARENA_MAX: "2", NODE_OPTIONS: `${SMALL_HEAP} ${own}`.trim() };
}
