import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { readWorkerEnd } from "#platform/jobs/worker-end.ts";
import { findRedisFault } from "#platform/redis/redis.ts";
import { freeBytesAt } from "#platform/storage/disk-space.ts";
import { readLastBackup } from "#src/backup/create-backup.service.ts";
import type { Config } from "#src/config.ts";

const run = promisify(execFile);
const GIGABYTE = 1_000 ** 3;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const BACKUP_MAX_DAYS = 2;
const MAIL_LIMIT_MS = 10_000;

/** As ffmpeg names them. Without one of these, some videos cannot be made or read. */
const ENCODERS = ["libx264", "aac"];
const DECODERS = ["h264", "hevc", "vp9", "av1", "prores", "aac", "opus"];

export async function checkDisk(config: Pick<Config, "dataDir" | "diskFloorBytes">): Promise<string[]> {
  const free = await freeBytesAt(path.resolve(config.dataDir));
  const inWords = `${(free / GIGABYTE).toFixed(1)} GB are free where DATA_DIR is`;
  if (free < config.diskFloorBytes) return [`The disk is full: ${inWords}, so nothing new is taken.`];
  if (free < 5 * config.diskFloorBytes) return [`The disk is nearly full: ${inWords}.`];
  return [];
}

export async function checkFfmpeg({
  ffmpegPath,
  ffprobePath,
}: Pick<Config, "ffmpegPath" | "ffprobePath">): Promise<string[]> {
  const found: string[] = [];
  for (const program of [ffmpegPath, ffprobePath])
    if ((await listOf(program, "-version")) === null)
      found.push(
        `${program} does not run: videos cannot be processed. Install ffmpeg, or set FFMPEG_PATH and FFPROBE_PATH.`,
      );
  if (found.length > 0) return found;
  for (const [flag, what, names] of [
    ["-encoders", "make", ENCODERS],
    ["-decoders", "read", DECODERS],
  ] as const) {
    const known = new Set((await listOf(ffmpegPath, flag))?.matchAll(/^ [A-Z.]{6} (\S+)/gm).map(([, name]) => name));
    // AV1 is read by one of several.
    const isKnown = (name: string) =>
      [...known].some((one) => one === name || (name === "av1" && one?.includes("av1")));
    const missing = names.filter((name) => !isKnown(name));
    if (missing.length > 0)
      found.push(`ffmpeg cannot ${what} ${missing.join(", ")}. Install one that can: ${ffmpegPath}`);
  }
  return found;
}

/** @param canCaption whether this machine can use the model */
export function checkCaptions({ captionsModel }: Pick<Config, "captionsModel">, canCaption: boolean): string[] {
  if (captionsModel === null || canCaption) return [];
  const why = existsSync(captionsModel)
    ? "cannot be used: neither ffmpeg has the filter for it, nor does WHISPER_PATH run"
    : "does not exist";
  return [`CAPTIONS_MODEL, ${captionsModel}, ${why}. Nobody is offered automatic captions.`];
}

async function listOf(program: string, flag: string): Promise<string | null> {
  return run(program, ["-hide_banner", flag], { timeout: 30_000, maxBuffer: 8 * 1024 ** 2 }).then(
    ({ stdout }) => stdout,
    () => null,
  );
}

/** Signs in to the mail server, without sending anything. */
export async function checkMail({ smtpUrl }: Pick<Config, "smtpUrl">): Promise<string[]> {
  if (smtpUrl === null) return [];
  const { createTransport } = await import("nodemailer");
  const transport = createTransport({ url: smtpUrl, connectionTimeout: MAIL_LIMIT_MS, greetingTimeout: MAIL_LIMIT_MS });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return [`The mail server in SMTP_URL accepts no mail (${code}): nobody can verify an address or reset a password.`];
  } finally {
    transport.close();
  }
}

/** Connects to the Redis of `REDIS_URL` and signs in. */
export async function checkRedis({ redisUrl }: Pick<Config, "redisUrl">): Promise<string[]> {
  const fault = redisUrl === null ? null : await findRedisFault(redisUrl);
  if (fault === null) return [];
  return [
    `The Redis of REDIS_URL cannot be used (${fault}): until it can, each web process counts requests for itself and allows half of each limit, and live events go by NOTIFY.`,
  ];
}

/** A worker that does not come up; it is started again and again. */
export function checkWorker(config: Pick<Config, "dataDir">, now: Date): string[] {
  const end = readWorkerEnd(config.dataDir);
  if (end === null) return [];
  const minutes = Math.max(1, Math.round((now.getTime() - end.at.getTime()) / MINUTE_MS));
  const ago = minutes === 1 ? "a minute" : `${minutes} minutes`;
  return [
    `The worker ended ${ago} ago: nothing is processed and no mail is sent until it stays up. It said: ${end.reason}`,
  ];
}

export function checkBackups(config: Pick<Config, "dataDir">, now: Date): string[] {
  const last = readLastBackup(config.dataDir);
  if (last === null) return ["There is no backup yet: npm run backup -- FOLDER"];
  const days = (now.getTime() - last.getTime()) / DAY_MS;
  if (days <= BACKUP_MAX_DAYS) return [];
  return [`The last backup is ${Math.floor(days)} days old. Run npm run backup -- FOLDER every night.`];
}
