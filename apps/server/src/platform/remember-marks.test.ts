import { expect, test } from "vitest";
import { rememberMarks } from "./remember-marks.ts";

/** A list of numbers, the greatest first, who says how many of them were walked past. */
function listOf(length: number) {
  const list = { rows: Array.from({ length }, (_, at) => length - at), walked: 0 };
  let nowMs = 0;
  const marks = rememberMarks({ now: () => new Date(nowMs) });
  return {
    list,
    wait: (ms: number) => {
      nowMs += ms;
    },
    ask: async (page: number, name = "a list") => {
      const found = await marks.find(name, { limit: 10, offset: (page - 1) * 10 }, async ({ limit, offset, after }) => {
        const left = list.rows.filter((row) => after === null || row < Number(after[0]));
        const rows = left.slice(offset, offset + limit);
        list.walked += offset + rows.length;
        return rows.map((row) => ({ row, place: [String(row), ""] as const }));
      });
      return found.map(({ row }) => row);
    },
  };
}

const tenFrom = (first: number) => Array.from({ length: 10 }, (_, at) => first - at);

test("a deep page that was shown, and the one after it, are found again without a walk", async () => {
  const { list, ask } = listOf(1_000);
  expect(await ask(80)).toEqual(tenFrom(210));
  expect(list.walked).toBe(800);
  for (const [page, first] of [
    [80, 210],
    [81, 200],
    [82, 190],
  ] as const) {
    list.walked = 0;
    expect(await ask(page)).toEqual(tenFrom(first));
    expect(list.walked).toBe(10);
  }
  list.walked = 0;
  expect(await ask(90)).toEqual(tenFrom(110));
  expect(list.walked).toBeLessThan(100);
  expect(await ask(1)).toEqual(tenFrom(1_000));
});

test("somebody who reads on sees each row once, whatever comes or goes before it, and the first pages as they are", async () => {
  const { list, ask } = listOf(200);
  const seen: number[] = [];
  for (let page = 1; page <= 20; page++) {
    seen.push(...(await ask(page)));
    if (page === 8) list.rows = list.rows.filter((row) => row !== 195 && row !== 121);
    if (page === 12) list.rows.unshift(202, 201);
  }
  expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => 200 - at));
  expect(await ask(1)).toEqual([202, 201, 200, 199, 198, 197, 196, 194, 193, 192]);
});

test("what the marks stand on may vanish", async () => {
  const { list, ask } = listOf(200);
  expect(await ask(10)).toEqual(tenFrom(110));
  list.rows = list.rows.filter((row) => row > 111 || row < 105);
  expect(await ask(10)).toEqual(tenFrom(104));
});

test("marks are forgotten after a minute, however often they were moved, and each list has its own", async () => {
  const { list, ask, wait } = listOf(200);
  await ask(9);
  list.rows.unshift(201);
  wait(59_999);
  expect(await ask(10)).toEqual(tenFrom(110));
  expect(await ask(11, "another")).toEqual(tenFrom(101));
  wait(1);
  expect(await ask(11)).toEqual(tenFrom(101));
});

test("a list that has become shorter ends where it ends", async () => {
  const { list, ask } = listOf(115);
  const readAll = async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 12; page++) seen.push(...(await ask(page)));
    return seen;
  };
  expect(await readAll()).toEqual(list.rows);
  list.rows = list.rows.slice(20);
  expect(await readAll()).toEqual(list.rows);
});

test("beyond the end there is nothing", async () => {
  const { ask } = listOf(100);
  expect(await ask(10)).toEqual(tenFrom(10));
  expect(await ask(11)).toEqual([]);
  expect(await ask(30)).toEqual([]);
});
