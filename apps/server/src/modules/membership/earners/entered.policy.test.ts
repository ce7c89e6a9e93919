import { EARNER_MESSAGES } from "@app/contract/earners";
import { describe, expect, test } from "vitest";
import { findChangedAccount } from "./entered.policy.ts";

const ACCOUNT = { username: "maya", email: "Maya@people.test", gender: "Female", birth: "2004-02-29" };
const UNKNOWN = { ...ACCOUNT, gender: null, birth: null };

describe("a form may repeat of the account what the account has", () => {
  test.each([
    ["nothing", {}],
    ["everything", { username: "maya", email: "Maya@people.test", gender: "Female", date_of_birth: "2004-02-29" }],
    ["the address in other capitals", { email: "mAYA@PEOPLE.test" }],
    ["a moment of the birthday", { date_of_birth: "2004-02-29T00:00:00Z" }],
  ])("%s", (_, given) => {
    expect(findChangedAccount(ACCOUNT, given)).toEqual({});
  });

  test("and what the account does not have yet", () => {
    expect(findChangedAccount(UNKNOWN, { gender: "Male", date_of_birth: "1990-01-01" })).toEqual({});
    expect(findChangedAccount({ ...ACCOUNT, birth: "2004-02" }, { date_of_birth: "2004-02-29" })).toEqual({});
  });
});

test.each([
  ["username", { username: "Maya" }, EARNER_MESSAGES.usernameFixed],
  ["email", { email: "leo@people.test" }, EARNER_MESSAGES.notAsSignedUp],
  ["gender", { gender: "Male" }, EARNER_MESSAGES.notAsSignedUp],
  ["date_of_birth", { date_of_birth: "2004-03-01" }, EARNER_MESSAGES.notAsSignedUp],
])("another %s is refused under its field", (field, given, message) => {
  expect(findChangedAccount(ACCOUNT, given)).toEqual({ [field]: [message] });
});
