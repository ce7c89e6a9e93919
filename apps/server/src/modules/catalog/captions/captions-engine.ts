import { readFile, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { CAPTION_LANGUAGES, type CaptionCue, type CaptionLanguage } from "@app/contract/captions";
import { runProgram } from "#modules/catalog/media/pipeline/run-program.ts";
import { PATIENT_NICENESS, runFfmpeg, SAFE_INPUT, type Where } from "#modules/catalog/media/pipeline/tools.ts";
import { SOURCE_NAME } from "#modules/catalog/media/source-name.ts";
import type { Config } from "#src/config.ts";
import { readSpeech } from "./captions-file.ts";

/** A track of the source in a folder. */
export type AudioTrack = Where & { audioIndex: number };

/** Turns the speech of a track into cues, which may overlap. */
export type CaptionsEngine = {
  name: string;
  /** In which it understands speech. */
  languages: readonly CaptionLanguage[];
  transcribe(where: AudioTrack, language: CaptionLanguage): Promise<CaptionCue[]>;
};

type EngineConfig = Pick<Config, "captionsModel" | "whisperPath" | "ffmpegPath" | "ffprobePath" | "searchPath">;

const HOUR_S = 3_600;
const GIB = 1024 ** 3;
const SPEECH = "aresample=16000,aformat=sample_fmts=s16:channel_layouts=mono";

const engines = new WeakMap<EngineConfig, Promise<CaptionsEngine | null>>();

/**
 * Looked up once, because that runs ffmpeg.
 * @returns null if there are no automatic captions here
 */
export function findEngine(config: EngineConfig): Promise<CaptionsEngine | null> {
  const found = engines.get(config) ?? chooseEngine(config);
  engines.set(config, found);
  return found;
}

/**
 * The engine for the configured model: a folder is a PocketSphinx model, for the filter `asr` of ffmpeg. A file is a whisper
 * model, for the filter `whisper` of an ffmpeg that has it, otherwise for the program of whisper.cpp.
 * @returns null if no model is configured, or nothing on this machine can use it
 */
async function chooseEngine(config: EngineConfig): Promise<CaptionsEngine | null> {
  const { captionsModel: model } = config;
  if (model === null) return null;
  const filters = await listFilters(config);
  const isFolder = await stat(model).then(
    (found) => found.isDirectory(),
    () => null,
  );
  if (isFolder === null) return null;
  if (isFolder) return filters.has("asr") ? pocketSphinx(config, model) : null;
  if (filters.has("whisper")) return whisperFilter(config, model);
  return (await canRun(config, config.whisperPath, ["--help"])) ? whisperProgram(config, model) : null;
}

function whisperFilter(config: EngineConfig, model: string): CaptionsEngine {
  return {
    name: "whisper (ffmpeg)",
    languages: languagesOfWhisper(model),
    async transcribe(where, language) {
      const filter = `${SPEECH},whisper=model=${model}:language=${toWhisper(language)}:queue=20:destination=speech.srt:format=srt`;
      await transcribeBy(config, where, ["-af", filter, "-f", "null", "-"]);
      return readSpeech(await readFile(path.join(where.folder, "speech.srt"), "utf8"));
    },
  };
}

function whisperProgram(config: EngineConfig, model: string): CaptionsEngine {
  return {
    name: "whisper.cpp",
    languages: languagesOfWhisper(model),
    async transcribe(where, language) {
      await transcribeBy(config, where, ["-af", SPEECH, "-c:a", "pcm_s16le", "speech.wav"]);
      const end = await runProgram({
        ...where,
        program: config.whisperPath,
        args: ["-m", model, "-l", toWhisper(language), "-osrt", "-of", "speech", "-f", "speech.wav"],
        searchPath: config.searchPath,
        limits: { cpuS: 24 * HOUR_S, memoryBytes: 12 * GIB, fileBytes: GIB, niceness: PATIENT_NICENESS },
      });
      if (end.exitCode !== 0) throw new Error(`${config.whisperPath} ended with ${end.exitCode}: ${end.stderr}`);
      return readSpeech(await readFile(path.join(where.folder, "speech.srt"), "utf8"));
    },
  };
}

/** The filter ends a sentence at the next pause, and does not count the end of the sound as one. */
const FINAL_PAUSE = "apad=pad_dur=2";

/** The filter says what was said between two pauses, and when it ended. */
function pocketSphinx(config: EngineConfig, folder: string): CaptionsEngine {
  return {
    name: "PocketSphinx (ffmpeg)",
    languages: ENGLISH,
    async transcribe(where) {
      const cues: CaptionCue[] = [];
      let atMs = 0;
      const model = `hmm=${folder}/en-us:dict=${folder}/cmudict-en-us.dict:lm=${folder}/en-us.lm.bin`;
      await transcribeBy(
        config,
        where,
        ["-af", `${SPEECH},${FINAL_PAUSE},asr=${model},ametadata=mode=print:file=-`, "-f", "null", "-"],
        (line) => {
          const time = /pts_time:([\d.]+)/.exec(line)?.[1];
          if (time !== undefined) atMs = Math.round(Number(time) * 1_000);
          const text = /^lavfi\.asr\.text=(.+)$/.exec(line)?.[1]?.trim();
          if (text) cues.push(...toSpokenCues(text, { fromMs: cues.at(-1)?.end_ms ?? 0, toMs: atMs }));
        },
      );
      return cues;
    },
  };
}

const WORD_MS = 400;
const WORDS_PER_CUE_MAX = 12;

/** Cues of a readable length for what was said before `toMs`, but after `fromMs`: each word takes about as long. */
function toSpokenCues(text: string, { fromMs, toMs }: { fromMs: number; toMs: number }): CaptionCue[] {
  const words = text.split(/\s+/);
  const startMs = Math.max(fromMs, toMs - words.length * WORD_MS);
  if (startMs >= toMs) return [];
  const perCue = Math.ceil(words.length / Math.ceil(words.length / WORDS_PER_CUE_MAX));
  const timeOf = (word: number) =>
    Math.round(startMs + (Math.min(word, words.length) / words.length) * (toMs - startMs));
  return Array.from({ length: Math.ceil(words.length / perCue) }, (_, index) => ({
    start_ms: timeOf(index * perCue),
    end_ms: timeOf((index + 1) * perCue),
    text: words.slice(index * perCue, (index + 1) * perCue).join(" "),
  }));
}

async function transcribeBy(
  config: EngineConfig,
  { audioIndex, ...where }: AudioTrack,
  output: readonly string[],
  onLine?: (line: string) => void,
): Promise<void> {
  const input = [...SAFE_INPUT, "-i", SOURCE_NAME, "-map", `0:${audioIndex}`, "-vn", "-sn", "-dn"];
  const call = { ...where, niceness: PATIENT_NICENESS, args: [...input, ...output], ...(onLine && { onLine }) };
  const end = await runFfmpeg(config, call, 24 * HOUR_S);
  if (end.exitCode !== 0) throw new Error(`ffmpeg ended with ${end.exitCode}: ${end.stderr}`);
}

const ENGLISH = ["en"] as const;
/** Languages that Whisper has another code for. */
const WHISPER_CODES: { [language in CaptionLanguage]?: string } = { nb: "no", fil: "tl" };
const UNKNOWN_TO_WHISPER: readonly CaptionLanguage[] = ["ga"];

/** Whisper knows languages, not their regions. */
function toWhisper(language: CaptionLanguage): string {
  return WHISPER_CODES[language] ?? language.split("-")[0] ?? language;
}

/** Models such as `ggml-base.en.bin` know English only. */
function languagesOfWhisper(model: string): readonly CaptionLanguage[] {
  if (/\.en[.-]/.test(path.basename(model))) return ENGLISH;
  return CAPTION_LANGUAGES.filter((language) => !UNKNOWN_TO_WHISPER.includes(language));
}

const LOOK_MS = 10_000;

async function listFilters({ ffmpegPath, searchPath }: EngineConfig): Promise<Set<string>> {
  const found = new Set<string>();
  // Without ffmpeg there are no filters.
  await runProgram({
    ...toLook(ffmpegPath, ["-hide_banner", "-filters"], searchPath),
    onLine: (line) => {
      const name = /^ [TSC.]{2,3} +(\w+)\s/.exec(line)?.[1];
      if (name !== undefined) found.add(name);
    },
  }).catch(() => undefined);
  return found;
}

async function canRun({ searchPath }: EngineConfig, program: string, args: readonly string[]): Promise<boolean> {
  const end = await runProgram(toLook(program, args, searchPath)).catch(() => null);
  return end !== null && end.exitCode !== null && end.exitCode < 126;
}

function toLook(program: string, args: readonly string[], searchPath: string) {
  const limits = { cpuS: 10, memoryBytes: 2 * GIB, fileBytes: 0, niceness: 0 };
  return { program, args, searchPath, folder: tmpdir(), limits, signal: AbortSignal.timeout(LOOK_MS) };
}
