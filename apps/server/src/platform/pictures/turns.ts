import { AppError } from "#platform/errors.ts";

const RETRY_AFTER_S = 5;

export type Turns = <Drawn>(draw: () => Promise<Drawn>) => Promise<Drawn>;

/**
 * Lets `atOnce` drawings run and the others wait, first come, first served: they are heavy, and would slow down
 * whatever else the process answers. Whoever comes when `waitingMax` wait is refused as `unavailable`.
 */
export function openTurns(atOnce: number, waitingMax: number): Turns {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function begin(): Promise<void> {
    if (running < atOnce) {
      running += 1;
      return;
    }
    if (waiting.length >= waitingMax)
      throw new AppError("unavailable", "Too many pictures are being drawn. Please try again in a moment.", {
        retryAfterS: RETRY_AFTER_S,
      });
    await new Promise<void>((resolve) => waiting.push(resolve));
  }

  /** Whoever waited longest takes over the place. */
  function end(): void {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }

  return async (draw) => {
    await begin();
    try {
      return await draw();
    } finally {
      end();
    }
  };
}
