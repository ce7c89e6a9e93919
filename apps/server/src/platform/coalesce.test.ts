import { expect, test } from "vitest";
import { createBatchLoader, createCoalescer } from "./coalesce.ts";

/** A changing number; a read returns its value at the start, when the test completes it. */
function openThing() {
  const share = createCoalescer<number>();
  const ends: ((fault?: Error) => void)[] = [];
  const thing = { value: 0, begun: 0 };
  const read = () => {
    const { value } = thing;
    thing.begun++;
    return new Promise<number>((resolve, reject) => {
      ends.push((fault) => (fault ? reject(fault) : resolve(value)));
    });
  };
  const endOne = async (fault?: Error) => {
    ends.shift()?.(fault);
    await new Promise(setImmediate);
  };
  return { thing, ask: (key = "a thing") => share(key, read), endOne };
}

test("callers that arrive during a read share the next one, which sees newer changes", async () => {
  const { thing, ask, endOne } = openThing();
  const first = ask();
  thing.value = 1;
  const others = [ask(), ask(), ask()];
  expect(thing.begun).toBe(1);
  await endOne();
  expect(await first).toBe(0);
  expect(thing.begun).toBe(2);

  thing.value = 2;
  const late = ask();
  await endOne();
  expect(await Promise.all(others)).toEqual([1, 1, 1]);
  await endOne();
  expect(await late).toBe(2);
  expect(thing.begun).toBe(3);
});

test("nothing is cached: a caller that arrives when no read is in flight starts one", async () => {
  const { thing, ask, endOne } = openThing();
  for (const value of [1, 2]) {
    thing.value = value;
    const answer = ask();
    await endOne();
    expect(await answer).toBe(value);
  }
  expect(thing.begun).toBe(2);
});

test("other keys are read concurrently", async () => {
  const { thing, ask, endOne } = openThing();
  const answers = [ask("one"), ask("other")];
  expect(thing.begun).toBe(2);
  await endOne();
  await endOne();
  expect(await Promise.all(answers)).toEqual([0, 0]);
});

test("an error reaches every caller who shares the read, and does not block the next one", async () => {
  const { ask, endOne } = openThing();
  const first = ask().catch((error: Error) => error.message);
  const sharing = [ask(), ask()].map((answer) => answer.catch((error: Error) => error.message));
  await endOne(new Error("lost"));
  const next = ask();
  await endOne(new Error("lost again"));
  await endOne();
  expect([await first, ...(await Promise.all(sharing)), await next]).toEqual(["lost", "lost again", "lost again", 0]);
});

/** A batch loader of squares; the test completes each batch. */
function openSquares() {
  const reads: number[][] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const ask = createBatchLoader((numbers: readonly number[]) => {
    reads.push([...numbers]);
    return new Promise<Map<number, number>>((resolve, reject) => {
      const squares = new Map(numbers.filter((one) => one > 0).map((one) => [one, one * one]));
      ends.push((fault) => (fault ? reject(fault) : resolve(squares)));
    });
  });
  const endOne = async (fault?: Error) => {
    ends.shift()?.(fault);
    await new Promise(setImmediate);
  };
  return { ask, reads, endOne };
}

test("callers that arrive during a batch share the next one, with unique keys, and get null for missing ones", async () => {
  const { ask, reads, endOne } = openSquares();
  const first = ask(2);
  const others = [3, 4, 3, -1, 2].map(ask);
  await endOne();
  const late = ask(5);
  await endOne();
  await endOne();
  expect(reads).toEqual([[2], [3, 4, -1, 2], [5]]);
  expect([await first, await Promise.all(others), await late]).toEqual([4, [9, 16, 9, null, 4], 25]);
});

test("an error of one batch does not reach the next", async () => {
  const { ask, reads, endOne } = openSquares();
  const first = ask(1);
  const lost = [2, 3].map((one) => ask(one).catch((error: Error) => error.message));
  await endOne();
  const next = ask(4);
  await endOne(new Error("lost"));
  await endOne();
  expect([await first, await Promise.all(lost), await next]).toEqual([1, ["lost", "lost"], 16]);
  expect(reads).toEqual([[1], [2, 3], [4]]);
});
