import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { hasEncoder, openClips } from "./testing/clips.ts";
import { makeLadder } from "./testing/ladders.ts";

const clips = openClips();
afterAll(() => clips.remove());

/** Out of 255: how much encoding a rung may change a color. */
const SLACK = 4;

/** Bars of white, yellow, cyan, green, magenta, red and blue, tagged as HDR. */
function bars(transfer: string): string[] {
  const colors = `colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`;
  return [
    ...["-f", "lavfi", "-i", "smptebars=size=640x360:rate=25:duration=2", "-c:v", "libx265", "-preset", "ultrafast"],
    ...["-pix_fmt", "yuv420p10le", "-x265-params", `log-level=none:crf=10:${colors}`, "-tag:v", "hvc1"],
  ];
}

/** A pixel inside each bar of the first frame, as red, green and blue. */
async function readBars(file: string): Promise<number[]> {
  // Four columns per bar and four rows, without averaging, so no pixel mixes two bars.
  const filters = "scale=28:4:flags=neighbor:in_color_matrix=bt709,format=rgb24";
  const args = ["-v", "error", "-i", file, "-frames:v", "1", "-vf", filters, "-f", "rawvideo", "-"];
  const { stdout } = await promisify(execFile)("ffmpeg", args, { encoding: "buffer" });
  const secondRow = stdout.subarray(28 * 3, 2 * 28 * 3);
  return Array.from({ length: 7 }, (_, bar) => [...secondRow.subarray((4 * bar + 2) * 3, (4 * bar + 3) * 3)]).flat();
}

// 255 × min(1, max(0, light))^(1/2.4), where light is linear BT.709 after hable with a peak of 10.
test.skipIf(!hasEncoder("libx265")).each([
  ["smpte2084", "PQ", [254, 254, 254, 255, 173, 0, 0, 226, 255, 0, 231, 0, 255, 0, 239, 255, 0, 0, 0, 0, 255]],
  ["arib-std-b67", "HLG", [192, 192, 192, 207, 155, 0, 0, 184, 198, 0, 172, 0, 220, 0, 194, 224, 0, 0, 0, 0, 211]],
])("HDR colors survive tone mapping: %s", async (transfer, name, expected) => {
  const made = await makeLadder(clips.folder, await clips.make(`${name}.mp4`, bars(transfer)));
  expect(made.source).toMatchObject({ isHdr: true });
  for (const { file } of made.rungs) {
    const found = await readBars(file);
    expect(found).toHaveLength(expected.length);
    for (const [at, level] of found.entries()) expect(Math.abs(level - (expected[at] ?? 0))).toBeLessThanOrEqual(SLACK);
  }
});
