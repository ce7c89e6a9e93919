import { expect, test } from "vitest";
import { previewImageFolder, toChannelPreview, toLines } from "./preview-images.presenter.ts";
import type { SharedChannel } from "./sharing.sql.ts";

test("the pictures of an id share one folder, whatever its letter case", () => {
  expect(previewImageFolder("content", "0B6F")).toBe("shares/content/0b6f/");
  expect(previewImageFolder("content", "0b6f")).toBe(previewImageFolder("content", "0B6F"));
});

test.each([
  [1, 0, "@maya · 1 follower · 0 items"],
  [1_000, 999, "@maya · 1.0K followers · 999 items"],
  [1_250_000, 1, "@maya · 1.3M followers · 1 item"],
])("%i followers and %i items are formatted as in the rest of the product", (subscriber_count, content_count, line) => {
  const channel = { username: "maya", subscriber_count, content_count } as SharedChannel;
  expect(toChannelPreview(channel).line).toBe(line);
});

/** Ten characters per line. */
const fits = (line: string) => [...line].length <= 10;

test.each([
  ["", 2, []],
  ["Cup final", 2, ["Cup final"]],
  ["Cup final, second half", 2, ["Cup final,", "second ha…"]],
  ["Cup final, second half", 3, ["Cup final,", "second", "half"]],
  ["Donaudampfschiff ahoi", 2, ["Donaudampf", "schiff ah…"]],
  ["  much \n  space  ", 2, ["much space"]],
  ["🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀🏀", 1, ["🏀🏀🏀🏀🏀🏀🏀🏀🏀…"]],
])("%j in %i lines", (words, most, lines) => {
  expect(toLines(words, most, fits)).toEqual(lines);
});
