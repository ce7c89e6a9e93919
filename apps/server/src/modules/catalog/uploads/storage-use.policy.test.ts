import { UPLOAD_MESSAGES } from "@app/contract/uploads";
import { describe, expect, test } from "vitest";
import { findSpaceFault, toStorageUse } from "./storage-use.policy.ts";

const GB = 1_000 ** 3;
const used = (open: number, kept: number, deleted = 0) => ({ open: open * GB, kept: kept * GB, deleted: deleted * GB });

describe("whether a file may be uploaded", () => {
  test.each([
    ["into an empty plan", used(0, 0), 25 * GB, null],
    ["up to the last byte of the plan", used(10, 80), 10 * GB, null],
    ["not one byte more", used(10, 80), 10 * GB + 1, UPLOAD_MESSAGES.full],
    ["up to the last byte for unfinished uploads", used(24, 0), GB, null],
    ["not one byte more of unfinished uploads", used(24, 0), GB + 1, UPLOAD_MESSAGES.tooMuchOpen],
    ["with deleted items, up to twice the plan in total", used(10, 80, 100), 10 * GB, null],
    ["not one byte beyond that", used(10, 79, 101), 10 * GB + 1, UPLOAD_MESSAGES.fullOfDeleted],
  ])("%s", (_, before, sizeBytes, fault) => {
    expect(findSpaceFault("Individual", before, sizeBytes)).toBe(fault);
  });
});

test.each([
  ["Individual", 100, 25],
  ["Team", 300, 50],
  ["Organization", 1_000, 100],
] as const)("the plan %s includes %d GB, %d GB of them for unfinished uploads", (plan, totalGb, openGb) => {
  expect(toStorageUse(plan, used(1, 2, 3))).toEqual({
    open_bytes: GB,
    open_limit_bytes: openGb * GB,
    kept_bytes: 2 * GB,
    limit_bytes: totalGb * GB,
    deleted_bytes: 3 * GB,
  });
});
