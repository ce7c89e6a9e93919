import { describe, expect, test } from "vitest";
import { type TextPart, toTextParts } from "./linked-text.tsx";

function marked(text: string, lengthS: number | null = 7200) {
  return toTextParts(text, lengthS).filter((part) => part.kind !== "text");
}

function joined(parts: TextPart[]): string {
  return parts.map((part) => part.text).join("");
}

describe("links in a description", () => {
  test("http and https URLs are links, without the punctuation after them", () => {
    expect(marked("See https://example.org/a?b=c#d. And (http://example.org).")).toEqual([
      { kind: "link", text: "https://example.org/a?b=c#d", href: "https://example.org/a?b=c#d" },
      { kind: "link", text: "http://example.org", href: "http://example.org/" },
    ]);
  });

  test("brackets within a URL stay", () => {
    expect(marked("https://example.org/Cup_(2024)")).toMatchObject([{ text: "https://example.org/Cup_(2024)" }]);
  });

  test("nothing else becomes a link", () => {
    expect(marked("javascript:alert(1) data:text/html,x ftp://example.org //example.org www.example.org")).toEqual([]);
    expect(marked("https:// and http://.")).toEqual([]);
  });

  test("markup stays text", () => {
    const text = '<a href="https://example.org">x</a>';
    const parts = toTextParts(text, null);
    expect(joined(parts)).toBe(text);
    expect(parts[1]).toEqual({ kind: "link", text: "https://example.org", href: "https://example.org/" });
  });
});

describe("timestamps in a description", () => {
  test("have minutes, and optionally hours", () => {
    expect(marked("0:00 kick-off, 12:34 goal, 1:02:03 final whistle")).toEqual([
      { kind: "time", text: "0:00", atS: 0 },
      { kind: "time", text: "12:34", atS: 754 },
      { kind: "time", text: "1:02:03", atS: 3723 },
    ]);
  });

  test("times beyond the end and invalid times stay text", () => {
    expect(marked("5:00 and 4:59", 299)).toMatchObject([{ text: "4:59" }]);
    expect(marked("1:99, 1:2, 1:234, 2:75:00, v1:23, 1.2:30, 12:34:56:78, 1:23.5")).toEqual([]);
  });

  test("a time within a URL is part of the link", () => {
    expect(marked("https://example.org/1:23")).toMatchObject([{ kind: "link" }]);
  });
});

test("no character of a description is lost", () => {
  const text = "Intro\n0:15 warm-up (https://example.org/x).\nScore 3:1, 99:99!\n";
  expect(joined(toTextParts(text, 600))).toBe(text);
  expect(toTextParts("", 600)).toEqual([]);
});

test("of a video that begins at 1:00, times are counted and written from there, and the others are marked", () => {
  expect(toTextParts("0:59 a, 01:00 b, 2:00 c, 2:01 d", 60, 60)).toEqual([
    { kind: "cut", text: "0:59" },
    { kind: "text", text: " a, " },
    { kind: "time", text: "0:00", atS: 0 },
    { kind: "text", text: " b, " },
    { kind: "time", text: "1:00", atS: 60 },
    { kind: "text", text: " c, " },
    { kind: "cut", text: "2:01" },
    { kind: "text", text: " d" },
  ]);
});
