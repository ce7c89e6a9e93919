import { describe, expect, test } from "vitest";
import { accountRoutes, userCard } from "./accounts.ts";
import { ERROR_STATUS, lockedMessage } from "./errors.ts";
import { refusal } from "./http.ts";
import { VALIDATION_OPTIONS } from "./validation.ts";

const LOGIN = {
  email_or_username: "maya",
  password: "x",
  device_id: crypto.randomUUID(),
  device_name: "",
  ip_address: null,
};

function faultOf(change: Record<string, unknown>): string | undefined {
  return accountRoutes.login.body.safeParse({ ...LOGIN, ...change }, VALIDATION_OPTIONS).error?.issues[0]?.message;
}

describe("the Sign In form", () => {
  test("takes the payload of the sign-up form, and trims the name but never the password", () => {
    const body = accountRoutes.login.body.parse({ ...LOGIN, email_or_username: " maya ", password: " x " });
    expect(body).toMatchObject({ email_or_username: "maya", password: " x " });
    expect(faultOf({ ip_address: "203.0.113.9" })).toBeUndefined();
    expect(faultOf({ email_or_username: "m", password: "x" })).toBeUndefined();
  });

  test.each([
    [{ email_or_username: "  " }, "Email or username is a required field"],
    [{ email_or_username: "x".repeat(255) }, "Email or username must be at most 254 characters"],
    [{ password: "" }, "Password is a required field"],
    [{ password: "x".repeat(201) }, "Password must be at most 200 characters"],
  ])("%j is refused with the form's message", (change, message) => {
    expect(faultOf(change)).toBe(message);
  });

  test("a device without a valid id is refused", () => {
    expect(faultOf({ device_id: "my phone" })).toBeDefined();
    expect(faultOf({ device_id: undefined })).toBeDefined();
  });
});

describe("the card of the signed-in person", () => {
  test("cannot carry a secret: fields that are not named are dropped", () => {
    expect(Object.keys(userCard.shape)).not.toEqual(expect.arrayContaining(["password_hash"]));
    for (const name of ["password", "password_hash", "access_token", "refresh_token", "ssn", "date_of_birth", "phone"])
      expect(Object.keys(userCard.shape)).not.toContain(name);
  });
});

test.each([
  [1, "1 second"],
  [2, "2 seconds"],
  [30, "30 seconds"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("after too many attempts a wait of %d seconds reads '%s'", (waitS, words) => {
  expect(lockedMessage(waitS)).toBe(`Too many failed attempts. Please try again in ${words}.`);
});

test("each kind of refusal has one status, and an unknown kind is read as a server error", () => {
  for (const status of Object.values(ERROR_STATUS)) expect(status >= 400 && status < 600).toBe(true);
  const said = refusal.parse({ code: 418, status: "error", kind: "teapot", message: "No coffee.", data: null });
  expect(said).toMatchObject({ kind: "internal", errors: {}, request_id: "" });
});
