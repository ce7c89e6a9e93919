import { setImmediate as soon } from "node:timers/promises";
import { expect, test } from "vitest";
import { openTurns } from "./turns.ts";

/** A drawing that ends, or fails, when it is told to. */
function drawing() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let hasBegun = false;
  return {
    draw: () => {
      hasBegun = true;
      return promise;
    },
    end: resolve,
    fail: reject,
    hasBegun: () => hasBegun,
  };
}

test("two draw at once, two wait in their order, and one more is asked to come back", async () => {
  const take = openTurns(2, 2);
  const all = [drawing(), drawing(), drawing(), drawing()] as const;
  const [first, second, third, fourth] = all;
  const taken = all.map(({ draw }) => take(draw));
  const begun = () => all.map(({ hasBegun }) => hasBegun());
  await soon();
  expect(begun()).toEqual([true, true, false, false]);
  await expect(take(() => Promise.resolve())).rejects.toMatchObject({ kind: "unavailable", retryAfterS: 5 });

  second.fail(new Error("a broken picture"));
  await expect(taken[1]).rejects.toThrow("a broken picture");
  await soon();
  expect(begun()).toEqual([true, true, true, false]);
  first.end();
  await soon();
  expect(begun()).toEqual([true, true, true, true]);

  third.end();
  fourth.end();
  await Promise.all([taken[0], taken[2], taken[3]]);
  expect(await take(() => Promise.resolve("free again"))).toBe("free again");
});
