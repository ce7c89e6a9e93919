import { BRAND } from "@app/contract/brand";
import { describe, expect, test } from "vitest";
import { isReservedUsername } from "./names.policy.ts";

describe("a username that would be taken for ours is not given out", () => {
  test.each([
    BRAND.slug,
    "fieldhouse_support",
    "Support.FieldHouse",
    "the_fieldhouse_team",
    "field.house_help",
    "f_i_e_l_d_house",
    "f1eldhouse.admin",
    "fie1dh0use",
    "fieldh0u5e",
    "FIELDHOUSE2",
    "fieldhovse",
    "fieiclhouse",
    "ffieeldhhousee",
    "fi3ldhous3",
    "admin",
    "m0derator",
    "no.reply",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  test.each(["maya", "field_day", "houseofpain", "wakefield.hughes", "hinkle_field", "adminton"])(
    "but %s is",
    (name) => {
      expect(isReservedUsername(name)).toBe(false);
    },
  );
});
