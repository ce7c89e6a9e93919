import { expect, test } from "vitest";
import { readAvcCodec, readSegments, toMediaPlaylist, toMultivariantPlaylist, type Variant } from "./playlists.ts";

const GROWING = `#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:4
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-MAP:URI="init_240p.mp4"
#EXTINF:1.000000,
240p_00000.m4s
#EXTINF:1.000000,
240p_00001.m4s
#EXTINF:2.000000,
`;

test("reads the segments that are fully written, and no partial line", () => {
  expect(readSegments(GROWING)).toEqual([
    { name: "240p_00000.m4s", lengthS: 1 },
    { name: "240p_00001.m4s", lengthS: 1 },
  ]);
  expect(readSegments(`${GROWING}240p_00`)).toHaveLength(2);
  expect(readSegments(`${GROWING}240p_00002.m4s\n#EXT-X-ENDLIST\n`)).toHaveLength(3);
  expect(readSegments("")).toEqual([]);
});

test("writes what it reads, growing and ended", () => {
  const segments = [
    { name: "240p_00000.m4s", lengthS: 1 },
    { name: "240p_00001.m4s", lengthS: 3.96 },
  ];
  const growing = toMediaPlaylist(segments, { name: "240p", targetS: 4, isEnded: false });
  expect(readSegments(growing)).toEqual(segments);
  expect(growing).toContain("#EXT-X-PLAYLIST-TYPE:EVENT\n");
  expect(growing).toContain("#EXT-X-TARGETDURATION:4\n");
  expect(growing).toContain('#EXT-X-MAP:URI="init_240p.mp4"\n');
  expect(growing).not.toContain("ENDLIST");
  const ended = toMediaPlaylist(segments, { name: "240p", targetS: 4, isEnded: true });
  expect(ended).toContain("#EXT-X-PLAYLIST-TYPE:VOD\n");
  expect(ended.endsWith("#EXT-X-ENDLIST\n")).toBe(true);
});

const VARIANT: Variant = {
  name: "240p",
  widthPx: 426,
  heightPx: 240,
  videoKbps: 400,
  isCopied: false,
  codec: "avc1.640015",
  framesPerSecond: 30_000 / 1001,
  bitsPerS: 300_000,
};

test("lists each variant with its audio", () => {
  expect(toMultivariantPlaylist([VARIANT], true).split("\n").slice(3)).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=440000,RESOLUTION=426x240,FRAME-RATE=29.970,CODECS="avc1.640015,mp4a.40.2",AUDIO="sound"',
    "240p.m3u8",
    "",
  ]);
});

test("lists no audio if there is none", () => {
  const playlist = toMultivariantPlaylist([VARIANT, { ...VARIANT, name: "360p" }], false);
  expect(playlist).not.toMatch(/AUDIO|mp4a/);
  expect(playlist.match(/^\d+p\.m3u8$/gm)).toEqual(["240p.m3u8", "360p.m3u8"]);
});

test("reads the codec from an init segment", () => {
  const box = Buffer.concat([Buffer.from("....avcC"), Buffer.from([1, 0x64, 0x00, 0x1f, 0xff])]);
  expect(readAvcCodec(box)).toBe("avc1.64001f");
  expect(() => readAvcCodec(Buffer.from("no such box"))).toThrow("avcC");
});
