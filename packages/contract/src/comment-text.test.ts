import { describe, expect, test } from "vitest";
import { COMMENT_MAX_CHARS, slowModeMessage } from "./comment-limits.ts";
import { commentLength, findMentions, mentionedNames, toCommentText } from "./comment-text.ts";

describe("a comment's text", () => {
  test.each([
    ["loses spaces at its ends", "  Go!\n ", "Go!"],
    ["keeps one empty line", "a\n\n\n\nb\n\nc", "a\n\nb\n\nc"],
    ["keeps four marks on a letter", `a${"\u0323".repeat(9)}`, "ạ\u0323\u0323\u0323\u0323"],
    ["composes letters and marks", "e\u0301", "é"],
    ["loses direction overrides and invisible characters", "\u202Eabc\u202C\u200B", "abc"],
    ["keeps markup as text", "<script>1</script>", "<script>1</script>"],
  ])("%s", (_, typed, stored) => {
    expect(toCommentText(typed)).toBe(stored);
  });

  test.each([
    ["", 0],
    ["abc\n", 4],
    ["👍🏽", 1],
    ["👨‍👩‍👧‍👦é", 2],
    ["x".repeat(COMMENT_MAX_CHARS + 5), COMMENT_MAX_CHARS + 5],
    ["é".repeat(40_001), COMMENT_MAX_CHARS + 1],
  ])("of %j has the length that a reader counts", (text, length) => {
    expect(commentLength(text)).toBe(length);
  });
});

describe("mentions", () => {
  test.each([
    ["@maya", [["maya", 0]]],
    [
      "Hi @maya.lee, and (@leo_1)!",
      [
        ["maya.lee", 3],
        ["leo_1", 19],
      ],
    ],
    ["Ask @maya.", [["maya", 4]]],
    ["me@maya.com, @@maya, x.@maya", []],
    ["@ab @a..", []],
    ["https://example.org/@maya?of=@leo HTTP://x.org/(@maya) and @leo_1", [["leo_1", 59]]],
    ["<https://example.org>@maya", [["maya", 21]]],
    [`@${"x".repeat(40)}`, [["x".repeat(30), 0]]],
  ])("in %j", (text, found) => {
    expect(findMentions(text).map(({ username, at }) => [username, at])).toEqual(found);
  });
});

test("a name that is mentioned often counts once", () => {
  expect(mentionedNames("@maya @leo_1 @maya. @maya")).toEqual(["maya", "leo_1"]);
});

test("the message of slow mode says how long to wait", () => {
  expect(slowModeMessage(1)).toBe("Slow mode is on. You can comment again in 1 second.");
  expect(slowModeMessage(30)).toBe("Slow mode is on. You can comment again in 30 seconds.");
});
