import { BRAND } from "@app/contract/brand";
import { describe, expect, test } from "vitest";
import { emailKey, isReservedUsername, signInKey, toSkeleton, usernameKey } from "./names.policy.ts";

test.each([
  [" Zoe\u0301@People.TEST ", "zo\u00e9@people.test"],
  ["leo+sports@people.test", "leo+sports@people.test"],
  ["l.eo@people.test", "l.eo@people.test"],
])("the address %j is compared as %j", (email, key) => {
  expect(emailKey(email)).toBe(key);
});

test.each([
  [" Maya ", "rnaya"],
  ["maya_reed", "rnaya_reed"],
  ["MOMO", "rnorno"],
  ["j0hn.d0e", "john.doe"],
  ["bi11", "blll"],
  ["b|ll", "blll"],
  ["\uff4d\uff41ya", "rnaya"],
])("the username %j is compared as %j", (username, key) => {
  expect(usernameKey(username)).toBe(key);
});

test.each([
  ["Momo", "rnorno"],
  ["Momo@People.test", "momo@people.test"],
])("the Sign In form finds %j as %j", (typed, key) => {
  expect(signInKey(typed)).toBe(key);
});

test("look-alike letters are mapped to one, and doubled letters are merged", () => {
  expect(toSkeleton("3_4.5_7.8_9")).toBe("eastbg");
  expect(toSkeleton("uvvcl")).toBe("vwd");
  expect(toSkeleton("aaa")).toBe("a");
});

describe("usernames that could be mistaken for the product are reserved", () => {
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
    "Fielclhouse",
    "fie1dh0u5e_",
    "admin",
    "everyone",
    "deleted_user",
    "deleted.user",
    "noreply",
    "sign.up",
    "no_reply",
    "s.t.aff",
    "...",
    "_",
    "m0derator",
    "no.reply",
  ])("%s", (name) => {
    expect(isReservedUsername(name)).toBe(true);
  });

  test.each([
    "maya",
    "MAYA",
    "field_day",
    "houseofpain",
    "wakefield.hughes",
    "hinkle_field",
    "adminton",
    "fieldmouse",
    "24",
  ])("but %s is", (name) => {
    expect(isReservedUsername(name)).toBe(false);
  });
});
