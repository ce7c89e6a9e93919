import { expect, test } from "vitest";
import {
  joinPieces,
  keyframesBeside,
  peakBitsPerS,
  piecesBetween,
  readAvcCodec,
  readSegments,
  segmentEndS,
  segmentStartsS,
  toMediaPlaylist,
  toMultivariantPlaylist,
  type Variant,
} from "./playlists.ts";
import { box } from "./testing/boxes.ts";

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
  expect(toMultivariantPlaylist([VARIANT], 140_000).split("\n").slice(3)).toEqual([
    '#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="Sound",DEFAULT=YES,AUTOSELECT=YES,URI="audio.m3u8"',
    '#EXT-X-STREAM-INF:BANDWIDTH=440000,RESOLUTION=426x240,FRAME-RATE=29.970,CODECS="avc1.640015,mp4a.40.2",AUDIO="sound"',
    "240p.m3u8",
    "",
  ]);
});

test("lists no audio if there is none", () => {
  const playlist = toMultivariantPlaylist([VARIANT, { ...VARIANT, name: "360p" }], null);
  expect(playlist).not.toMatch(/AUDIO|mp4a/);
  expect(playlist.match(/^\d+p\.m3u8$/gm)).toEqual(["240p.m3u8", "360p.m3u8"]);
});

test("reads the codec from an init segment", () => {
  const box = Buffer.concat([Buffer.from("....avcC"), Buffer.from([1, 0x64, 0x00, 0x1f, 0xff])]);
  expect(readAvcCodec(box)).toBe("avc1.64001f");
  expect(() => readAvcCodec(Buffer.from("no such box"))).toThrow("avcC");
});

test.each([
  [
    "the busiest of equals",
    [
      [4, 400],
      [4, 800],
      [4, 600],
    ],
    200,
  ],
  [
    "a short first one counts with its neighbor",
    [
      [1, 900],
      [1, 100],
      [2, 200],
      [4, 400],
    ],
    500,
  ],
  [
    "a short last one does not count alone",
    [
      [4, 400],
      [0.04, 100],
    ],
    500 / 4.04,
  ],
  ["a short track is measured as a whole", [[1, 900]], 900],
  ["a tiny segment is averaged over half a second", [[0.04, 100]], 200],
  ["no segments yet", [], 0],
] as const)("%s", (_, segments, kbps) => {
  expect(peakKbps(segments)).toBeCloseTo(kbps, 0);
});

test("fragments follow one another under the first type box, without an index", () => {
  const joined = joinPieces([piece("a"), piece("b")]);
  const whole = [box("styp", "msdh"), box("moof", "a"), box("mdat", "a"), box("moof", "b"), box("mdat", "b")];
  expect(joined).toEqual(Buffer.concat(whole));
});

test("a single piece is unchanged", () => {
  expect(joinPieces([piece("a")])).toEqual(piece("a"));
});

test("a truncated piece is rejected", () => {
  expect(() => joinPieces([piece("a"), piece("b").subarray(0, -1)])).toThrow(RangeError);
});

test("the first segments are short, later ones last four seconds", () => {
  expect([0, 1, 2, 3, 4, 5].map(segmentEndS)).toEqual([0.5, 1, 2, 4, 8, 12]);
});

test.each([
  ["one cut per second", [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], [0, 1, 2, 3, 4, 8], [1, 1, 1, 1, 4, 3]],
  ["one cut every two seconds", [0, 2, 4, 6, 8, 10, 12], [0, 2, 4, 6, 8, 10, 12], [1, 1, 1, 1, 1, 1, 2]],
  [
    "of a television's rate",
    [0, 1.5015, 3.003, 4.5045, 6.006, 7.5075],
    [0, 1.5015, 3.003, 4.5045, 6.006],
    [1, 1, 1, 1, 3],
  ],
  ["cuts at the maximum distance", [0, 4, 8, 12], [0, 4, 8, 12], [2, 2, 2, 2]],
])("beside a copy, segments start where it can be cut: %s", (_, cutsS, startsS, pieces) => {
  expect(segmentStartsS(cutsS)).toEqual(startsS);
  expect(piecesBetween(keyframesBeside(cutsS), startsS)).toEqual(pieces);
});

test.each([
  ["regular cuts", [0, 4, 8], [0, 2, 4, 6, 8, 10]],
  ["late cuts", [0, 4.5, 9], [0, 2, 4.5, 6.5, 9, 11]],
  ["cuts close enough together", [0, 2, 4, 6.5], [0, 2, 4, 6.5, 8.5]],
])("beside a copy, each cut has a keyframe, and long stretches have another: %s", (_, cutsS, keyframesS) => {
  expect(keyframesBeside(cutsS)).toEqual(keyframesS);
});

function piece(name: string): Buffer {
  return Buffer.concat([box("styp", "msdh"), box("sidx", "index"), box("moof", name), box("mdat", name)]);
}

/** @param segments [seconds, kilobits] each */
function peakKbps(segments: readonly (readonly [number, number])[], targetS = 4): number {
  const sized = segments.map(([lengthS, kilobits]) => ({ name: "", lengthS, sizeBytes: kilobits * 125 }));
  return peakBitsPerS(sized, targetS) / 1000;
}
