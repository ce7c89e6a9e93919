import { expect, test } from "vitest";
import { contentFields } from "./contents.ts";
import { requiredText } from "./earner-fields.ts";
import { toLine, toText } from "./plain-text.ts";
import { profileChanges } from "./profile.ts";

test.each([
  ["a direction override", "Ma\u202eya\u202c", "Maya"],
  ["a direction isolate", "\u2066Maya\u2069", "Maya"],
  ["direction marks", "\u200eMa\u200fya\u061c", "Maya"],
  ["zero-width spaces", "Ma\u200bya\u2060\ufeff", "Maya"],
  ["a joiner between Latin letters", "Ma\u200dya\u200c", "Maya"],
  ["a soft hyphen", "Ma\u00adya", "Maya"],
  ["blank letters", "Maya\u3164\u115f\u2800", "Maya"],
  ["control characters", "Ma\u0007ya\u0085Reed\u0000", "Ma ya Reed"],
  ["a second line", "Maya\r\nReed\tII", "Maya Reed II"],
  ["spaces around it", "  Maya  ", "Maya"],
])("a name loses %s", (_, typed, name) => {
  expect(toLine(typed)).toBe(name);
});

test.each([
  ["Persian with a zero-width non-joiner", "می\u200cخواهم"],
  ["Hindi with a zero-width joiner", "क्\u200dष"],
  [
    "emoji sequences",
    "👩\u200d🚀 👨\u200d👩\u200d👧 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} ❤\ufe0f\u200d🔥",
  ],
  ["Hebrew and Arabic", "שלום مرحبا"],
  ["accents and signs", "Zoë O’Neil-Łukasiewicz & Söhne №1"],
])("%s stays as it is", (_, name) => {
  expect(toLine(name)).toBe(name);
});

test("a longer text keeps its line breaks, but no control characters or direction overrides", () => {
  expect(toText(" First\n\n\tsecond\u202e third\u0007 ")).toBe("First\n\n\tsecond third");
});

test("a name of invisible characters only is empty", () => {
  const parsed = requiredText("Team name", 80).safeParse("\u200b\u202e \u3164");
  expect(parsed.error?.issues.map((issue) => issue.message)).toEqual(["Team name is a required field"]);
});

test("names in the contract lose invisible characters before their length is checked", () => {
  expect(profileChanges.channel_name.parse("\u202eMaya")).toBe("Maya");
  expect(contentFields.title.parse(`\u2067${"x".repeat(100)}\u2069`)).toBe("x".repeat(100));
  expect(contentFields.tags.parse(["ro\u200bw"])).toEqual(["row"]);
});
