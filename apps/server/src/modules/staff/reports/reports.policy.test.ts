import { describe, expect, test } from "vitest";
import { isAboutMinor, isHidingDue } from "./reports.policy.ts";

describe("which reports are about a minor", () => {
  test.each([
    ["minor_safety", false, true],
    ["nudity", true, true],
    ["nudity", false, false],
    ["harassment", true, true],
    ["violence", true, true],
    ["spam", true, false],
    ["copyright", true, false],
  ] as const)("%s, about a minor's content: %s → %s", (reason, isOwnerMinor, expected) => {
    expect(isAboutMinor(reason, isOwnerMinor)).toBe(expected);
  });
});

describe("hiding until staff decide", () => {
  test.each([
    ["content", { counted: 4, is_hidden: false }, false],
    ["content", { counted: 5, is_hidden: false }, true],
    ["content", { counted: 6, is_hidden: true }, false],
    ["comment", { counted: 9, is_hidden: false }, false],
    ["channel", { counted: 9, is_hidden: false }, false],
  ] as const)("a %s with %o: %s", (kind, openCase, expected) => {
    expect(isHidingDue(kind, openCase)).toBe(expected);
  });
});
