import pLimit from "p-limit";
import { AppError } from "#platform/errors.ts";

const RETRY_AFTER_S = 5;

/**
 * Limits how many drawings run at once, because they are CPU-heavy and would slow down everything else in the process.
 * The others wait in order.
 * @returns runs a drawing; throws AppError `unavailable` if `waitingMax` others wait
 */
export function limitConcurrency(concurrency: number, waitingMax: number): <T>(draw: () => Promise<T>) => Promise<T> {
  const limit = pLimit(concurrency);
  return async (draw) => {
    if (limit.activeCount + limit.pendingCount >= concurrency + waitingMax)
      throw new AppError("unavailable", "Too many pictures are being drawn. Please try again in a moment.", {
        retryAfterS: RETRY_AFTER_S,
      });
    return limit(draw);
  };
}
