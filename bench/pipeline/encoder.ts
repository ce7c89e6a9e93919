import { execFile } from "node:child_process";
import { existsSync, mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { toH264Args } from "../../apps/server/src/modules/catalog/media/pipeline/transcode-args.ts";
import { type Row, row } from "../row.ts";
import type { Settings } from "../settings.ts";
import { runFfmpeg } from "./run-ffmpeg.ts";

const CLIPS = path.join(import.meta.dirname, "../results/clips");
const SECONDS = 5;
const LOSSLESS = ["-t", String(SECONDS), "-c:v", "libx264", "-preset", "ultrafast", "-qp", "0", "-pix_fmt", "yuv420p"];
const lavfi = (source: string) => ["-f", "lavfi", "-i", source];

const FIELD = "mandelbrot=s=2560x1440:r=1:maxiter=300:start_scale=0.8";
const PANNING = "loop=loop=-1:size=1,fps=30,setpts=N/30/TB,crop=1280:720:'t*180':'200+100*sin(t*3)'";
const BOXES =
  "drawgrid=w=160:h=45:t=1:c=gray,drawbox=x='mod(t*200,1100)':y=200:w=160:h=90:c=navy:t=fill," +
  "drawbox=x=100:y='mod(t*90,600)':w=900:h=20:c=green:t=fill";

/** Five fast 720p clips, each hard to encode for a different reason. */
const SOURCES = [
  { name: "60 fps", fps: 60, kbps: 4_200, args: lavfi("testsrc2=s=1280x720:r=60") },
  { name: "panning", fps: 30, kbps: 2_800, args: [...lavfi(FIELD), "-vf", PANNING] },
  {
    name: "crowd",
    fps: 30,
    kbps: 2_800,
    args: [
      ...lavfi("life=s=320x180:r=30:mold=10:ratio=0.4:death_color=#884422:life_color=#22aa66:stitch=1:seed=7"),
      ...["-vf", "scale=1280:720:flags=bilinear"],
    ],
  },
  { name: "grain", fps: 30, kbps: 2_800, args: [...lavfi(FIELD), "-vf", `${PANNING},noise=alls=14:allf=t:all_seed=3`] },
  { name: "screen", fps: 30, kbps: 2_800, args: [...lavfi("color=white:s=1280x720:r=30"), "-vf", BOXES] },
] as const;

/** PeerTube's settings, with the bit rate caps of our ladder. */
const PEERTUBE = ["-preset", "veryfast", "-crf", "23", "-bf", "16", "-b_strategy", "1"];

type Encoded = { kbps: number; psnr: number; cpuS: number };

/** Bits and quality of our encoder settings, compared with PeerTube's. Decision 0062 has the table. */
export async function measureEncoder(settings: Settings): Promise<Row[]> {
  mkdirSync(CLIPS, { recursive: true });
  const rows: Row[] = [];
  const cpuS = { ours: 0, theirs: 0 };
  for (const { name, fps, kbps, args } of SOURCES) {
    const clip = path.join(CLIPS, `encoder-${name.replace(" ", "-")}.mkv`);
    if (!existsSync(clip)) await runFfmpeg(settings, [...args, ...LOSSLESS, clip]);
    const ours = await encode(settings, clip, toH264Args({ framesPerSecond: fps, videoKbps: kbps }));
    const theirs = await encode(settings, clip, [...PEERTUBE, "-maxrate", `${kbps}k`, "-bufsize", `${2 * kbps}k`]);
    cpuS.ours += ours.cpuS;
    cpuS.theirs += theirs.cpuS;
    rows.push(
      row(`encoder: ${name}, bits beside PeerTube's`, ours.kbps / theirs.kbps, "×"),
      row(`encoder: ${name}, PSNR above PeerTube's (dB)`, ours.psnr - theirs.psnr, ""),
    );
  }
  return [...rows, row("encoder: CPU beside PeerTube's", cpuS.ours / cpuS.theirs, "×", 1)];
}

const KEYFRAMES = ["-g", "1000", "-sc_threshold", "0", "-force_key_frames", "expr:gte(t,n_forced*2)"];
/** Frame by frame, because the timestamps of two files round differently. */
const COMPARE = "[0:v]setpts=N/30/TB[a];[1:v]setpts=N/30/TB[b];[a][b]psnr";

async function encode(settings: Settings, clip: string, args: readonly string[]): Promise<Encoded> {
  const target = path.join(CLIPS, "encoder.mp4");
  const coding = ["-an", "-c:v", "libx264", "-threads", "2", "-profile:v", "high", ...args, ...KEYFRAMES];
  const { cpuS } = await runFfmpeg(settings, ["-i", clip, ...coding, target]);
  const compare = ["-hide_banner", "-i", target, "-i", clip, "-lavfi", COMPARE, "-f", "null", "-"];
  const { stderr } = await promisify(execFile)(settings.ffmpegPath, compare);
  const psnr = Number(/PSNR.* average:([\d.]+)/.exec(stderr)?.[1]);
  return { kbps: (statSync(target).size * 8) / 1000 / SECONDS, psnr, cpuS };
}
