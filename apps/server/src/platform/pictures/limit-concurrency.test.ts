import { setImmediate as nextTick } from "node:timers/promises";
import { expect, test } from "vitest";
import { limitConcurrency } from "./redraw-picture.ts";

/** A drawing that the test finishes or fails. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasStarted = false;
  return {
    draw: () => {
      hasStarted = true;
      return promise;
    },
    finish: resolve,
    fail: reject,
    hasStarted: () => hasStarted,
  };
}

test("runs two drawings at once, queues two in order, and refuses another one", async () => {
  const run = limitConcurrency(2, 2);
  const all = [drawing(), drawing(), drawing(), drawing()] as const;
  const [first, second, third, fourth] = all;
  const results = all.map(({ draw }) => run(draw));
  const started = () => all.map(({ hasStarted }) => hasStarted());
  await nextTick();
  expect(started()).toEqual([true, true, false, false]);
  await expect(run(() => Promise.resolve())).rejects.toMatchObject({ kind: "unavailable", retryAfterS: 5 });

  second.fail(new Error("a broken picture"));
  await expect(results[1]).rejects.toThrow("a broken picture");
  await nextTick();
  expect(started()).toEqual([true, true, true, false]);
  first.finish();
  await nextTick();
  expect(started()).toEqual([true, true, true, true]);

  third.finish();
  fourth.finish();
  await Promise.all([results[0], results[2], results[3]]);
  expect(await run(() => Promise.resolve("free again"))).toBe("free again");
});
