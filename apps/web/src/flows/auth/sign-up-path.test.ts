import { beforeEach, expect, test } from "vitest";
import { openTab, stubStorages } from "#testing/storage.ts";
import { keepSignUpPath, takeSignUpPath } from "./sign-up-path.ts";

beforeEach(stubStorages);

test("is found once, also by the link of the email in another tab", () => {
  keepSignUpPath("/channel/northgate.hornets");
  openTab();
  expect(takeSignUpPath()).toBe("/channel/northgate.hornets");
  expect(takeSignUpPath()).toBeNull();
});

test("a sign-up that leads nowhere in particular forgets where one before it led", () => {
  keepSignUpPath("/channel/northgate.hornets");
  openTab();
  keepSignUpPath(undefined);
  expect(takeSignUpPath()).toBeNull();
});
