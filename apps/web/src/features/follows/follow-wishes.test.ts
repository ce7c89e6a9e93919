import { beforeEach, expect, test } from "vitest";
import { forgetWishes, settle, useWishes, wish } from "./follow-wishes.ts";

beforeEach(forgetWishes);

const shown = () => useWishes.getState().byChannel.c?.wish;

/** A server that answers when it is told to. */
function openServer() {
  const asked: boolean[] = [];
  const answers: (() => void)[] = [];
  const tell = (following: boolean) =>
    new Promise<{ following: boolean }>((resolve) => {
      asked.push(following);
      answers.push(() => resolve({ following }));
    });
  const answer = async () => {
    answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { asked, tell, answer };
}

test("a press is shown at once, before the server has answered", async () => {
  const server = openServer();
  const done = wish("c", { wanted: true, known: false }, server.tell);
  expect(shown()).toBe(true);
  await server.answer();
  await done;
  expect([shown(), server.asked]).toEqual([true, [true]]);
});

test("of many quick presses the last one wins, one request at a time", async () => {
  const server = openServer();
  const done = wish("c", { wanted: true, known: false }, server.tell);
  void wish("c", { wanted: false, known: false }, server.tell);
  void wish("c", { wanted: true, known: false }, server.tell);
  void wish("c", { wanted: false, known: false }, server.tell);
  expect([shown(), server.asked]).toEqual([false, [true]]);
  await server.answer();
  expect(server.asked).toEqual([true, false]);
  await server.answer();
  await done;
  expect([shown(), useWishes.getState().byChannel.c?.isUnderWay]).toEqual([false, false]);
});

test("a press that is taken back before the answer asks for nothing more", async () => {
  const server = openServer();
  const done = wish("c", { wanted: true, known: false }, server.tell);
  void wish("c", { wanted: false, known: false }, server.tell);
  void wish("c", { wanted: true, known: false }, server.tell);
  await server.answer();
  await done;
  expect([shown(), server.asked]).toEqual([true, [true]]);
});

test("a wish that fails shows what the server said last, and whoever pressed is told", async () => {
  await wish("c", { wanted: true, known: false }, async (following) => ({ following }));
  const refused = wish("c", { wanted: false, known: false }, () => Promise.reject(new Error("no line")));
  await expect(refused).rejects.toThrow("no line");
  expect(shown()).toBe(true);
});

test("once the lists are asked anew they are believed, but never while a wish is under way", async () => {
  const server = openServer();
  const done = wish("c", { wanted: true, known: false }, server.tell);
  settle("c");
  expect(shown()).toBe(true);
  await server.answer();
  await done;
  settle("c");
  expect(shown()).toBeUndefined();
});

test.each(["answered", "refused"])(
  "what one person wished is %s after they have gone: the next one hears nothing of it",
  async (end) => {
    let finish = () => {};
    const done = wish(
      "c",
      { wanted: true, known: false },
      (following) =>
        new Promise((resolve, reject) => {
          finish = () => (end === "answered" ? resolve({ following }) : reject(new Error("no line")));
        }),
    );
    forgetWishes();
    finish();
    await done;
    expect(useWishes.getState().byChannel).toEqual({});
  },
);
