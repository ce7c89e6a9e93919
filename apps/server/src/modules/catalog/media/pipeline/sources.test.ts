import { afterAll, describe, expect, test } from "vitest";
import { takeFrames } from "./extras.ts";
import { chooseFrameRate } from "./ladder.ts";
import { probeSource } from "./probe.ts";
import type { SourceFacts } from "./source-facts.ts";
import { replaceWord, withoutFrameDuration } from "./testing/boxes.ts";
import {
  clockPicture,
  h264,
  hasEncoder,
  hasFfmpeg,
  openClips,
  picture,
  secondOf,
  sound,
  tools,
} from "./testing/clips.ts";
import { countMotion, type MadeLadder, type MadeTrack, makeLadder, placeSource } from "./testing/ladders.ts";

// Files as phones, cameras and browsers write them, each with one property that a plain file lacks.

const clips = openClips();
afterAll(() => clips.remove());
const signal = new AbortController().signal;

async function probe(file: string): Promise<SourceFacts> {
  return probeSource(tools, await placeSource(clips.folder, file), signal);
}

/** A file of several tracks: all inputs, in order. */
function tracks(inputs: readonly string[][], ...more: string[]): string[] {
  return [...inputs.flat(), ...inputs.flatMap((_, at) => ["-map", String(at)]), ...h264(25, ...more)];
}

function spanS({ packets }: MadeTrack): number {
  return (packets.at(-1)?.endS ?? 0) - (packets[0]?.atS ?? 0);
}

describe.skipIf(!hasFfmpeg)("the length is that of the played tracks", () => {
  test.each<[string, string, string[][]]>([
    ["a longer second audio track", "sound.mp4", [picture("320x180", 25, 2), sound("mono", 2), sound("stereo", 4)]],
    [
      "a longer second video track",
      "picture.mov",
      [picture("320x180", 25, 2), sound("mono", 2), picture("64x36", 25, 4)],
    ],
    ["a much longer second audio track", "far.mp4", [picture("320x180", 25, 2), sound("mono", 2), sound("mono", 40)]],
    ["a longer one in Matroska", "sound.mkv", [picture("320x180", 25, 2), sound("mono", 2), sound("stereo", 4)]],
    ["a much longer one in Matroska", "far.mkv", [picture("320x180", 25, 2), sound("mono", 2), sound("mono", 40)]],
  ])("beside %s", async (_, name, inputs) => {
    const made = await makeLadder(clips.folder, await clips.make(name, tracks(inputs)));
    expect(made.source.lengthMs / 1000).toBeCloseTo(2, 1);
    for (const track of [...made.rungs, ...(made.audio ? [made.audio] : [])]) expect(spanS(track)).toBeCloseTo(2, 1);
  });

  test("even if an unplayed track starts earlier", async () => {
    const late = (input: string[]) => ["-itsoffset", "2", ...input];
    const inputs = [late(clockPicture("320x180", 3)), late(sound("mono", 3)), sound("stereo", 6)];
    const file = await clips.make("early.mkv", tracks(inputs, "-disposition:a:0", "default", "-disposition:a:1", "0"));
    const made = await makeLadder(clips.folder, file);
    expect(made.source).toMatchObject({ audio: { index: 1 } });
    expect(made.source.lengthMs / 1000).toBeCloseTo(3, 1);
    const [rung] = made.rungs;
    if (!rung) throw new Error("no rung");
    expect(spanS(rung)).toBeCloseTo(3, 1);
    // The start does not freeze, and each still shows its stated time.
    expect(await countMotion(rung.file)).toBe(3);
    const frames = await takeFrames(tools, made.source, { folder: made.folder, signal });
    expect(await Promise.all(frames.map((frame) => secondOf(frame)))).toEqual([0, 1, 2]);
  });
});

describe.skipIf(!hasFfmpeg)("the default track of several is played", () => {
  const second = ["-disposition:a:0", "0", "-disposition:a:1", "default"];

  test.each(["second.mp4", "second.mkv"])("%s: sound", async (name) => {
    const inputs = [picture("320x180", 25, 2), sound("mono", 2), sound("stereo", 2)];
    const made = await makeLadder(clips.folder, await clips.make(name, tracks(inputs, ...second)));
    expect(made.source.audio).toMatchObject({ index: 2, channels: 2 });
    expect(made.audio?.stream.channels).toBe(2);
  });

  test("picture", async () => {
    const inputs = [picture("64x36", 25, 2), picture("320x180", 25, 2)];
    const dispositions = ["-disposition:v:0", "0", "-disposition:v:1", "default"];
    const source = await probe(await clips.make("pictures.mkv", tracks(inputs, ...dispositions)));
    expect(source).toMatchObject({ videoIndex: 1, widthPx: 320 });
  });

  test("unless only another track can be decoded", async () => {
    const inputs = [picture("320x180", 25, 2), sound("mono", 2), sound("stereo", 2)];
    // Sound of a codec that nobody knows: "sowt" is how a sample description says PCM.
    const unknown = (file: Buffer) => replaceWord(file, "sowt", "zzzz");
    const codecs = ["-c:a:0", "aac", "-c:a:1", "pcm_s16le"];
    const file = await clips.make("unknown.mov", tracks(inputs, ...second, ...codecs), unknown);
    expect((await probe(file)).audio?.index).toBe(1);
  });
});

