import { once } from "node:events";
import { copyFile, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import path from "node:path";
import { deflateSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { probeSource } from "./probe.ts";
import { MediaFault } from "./source-facts.ts";
import { box, editBoxes, replaceBoxes, uint32 } from "./testing/boxes.ts";
import { h264, hasFfmpeg, openClips, picture, sound, tools } from "./testing/clips.ts";
import { makeLadder } from "./testing/ladders.ts";
import { works } from "./testing/processes.ts";

const clips = openClips();
const CANARY = "canary-7f3c1d";
let port = 0;
let connections = 0;
let server: Server;

beforeAll(async () => {
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address === "object" && address) port = address.port;
});

afterAll(() => {
  server.close();
  clips.remove();
});

/** A valid video for hostile files to point at: following the pointer yields something that plays. */
function canaryVideo(): Promise<string> {
  return clips.make(`${CANARY}.mp4`, [...picture("320x180", 25, 2), ...h264(25), "-metadata", `comment=${CANARY}`]);
}

/** The message for the owner. @throws if the file is accepted or fails because of our own error */
async function faultOf(content: Buffer | string): Promise<string> {
  const home = await mkdtemp(path.join(clips.folder, "case-"));
  const file = path.join(home, "sent");
  await writeFile(file, content);
  const fault = await makeLadder(home, file).then(
    () => new Error("it was taken"),
    (error: unknown) => error,
  );
  expect(connections).toBe(0);
  for (const name of await readdir(home, { recursive: true, withFileTypes: true }))
    if (name.isFile() && !["sent", "source"].includes(name.name))
      expect((await readFile(path.join(name.parentPath, name.name))).includes(CANARY)).toBe(false);
  if (!(fault instanceof MediaFault)) throw fault;
  expect(fault.message).toMatch(/^(?!.*(ffmpeg|ffprobe|undefined|NaN|\/)).*[a-z0-9].*\.$/s);
  return fault.message;
}

const UNSUPPORTED = /not support this kind of file/;
const CUT_OFF = /cut off/;
const UNREADABLE = /cannot be read|cut off|contains no video/;

describe("a file that is not a video is rejected by its first bytes", () => {
  test.each<[string, () => string | Buffer]>([
    ["text", () => "Once upon a time there was a goal."],
    ["a picture", () => Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")],
    ["a document", () => "%PDF-1.7\n%canary"],
    ["sound", () => Buffer.concat([Buffer.from("ID3\u0004\0\0\0\0\0\0"), Buffer.from("fffb9064", "hex")])],
    ["a renamed archive", () => Buffer.from("504b0304140000000800", "hex")],
    ["a playlist", () => `#EXTM3U\n#EXTINF:2,\nfile://${clips.folder}/${CANARY}.mp4\n#EXT-X-ENDLIST\n`],
    [
      "a playlist pointing to a local port",
      () => `#EXTM3U\n#EXTINF:2,\nhttp://127.0.0.1:${port}/${CANARY}.ts\n#EXT-X-ENDLIST\n`,
    ],
    ["a manifest", () => `<?xml version="1.0"?><MPD><BaseURL>http://127.0.0.1:${port}/</BaseURL></MPD>`],
    ["a list of files", () => `ffconcat version 1.0\nfile ${clips.folder}/${CANARY}.mp4\n`],
    ["a drawing", () => `<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:${port}/a.png"/></svg>`],
    ["AVI, whose subtitles may be a playlist", () => aviWithPlaylist()],
    ["a transport stream", () => Buffer.alloc(188 * 4, 0x47)],
    ["three bytes", () => "abc"],
  ])("%s", async (_, make) => {
    expect(await faultOf(make())).toMatch(UNSUPPORTED);
  });

  test("an empty file", async () => {
    expect(await faultOf("")).toBe("The file is empty.");
  });
});

function aviWithPlaylist(): Buffer {
  const playlist = `GAB2\0\u0002\0#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/${CANARY}\n`;
  return Buffer.from(`RIFF\0\u0010\0\0AVI LIST\0\u0001\0\0hdrlavih${playlist}`, "latin1");
}

describe.skipIf(!hasFfmpeg)("a file that only starts like a video", () => {
  test.each<[string, () => string | Buffer]>([
    ["a playlist after a box", () => Buffer.concat([box("ftyp", "isom", uint32(0)), playlistBytes()])],
    ["a playlist inside a box", () => Buffer.concat([box("ftyp", "isom", uint32(0)), box("mdat", playlistBytes())])],
    ["a playlist after a Matroska header", () => Buffer.concat([Buffer.from("1a45dfa3", "hex"), playlistBytes()])],
    ["a box of endless length", () => Buffer.concat([uint32(0xffff_fff0), Buffer.from("ftypisom")])],
    ["a reference to another file", () => referenceMovie(path.join(clips.folder, `${CANARY}.mp4`))],
    ["a reference to another host", () => referenceMovie(`http://127.0.0.1:${port}/${CANARY}.mp4`)],
    ["a header that decompresses to gigabytes", () => packedHeader()],
    ["ten thousand nested boxes", () => nestedBoxes(10_000)],
  ])("%s", async (_, make) => {
    await canaryVideo();
    expect(await faultOf(make())).toMatch(UNREADABLE);
  });
});

function playlistBytes(): Buffer {
  return Buffer.from(`#EXTM3U\n#EXTINF:2,\n${clips.folder}/${CANARY}.mp4\n#EXT-X-ENDLIST\n`);
}

/** QuickTime's way to refer to another file that holds the movie. */
function referenceMovie(target: string): Buffer {
  const reference = box("rdrf", uint32(0), "url ", uint32(target.length + 1), `${target}\0`);
  return Buffer.concat([box("ftyp", "qt  ", uint32(0)), box("moov", box("rmra", box("rmda", reference)))]);
}

function packedHeader(): Buffer {
  const packed = deflateSync(Buffer.alloc(4 * 1024 ** 2));
  return box("moov", box("cmov", box("dcom", "zlib"), box("cmvd", uint32(0x7fff_ffff), packed)));
}

function nestedBoxes(depth: number): Buffer {
  const bytes = Buffer.alloc(depth * 8);
  for (let at = 0; at < depth; at += 1) {
    bytes.writeUInt32BE((depth - at) * 8, at * 8);
    bytes.write("moov", at * 8 + 4, "latin1");
  }
  return Buffer.concat([box("ftyp", "isom", uint32(0)), bytes]);
}

describe.skipIf(!hasFfmpeg)("an incomplete video", () => {
  const CLIP = [...picture("320x180", 25, 30), ...h264(250), "-crf", "40"];

  test.each([
    ["with its header in front", "front.mp4", ["-movflags", "+faststart"], CUT_OFF],
    ["with its header at the end", "end.mp4", [], CUT_OFF],
    ["Matroska", "cut.mkv", [], CUT_OFF],
  ])("%s", async (_, name, args, message) => {
    const whole = await readFile(await clips.make(name, [...CLIP, ...args]));
    expect(await faultOf(whole.subarray(0, Math.floor(whole.length * 0.6)))).toMatch(message);
  });

  test("fragments that claim no length are accepted as far as they go", async () => {
    const args = [...CLIP, "-movflags", "+frag_keyframe+empty_moov"];
    const whole = await readFile(await clips.make("fragments.mp4", args));
    const file = path.join(clips.folder, "fragments-cut.mp4");
    await writeFile(file, whole.subarray(0, Math.floor(whole.length * 0.6)));
    const made = await makeLadder(clips.folder, file);
    expect(made.source.lengthMs).toBeGreaterThan(10_000);
    expect(made.source.lengthMs).toBeLessThan(25_000);
  });

  test("a hundredth of a second", async () => {
    const file = await clips.make("blink.mp4", [...picture("320x180", 100, 0.01), ...h264(1)]);
    expect(await faultOf(await readFile(file))).toMatch(/shorter than half a second/);
  });

  test("ten hours between two frames", async () => {
    const args = [
      ...picture("320x180", 25, 0.08),
      "-vf",
      "settb=1/25,setpts=N*25*36000",
      "-fps_mode",
      "vfr",
      ...h264(1),
    ];
    expect(await faultOf(await readFile(await clips.make("hours.mp4", args)))).toMatch(/longer than 6 hours/);
  });

  test("a header that claims hours that do not exist", async () => {
    const file = await readFile(await clips.make("claim.mp4", [...picture("320x180", 25, 2), ...h264(50)]));
    const hours = (count: number) => (body: Buffer) => body.writeUInt32BE(count * 3600 * body.readUInt32BE(12), 16);
    const claims = (count: number) => editBoxes(editBoxes(file, "mvhd", hours(count)), "mdhd", hours(count));
    expect(await faultOf(claims(10))).toMatch(/longer than 6 hours/);
    expect(await faultOf(claims(5))).toMatch(/less video than it claims/);
  });
});

describe.skipIf(!hasFfmpeg)("a video that points elsewhere", () => {
  test.each<[string, () => Promise<string>]>([
    ["another file", async () => canaryVideo()],
    ["another host", async () => `http://127.0.0.1:${port}/${CANARY}.mp4`],
  ])("media data in %s", async (_, target) => {
    const whole = await readFile(await canaryVideo());
    const reference = box("dref", uint32(0, 1), box("url ", uint32(0), `${await target()}\0`));
    const external = replaceBoxes(
      replaceBoxes(whole, "dref", () => reference),
      "mdat",
      () => Buffer.alloc(0),
    );
    expect(await faultOf(external)).toMatch(UNREADABLE);
  });

  test("a playlist attached to Matroska is ignored", async () => {
    const playlist = path.join(clips.folder, "attached.m3u8");
    await writeFile(playlist, `#EXTM3U\n#EXTINF:1,\nhttp://127.0.0.1:${port}/${CANARY}\n`);
    const attach = ["-attach", playlist, "-metadata:s:t", "mimetype=application/x-mpegurl"];
    const args = [...picture("320x180", 25, 2), ...h264(50), ...attach];
    const made = await makeLadder(clips.folder, await clips.make("attached.mkv", args));
    for (const { file } of made.rungs) expect((await readFile(file)).includes(CANARY)).toBe(false);
    expect(connections).toBe(0);
  });
});

describe.skipIf(!hasFfmpeg)("an unsupported codec is named", () => {
  test.each([
    ["ffv1", "mkv", ["-c:v", "ffv1"], /“ffv1”.*H\.264/],
    ["flv", "mkv", ["-c:v", "flv"], /“flv”/],
    ["cinepak", "mov", ["-c:v", "cinepak", "-pix_fmt", "rgb24"], /“cinepak”/],
    ["rawvideo", "mov", ["-c:v", "rawvideo", "-pix_fmt", "uyvy422"], /“rawvideo”/],
    ["wmav2", "mkv", [...sound("stereo", 1), ...h264(25), "-c:a", "wmav2"], /“wmav2”.*AAC/],
  ])("%s", async (name, ending, args, message) => {
    const file = await clips.make(`${name}.${ending}`, [...picture("320x180", 25, 1), ...args]);
    expect(await faultOf(await readFile(file))).toMatch(message);
  });

  test("none of forty tracks is decoded", async () => {
    const one = await clips.make("one.mp4", [...picture("64x36", 5, 1), ...h264(5)]);
    const maps = Array.from({ length: 40 }, () => ["-map", "0"]).flat();
    const file = await clips.make("forty.mkv", ["-i", one, ...maps, "-c", "copy"]);
    expect(await faultOf(await readFile(file))).toMatch(/too many tracks/);
  });

  test.skipIf(!works("prlimit", "--as=1000000000"))("four hundred tracks use little memory", async () => {
    const black = ["-f", "lavfi", "-i", "color=black:size=1280x720:rate=5:duration=1"];
    const one = await clips.make("black.mp4", [...black, ...h264(5)]);
    const maps = Array.from({ length: 400 }, () => ["-map", "0"]).flat();
    const home = await mkdtemp(path.join(clips.folder, "tracks-"));
    await copyFile(await clips.make("tracks.mp4", ["-i", one, ...maps, "-c", "copy"]), path.join(home, "source"));
    // Decoding each of them would add two megabytes.
    const narrow = path.join(clips.folder, "narrow-ffprobe");
    await writeFile(narrow, `#!/bin/sh\nexec prlimit --as=${500 * 1024 ** 2} ${tools.ffprobePath} "$@"\n`, {
      mode: 0o755,
    });
    const probing = probeSource({ ...tools, ffprobePath: narrow }, home, new AbortController().signal);
    await expect(probing).rejects.toThrow(
      "The file contains too many tracks. Please save it with one video track and one audio track and upload it again.",
    );
  });

  test("sound alone", async () => {
    const file = await clips.make("sound.mp4", [...sound("stereo", 2), "-c:a", "aac"]);
    expect(await faultOf(await readFile(file))).toBe("The file contains no video.");
  });
});
