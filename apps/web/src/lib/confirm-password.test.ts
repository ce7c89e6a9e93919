import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { NotConfirmed, needsPassword, usePasswordAsk, withConfirmedPassword } from "./confirm-password.ts";

const notYet = new ApiError({
  kind: "confirm_password",
  message: "Please confirm your password.",
  errors: {},
  request_id: "",
  code: 403,
});

/** Refused until the password was confirmed. */
function guarded(): { tries: number; action: () => Promise<string> } {
  const door = {
    tries: 0,
    action: async () => {
      door.tries += 1;
      if (door.tries === 1) throw notYet;
      return "done";
    },
  };
  return door;
}

const shown = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  return usePasswordAsk.getState().ask;
};

test("what needs a password is done again once it was confirmed", async () => {
  const door = guarded();
  const done = withConfirmedPassword(door.action);
  (await shown())?.answer(true);
  expect([await done, door.tries, usePasswordAsk.getState().ask]).toEqual(["done", 2, null]);
});

test("whoever closes the dialog has done nothing", async () => {
  const door = guarded();
  const done = withConfirmedPassword(door.action);
  const refused = expect(done).rejects.toBeInstanceOf(NotConfirmed);
  (await shown())?.answer(false);
  await refused;
  expect(door.tries).toBe(1);
});

test("an answer that lacks what only a fresh password gets is asked for again", async () => {
  const answers = [null, "/the/file"];
  const done = withConfirmedPassword(async () => {
    const answer = answers.shift();
    if (!answer) throw needsPassword();
    return answer;
  });
  (await shown())?.answer(true);
  expect(await done).toBe("/the/file");
});

test("any other fault is the caller's", async () => {
  const fault = new Error("broken");
  await expect(withConfirmedPassword(() => Promise.reject(fault))).rejects.toBe(fault);
  expect(await shown()).toBeNull();
});
