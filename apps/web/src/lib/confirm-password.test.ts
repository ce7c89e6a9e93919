import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";
import { NotConfirmed, needsPassword, usePasswordRequest, withConfirmedPassword } from "./confirm-password.ts";

const unconfirmed = new ApiError({
  kind: "confirm_password",
  message: "Please confirm your password.",
  errors: {},
  request_id: "",
  code: 403,
});

/** Fails until the password is confirmed. */
function sensitive(): { attempts: number; action: () => Promise<string> } {
  const call = {
    attempts: 0,
    action: async () => {
      call.attempts += 1;
      if (call.attempts === 1) throw unconfirmed;
      return "done";
    },
  };
  return call;
}

const openRequest = async () => {
  await new Promise((resolve) => setTimeout(resolve));
  return usePasswordRequest.getState().request;
};

test("an action that needs the password runs again once it is confirmed", async () => {
  const call = sensitive();
  const done = withConfirmedPassword(call.action);
  (await openRequest())?.resolve(true);
  expect([await done, call.attempts, usePasswordRequest.getState().request]).toEqual(["done", 2, null]);
});

test("closing the dialog does nothing", async () => {
  const call = sensitive();
  const done = withConfirmedPassword(call.action);
  const refused = expect(done).rejects.toBeInstanceOf(NotConfirmed);
  (await openRequest())?.resolve(false);
  await refused;
  expect(call.attempts).toBe(1);
});

test("an action runs again if its reply lacks what only a confirmed password reveals", async () => {
  const replies = [null, "/the/file"];
  const done = withConfirmedPassword(async () => {
    const reply = replies.shift();
    if (!reply) throw needsPassword();
    return reply;
  });
  (await openRequest())?.resolve(true);
  expect(await done).toBe("/the/file");
});

test("any other error is rethrown", async () => {
  const error = new Error("broken");
  await expect(withConfirmedPassword(() => Promise.reject(error))).rejects.toBe(error);
  expect(await openRequest()).toBeNull();
});
