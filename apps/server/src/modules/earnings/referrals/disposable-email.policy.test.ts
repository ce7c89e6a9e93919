import { expect, test } from "vitest";
import { isDisposableEmail } from "./disposable-email.policy.ts";

test.each([
  ["leo@mailinator.com", true],
  ["leo@0-mail.com", true],
  ["leo@yopmail.net", true],
  ["leo@Mailinator.COM", true],
  ["leo@inbox.eu.mailinator.com", true],
  ['"leo@home"@mailinator.com', true],
  ["mailinator.com@people.test", false],
  ["leo@notmailinator.com", false],
  ["leo@mailinator.com.people.test", false],
  ["leo@com", false],
  ["leo@", false],
])("%s is thrown away after a mail: %s", (email, expected) => {
  expect(isDisposableEmail(email)).toBe(expected);
});
