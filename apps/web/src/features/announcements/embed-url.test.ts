import { expect, test } from "vitest";
import { toEmbedUrl } from "./embed-url.ts";

const LOOP = { from_s: 10, to_s: 15 };
const PAGE = "https://fieldhouse.test";

test.each([
  "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://youtu.be/dQw4w9WgXcQ?t=3",
  "https://www.youtube.com/embed/dQw4w9WgXcQ",
  "https://m.youtube.com/shorts/dQw4w9WgXcQ/",
])("%s plays from second 10 to 15 without cookies", (link) => {
  const address = new URL(toEmbedUrl(link, LOOP, PAGE) ?? "");
  expect(address.origin + address.pathname).toBe("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ");
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ start: "10", end: "15", mute: "1", autoplay: "1" });
  expect(Object.fromEntries(address.searchParams)).toMatchObject({ enablejsapi: "1", origin: PAGE });
});

test.each([
  "http://www.youtube.com/watch?v=dQw4w9WgXcQ",
  "https://evil.test/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com.evil.test/watch?v=dQw4w9WgXcQ",
  "javascript:alert(1)",
  "https://www.youtube.com/watch?v=../../x",
  "",
])("%s is not played", (link) => {
  expect(toEmbedUrl(link, LOOP, PAGE)).toBeNull();
});
