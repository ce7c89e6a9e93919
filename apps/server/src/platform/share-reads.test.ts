import { expect, test } from "vitest";
import { shareReads } from "./share-reads.ts";

/** A number that changes, and reads of it that see it as it is when they begin and end when they are told. */
function openThing() {
  const share = shareReads<number>();
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

test("who comes while a read is under way shares the one after it, which sees what was changed meanwhile", async () => {
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

test("nothing is kept: who comes when nobody reads, reads anew", async () => {
  const { thing, ask, endOne } = openThing();
  for (const value of [1, 2]) {
    thing.value = value;
    const answer = ask();
    await endOne();
    expect(await answer).toBe(value);
  }
  expect(thing.begun).toBe(2);
});

test("another thing is read at the same time", async () => {
  const { thing, ask, endOne } = openThing();
  const answers = [ask("one"), ask("other")];
  expect(thing.begun).toBe(2);
  await endOne();
  await endOne();
  expect(await Promise.all(answers)).toEqual([0, 0]);
});

test("a fault is told to all who share it, and the next read begins all the same", async () => {
  const { ask, endOne } = openThing();
  const first = ask().catch((error: Error) => error.message);
  const sharing = [ask(), ask()].map((answer) => answer.catch((error: Error) => error.message));
  await endOne(new Error("lost"));
  const next = ask();
  await endOne(new Error("lost again"));
  await endOne();
  expect([await first, ...(await Promise.all(sharing)), await next]).toEqual(["lost", "lost again", "lost again", 0]);
});
