import { expect, test } from "vitest";
import { sourceOf } from "./search-params.ts";

const US = "https://fieldhouse.test";

test.each([
  ["/explore", "", "explore"],
  ["/category-listing/4", "", "explore"],
  ["/search-results", "", "search"],
  ["/profile/abc", "", "channel"],
  ["/following", "", "following"],
  ["/video/abc", "", "related"],
  ["/videos", "", "direct"],
  ["/history", "", "direct"],
  [null, "", "direct"],
  [null, "https://example.com/page?user=1", "outside"],
  [null, `${US}/explore?tab=1`, "explore"],
  [null, "android-app://com.mail", "outside"],
  ["/following", "https://example.com/", "following"],
] as const)("from %s, referred by %s, a view comes from %s", (path, referrer, source) => {
  expect(sourceOf(path, referrer, US)).toBe(source);
});
