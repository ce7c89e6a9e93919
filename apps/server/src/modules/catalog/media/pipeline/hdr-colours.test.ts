import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { hasEncoder, openClips } from "./testing/clips.ts";
import { makeLadder } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());

/** Out of 255: what the encoders of the rungs may change. */
const SLACK = 4;

/** Bars of white, yellow, cyan, green, magenta, red and blue, tagged as HDR. */
function bars(transfer: string): string[] {
  const colours = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  return [
    ...["-f", "lavfi", "-i", "smptebars=size=640x360:rate=25:duration=2", "-c:v", "libx265", "-preset", "ultrafast"],
    ...["-pix_fmt", "yuv420p10le", "-x265-params", `log-level=none:crf=10:${colours}`, "-tag:v", "hvc1"],
  ];
}

/** The middle of each bar of the first frame, as red, green and blue. */
async function readBars(file: string): Promise<number[]> {
  const filters = "crop=iw:ih/2:0:0,scale=7:1:flags=area:in_color_matrix=bt709,format=rgb24";
  const args = ["-v", "error", "-i", file, "-frames:v", "1", "-vf", filters, "-f", "rawvideo", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer" });
  return [...stdout];
}

// Values computed step by step with zscale and hable, each in a filter of its own.
test.skipIf(!hasEncoder("libx265")).each([
  ["smpte2084", "PQ", [254, 253, 252, 255, 174, 2, 2, 226, 254, 0, 231, 5, 255, 6, 233, 255, 0, 6, 9, 0, 255]],
  ["arib-std-b67", "HLG", [192, 192, 191, 206, 155, 2, 2, 183, 195, 0, 171, 3, 215, 4, 189, 224, 0, 5, 9, 0, 202]],
])("HDR colors survive tone mapping: %s", async (transfer, name, expected) => {
  const made = await makeLadder(clips.folder, await clips.make(`${name}.mp4`, bars(transfer)));
  expect(made.source).toMatchObject({ isHdr: true });
  for (const { file } of made.rungs) {
    const found = await readBars(file);
    expect(found).toHaveLength(expected.length);
    for (const [at, level] of found.entries()) expect(Math.abs(level - (expected[at] ?? 0))).toBeLessThanOrEqual(SLACK);
  }
});
