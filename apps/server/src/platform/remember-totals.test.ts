import { expect, test } from "vitest";
import { rememberTotals } from "./remember-totals.ts";

/** A list of so many, who says how often it was counted. */
function listOf(total: number) {
  const list = { total, counts: 0 };
  let nowMs = 0;
  const totals = rememberTotals({ now: () => new Date(nowMs) });
  return {
    list,
    wait: (ms: number) => {
      nowMs += ms;
    },
    ask: (offset = 0, name = "a list") => {
      const found = Math.max(0, Math.min(12, list.total - offset));
      return totals.of(name, { limit: 12, offset, most: 5_000, found }, async () => {
        list.counts++;
        return list.total;
      });
    },
  };
}

test("a page that is not full tells the total, and nothing is counted", async () => {
  const { list, ask } = listOf(17);
  expect([await ask(12), list.counts]).toEqual([17, 0]);
  list.total = 0;
  expect([await ask(), list.counts]).toEqual([0, 0]);
});

test("a page beyond the end tells nothing", async () => {
  const { ask } = listOf(17);
  expect(await ask(24)).toBe(17);
});

test("a short list is counted for each who asks: what is added is in its total at once", async () => {
  const { list, ask } = listOf(40);
  expect(await ask()).toBe(40);
  list.total = 41;
  expect(await ask()).toBe(41);
});

test("a long one is counted once a minute, each list by itself", async () => {
  const { list, ask, wait } = listOf(5_000);
  for (let n = 0; n < 9; n++) await ask(12 * n);
  expect(list.counts).toBe(1);
  await ask(0, "another");
  expect(list.counts).toBe(2);
  list.total = 4_000;
  wait(59_999);
  expect(await ask()).toBe(5_000);
  wait(1);
  expect(await ask()).toBe(4_000);
});
