import { describe, expect, test } from "vitest";
import * as ids from "./ids.ts";

const UUID = "0190a1b2-0000-7000-8000-000000000000";
const { accountId, channelId, contentId, deviceId, invoiceId, paymentMethodId, subscriptionId } = ids;

test.each(Object.entries({ accountId, channelId, contentId, deviceId, invoiceId, paymentMethodId, subscriptionId }))(
  "a %s is a UUID",
  (_, id) => {
    expect([UUID, `${UUID}0`, "maya", ""].map((text) => id.safeParse(text).success)).toEqual([
      ...[true, false, false, false],
    ]);
  },
);

describe.each(Object.entries({ uploadId: ids.uploadId, pictureId: ids.pictureId }))("a %s", (_, id) => {
  test.each([
    ["0123456789abcdef".repeat(2), true],
    ["a".repeat(31), false],
    ["a".repeat(33), false],
    ["A".repeat(32), false],
    ["g".repeat(32), false],
    [`../${"a".repeat(32)}`, false],
    [`${"a".repeat(32)}/..`, false],
  ])("%s: %s", (text, isId) => {
    expect(id.safeParse(text).success).toBe(isId);
  });
});

test.each([
  ["1", 1],
  [2_147_483_647, 2_147_483_647],
  [2_147_483_648, null],
  [0, null],
  ["-1", null],
  ["1.5", null],
  ["soccer", null],
])("the category id %j is read as %j", (text, number) => {
  expect(ids.categoryId.safeParse(text).data ?? null).toBe(number);
});
