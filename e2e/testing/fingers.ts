import type { Page } from "playwright-core";

export type Point = { x: number; y: number };

const STEPS = 10;

/** Moves fingers over the screen in steps, like a hand. */
export async function moveFingers(page: Page, from: readonly Point[], to: readonly Point[]): Promise<void> {
  const at = (share: number) =>
    from.map(({ x, y }, finger) => {
      const goal = to[finger] ?? { x, y };
      return { x: x + (goal.x - x) * share, y: y + (goal.y - y) * share, id: finger };
    });
  const session = await page.context().newCDPSession(page);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (let step = 1; step <= STEPS; step++)
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(step / STEPS) });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await session.detach();
}
