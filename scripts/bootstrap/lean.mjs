import path from "node:path";
import { ROOT } from "./paths.mjs";

/** Compiled code is kept between starts; the tests start the product many times. */
export const KEPT_CODE = { NODE_COMPILE_CACHE: path.join(ROOT, ".runtime/compile-cache") };

const SMALL_HEAP = "--max-semi-space-size=4 --max-old-space-size=1024";

/**
 * The surroundings of a product that is to stay small, and of the worker that it starts: decision 0028. Left to
 * themselves V8 takes 100 MB for what is young, and malloc keeps what was given back, for each thread apart.
 * @param {NodeJS.ProcessEnv} environment what it says itself of Node's options comes last, and so wins
 */
export function toLean({ NODE_OPTIONS: own = "" }) {
  return { ...KEPT_CODE, MALLOC_ARENA_MAX: "2", NODE_OPTIONS: `${SMALL_HEAP} ${own}`.trim() };
}
