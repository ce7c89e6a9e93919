import { CUES_MAX, toWebVtt } from "@app/contract/captions";
import { describe, expect, test } from "vitest";
import { parseCaptions } from "./captions-file.ts";

const MINUTE_MS = 60_000;

function parse(file: string | Buffer) {
  return parseCaptions(Buffer.from(file), MINUTE_MS);
}

const cue = (start_ms: number, end_ms: number, text: string) => ({ start_ms, end_ms, text });

describe("reading a captions file", () => {
  test("WebVTT: times with and without hours, notes, styles, settings and names left out", () => {
    const file = [
      "WEBVTT Finals\nKind: captions\n",
      "STYLE\n::cue { color: red }\n",
      "NOTE our own\n",
      "first\n00:01.000 --> 00:02.500 line:80% align:start\n<v Maya><i>Go</i> &amp; <00:01.500>get &lt;it&gt;</v>\nnow\n",
      "00:00:03.000 --> 00:00:04.000\n<script>alert(1)</script>\n",
    ].join("\n");
    expect(parse(file)).toEqual({
      cues: [cue(1_000, 2_500, "Go & get <it>\nnow"), cue(3_000, 4_000, "<script>alert(1)</script>")],
    });
  });

  test.each([
    ["&quot;Go&quot; &#38; don&#39;t &#x26; can&apos;t &#x1F3C6;", "\"Go\" & don't & can't 🏆"],
    // Read once only, and shown as it is if it stands for no character.
    ["&amp;#39; &#1114112; &#x; &#; &amp", "&#39; &#1114112; &#x; &#; &amp"],
    ["no&#0;thing&#xD800; that no text has", "nothing that no text has"],
  ])("WebVTT: the character references in %s", (text, shown) => {
    expect(parse(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}`)).toEqual({ cues: [cue(1_000, 2_000, shown)] });
  });

  test("SRT: commas, Windows line ends, tags, and no empty line between two cues", () => {
    const file =
      "1\r\n00:00:01,000 --> 00:00:02,500\r\n{\\an8}<b>Hi</b> & bye\r\n2\r\n00:00:03,5 --> 00:00:04,000\r\nx &lt; y\r\n";
    expect(parse(file)).toEqual({ cues: [cue(1_000, 2_500, "Hi & bye"), cue(3_500, 4_000, "x &lt; y")] });
  });

  test.each([
    ["UTF-8 with a byte order mark", Buffer.from("\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nÑandú")],
    ["UTF-16, little-endian", Buffer.from("\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nÑandú", "utf16le")],
    ["UTF-16, big-endian", Buffer.from("\uFEFFWEBVTT\n\n00:01.000 --> 00:02.000\nÑandú", "utf16le").swap16()],
    ["Latin-1", Buffer.from("WEBVTT\n\n00:01.000 --> 00:02.000\nÑandú", "latin1")],
  ])("%s", (_, bytes) => {
    expect(parse(bytes)).toEqual({ cues: [cue(1_000, 2_000, "Ñandú")] });
  });

  const two = (first: string, second: string) => `WEBVTT\n\n${first}\none\n\n${second}\ntwo\n`;

  test.each([
    [
      "a picture",
      Buffer.from("89504e470d0a1a0a0000000d", "hex"),
      "This is not a text file. Please choose a WebVTT or SRT file.",
    ],
    ["another text", "Hello there", "There are no cues with times in this file. Please choose a WebVTT or SRT file."],
    ["no cues", "WEBVTT\n\nNOTE nothing here\n", "There are no captions in this file."],
    ["only empty cues", "WEBVTT\n\n00:01.000 --> 00:02.000\n\n", "There are no captions in this file."],
    ["times that are none", "WEBVTT\n\n00:61.000 --> 01:62.000\nx", "Line 3: The times of this cue could not be read."],
    [
      "overlap",
      two("00:01.000 --> 00:03.000", "00:02.000 --> 00:04.000"),
      "Line 6: This cue starts before the one above it has ended.",
    ],
    ["backwards", "WEBVTT\n\n00:03.000 --> 00:02.000\nx", "Line 3: This cue ends before it starts."],
    ["no length", "WEBVTT\n\n00:03.000 --> 00:03.000\nx", "Line 3: This cue ends before it starts."],
    [
      "out of order",
      two("00:05.000 --> 00:06.000", "00:01.000 --> 00:02.000"),
      "Line 6: This cue starts before the one above it starts.",
    ],
    ["after the end", "WEBVTT\n\n01:00.000 --> 01:01.000\nx", "Line 3: This cue starts after the end of the video."],
    [
      "too long a text",
      `WEBVTT\n\n00:01.000 --> 00:02.000\n${"x".repeat(501)}`,
      "Line 3: This cue has more than 500 characters.",
    ],
  ])("refuses %s", (_, file, fault) => {
    expect(parse(file)).toEqual({ fault });
  });

  test("refuses more cues than the limit, in less than quadratic time", () => {
    const file = `WEBVTT\n\n${"00:01.000 --> 00:02.000\nx\n\n".repeat(CUES_MAX * 7)}`;
    expect(parse(file)).toEqual({ fault: "Captions have at most 5,000 cues." });
  });
});

test("escapes text so that no player takes it for markup, and reads it back", () => {
  const cues = [cue(1_000, 3_661_005, "a < b && <i>c</i>\n1 --> 2")];
  const file = toWebVtt(cues);
  expect(file).toContain("00:00:01.000 --> 01:01:01.005\na &lt; b &amp;&amp; &lt;i&gt;c&lt;/i&gt;\n1 --&gt; 2\n");
  expect(parse(file)).toEqual({ cues });
});

test.each(["\nHello there", "First\n \nSecond", "  \nHi", "\u00a0\nHi\n\n\n", "One\r\n\r\nTwo"])(
  "keeps every word of %j, whose empty lines would end the cue",
  (text) => {
    const file = toWebVtt([cue(1_000, 2_000, text), cue(2_000, 3_000, "next")]);
    const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== "");
    expect(parse(file)).toEqual({ cues: [cue(1_000, 2_000, lines.join("\n")), cue(2_000, 3_000, "next")] });
  },
);
