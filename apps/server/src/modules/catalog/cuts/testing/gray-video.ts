import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { contentRoutes } from "@app/contract/contents";
import type { ContentId } from "@app/contract/ids";
import { openClips, sound } from "#modules/catalog/media/pipeline/testing/clips.ts";
import type { TestPerson } from "#testing/people.ts";
import { processClip } from "#testing/processed-clip.ts";
import { type TestApp, toUploadForm } from "#testing/test-app.ts";
import { uploadBytes } from "#testing/tus.ts";

const LENGTH_S = 12;
const FPS = 25;
/** The picture is one gray that grows brighter: 15 levels a second. */
const BRIGHTER = [
  ...["-f", "lavfi", "-i", `color=black:size=640x360:rate=${FPS}:duration=${LENGTH_S},geq=lum='16+15*T':cb=128:cr=128`],
  ...[...sound("stereo", LENGTH_S), "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-pix_fmt", "yuv420p"],
  ...["-c:a", "aac"],
];

/** A video that grows brighter: the brightness of a frame tells its second, and so which part of it a file holds. */
export function openGrayVideo(testApp: TestApp) {
  const { origin, deps, categoryId } = testApp;
  const clips = openClips();
  const make = () => clips.make("brighter.mp4", BRIGHTER);
  const bytes = async () => readFile(await make());
  let wholeLevels: Promise<Buffer> | undefined;

  /** @returns the published item, processed */
  async function publish(owner: TestPerson, title = "A title"): Promise<ContentId> {
    const body = { ...toUploadForm(categoryId, await uploadBytes(owner, await bytes())), title };
    const { id } = await owner.call(contentRoutes.upload, { body });
    await processClip(deps, id, () => testApp.settle(), "gray");
    return id;
  }

  /** Fetches a track as a player would. @returns its playlist, and the init segment with all segments in a file */
  async function fetchTrack(master: string | null, name: string) {
    const at = (file: string) => new URL(file, new URL(master ?? "", origin));
    const playlist = await (await fetch(at(`${name}.m3u8`))).text();
    const files = [`init_${name}.mp4`, ...playlist.split("\n").filter((line) => line.endsWith(".m4s"))];
    const parts: Buffer[] = [];
    for (const file of files) parts.push(Buffer.from(await (await fetch(at(file))).arrayBuffer()));
    const target = path.join(clips.folder, `${name}-${Math.random()}.mp4`);
    await writeFile(target, Buffer.concat(parts));
    return { playlist, target, urls: files.map((file) => at(file).href) };
  }

  /** The brightness of each frame. */
  async function levelsOf(file: string): Promise<Buffer> {
    const { stdout } = await promisify(execFile)(
      "ffmpeg",
      ["-v", "error", "-i", file, "-map", "0:v", "-vf", "scale=1:1,format=gray", "-f", "rawvideo", "pipe:1"],
      { encoding: "buffer" },
    );
    return stdout;
  }

  /** When the first and the last frame of a file were in the uploaded video, in seconds, by their brightness. */
  async function shownIn(file: string): Promise<{ fromS: number; toS: number; lengthS: number }> {
    wholeLevels ??= make().then(levelsOf);
    const whole = await wholeLevels;
    const levels = await levelsOf(file);
    const secondOf = (level = 0) => whole.findIndex((one) => one >= level) / FPS;
    return { fromS: secondOf(levels[0]), toS: secondOf(levels.at(-1)), lengthS: levels.length / FPS };
  }

  return { folder: clips.folder, bytes, publish, fetchTrack, shownIn, remove: clips.remove };
}