describe.skipIf(!hasFfmpeg)("the rate of Matroska without a stated rate is counted", () => {
  /** Each frame up to 14 ms late, as phones and browsers write them. */
  const JITTER = ["-vf", "settb=1/1000,setpts='N*33.333+random(0)*14'", "-fps_mode", "passthrough"];
  const CLOCK = ["-enc_time_base", "1/1000"];

  const CASES: [string, string[], string?][] = [
    ["tick-600.mkv", [...h264(50), "-bsf:v", "h264_metadata=tick_rate=1200"]],
    ["tick-500.mkv", [...h264(50), "-bsf:v", "h264_metadata=tick_rate=1000"]],
    ["jitter.mkv", [...JITTER, ...CLOCK, ...h264(50)]],
    ["jitter.webm", [...JITTER, ...CLOCK, "-c:v", "libvpx", "-deadline", "realtime", "-cpu-used", "8"], "libvpx"],
  ];

  test.for(CASES)("%s", async ([name, args, needs], { skip }) => {
    skip(needs !== undefined && !hasEncoder(needs));
    const source = await probe(await clips.make(name, [...picture("320x180", 30, 4), ...args], withoutFrameDuration));
    expect(source.framesPerSecond).toBeCloseTo(30, 0);
    expect(chooseFrameRate(source)).toBeCloseTo(30, 1);
  });

  test("and 300 real frames per second are still too many", async () => {
    const args = [...picture("64x36", 300, 3), "-vf", "settb=1/1000,setpts=N*1000/300", "-fps_mode", "passthrough"];
    const file = await clips.make("fast.mkv", [...args, ...CLOCK, ...h264(50)], withoutFrameDuration);
    await expect(probe(file)).rejects.toThrow(/more than 250 frames/);
  });
});

test.skipIf(!hasFfmpeg)("a variable rate that averages 31 becomes 30", async () => {
  // One extra frame after every thirty.
  const args = ["-vf", "settb=1/90000,setpts='(N-floor(N/31)+if(eq(mod(N,31),30),-0.5,0))*3000'"];
  const file = await clips.make("phone.mp4", [
    ...[...picture("320x180", 30, 6.2), ...args, "-fps_mode", "passthrough", "-enc_time_base", "1/90000"],
    ...[...h264(500), "-video_track_timescale", "90000"],
  ]);
  const made = await makeLadder(clips.folder, file);
  expect(made.source.isVariableRate).toBe(true);
  expect(made.source.framesPerSecond).toBeCloseTo(31, 0);
  expect(made.master).toContain("FRAME-RATE=30.000");
});

describe.skipIf(!hasFfmpeg)("interlaced video keeps its motion: each field becomes a frame", () => {
  test.each([
    ["1080i50 of a camera", "i50.mp4", 50, 50],
    ["1080i59.94", "i60.mkv", "60000/1001", 60_000 / 1001],
  ])("%s", async (_, name, rate, expected) => {
    const bars = ["-f", "lavfi", "-i", `nullsrc=s=320x180:r=${rate}:d=2,geq=lum='3*mod(X+4*N,64)':cb=128:cr=128`];
    const args = [...bars, "-vf", "interlace=lowpass=0"];
    const file = await clips.make(name, [...args, ...h264(50, "-flags", "+ildct+ilme", "-top", "1")]);
    const made = await makeLadder(clips.folder, file);
    expect(made.source.isInterlaced).toBe(true);
    expect(made.source.framesPerSecond).toBeCloseTo(expected, 3);
    const [rung] = made.rungs;
    if (!rung) throw new Error("no rung");
    expect(Math.abs(rung.packets.length - expected * 2)).toBeLessThanOrEqual(2);
    expect(spanS(rung)).toBeCloseTo(2, 1);
    expect(await countMotion(rung.file)).toBeGreaterThan(expected * 2 * 0.9);
  });
});

describe.skipIf(!hasFfmpeg)("sound that is longer than the picture", () => {
  const LIGHT = ["-crf", "32"];

  function lengths({ rungs, audio }: MadeLadder): number[] {
    return [...rungs, ...(audio ? [audio] : [])].map(spanS);
  }

  test("does not leave one rung shorter than the others: the video is encoded to hold its last frame", async () => {
    const args = [...picture("480x360", 25, 4), ...sound("stereo", 6), ...h264(50, ...LIGHT)];
    const made = await makeLadder(clips.folder, await clips.make("outlasting.mp4", args));
    expect(made.rungs.map(({ rendition }) => rendition.isCopied)).toEqual([false, false]);
    for (const lengthS of lengths(made)) expect(lengthS).toBeCloseTo(6, 1);
  });

  test("does not force encoding if the difference is too small to notice", async () => {
    const args = [...picture("480x360", 25, 4), ...sound("stereo", 4.05), ...h264(50, ...LIGHT)];
    const made = await makeLadder(clips.folder, await clips.make("level.mp4", args));
    expect(made.rungs.map(({ rendition }) => rendition.isCopied)).toEqual([false, true]);
    for (const lengthS of lengths(made)) expect(Math.abs(lengthS - 4)).toBeLessThan(0.15);
  });
});
