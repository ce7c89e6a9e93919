import { CAPTIONS_MESSAGES, type CaptionCue, CUE_MAX_CHARS, CUES_MAX, findCueFault } from "@app/contract/captions";
import { toText } from "@app/contract/plain-text";

export type ParsedCaptions = { cues: CaptionCue[] } | { fault: string };

type Cue = CaptionCue & { line: number };

const TIME = "(?:(\\d{1,2}):)?([0-5]?\\d):([0-5]\\d)[.,](\\d{1,3})";
const TIMES = new RegExp(`^\\s*${TIME}\\s*-->\\s*${TIME}(?:\\s.*)?$`);
const ARROW = "-->";

/**
 * Reads a WebVTT or SRT file; its bytes decide which. What a file says about looks (colors, places, voices) is left out.
 *
 * Ours, because the parsers on npm drop what they cannot read: `media-captions` 1.0.4 leaves out a cue that ends before it
 * starts without an error, so its owner would never learn of it.
 * @param lengthMs of the video; null while unknown
 */
export function parseCaptions(bytes: Uint8Array, lengthMs: number | null): ParsedCaptions {
  const text = decode(bytes);
  if (text === null) return { fault: "This is not a text file. Please choose a WebVTT or SRT file." };
  const isVtt = /^WEBVTT(?:\s|$)/.test(text);
  if (!isVtt && !text.includes(ARROW))
    return { fault: "There are no cues with times in this file. Please choose a WebVTT or SRT file." };
  const read = readCues(text.split(/\r\n?|\n/), isVtt ? toVttText : toSrtText);
  if ("fault" in read) return read;
  const { cues } = read;
  if (cues.length === 0) return { fault: CAPTIONS_MESSAGES.empty };
  if (cues.length > CUES_MAX) return { fault: CAPTIONS_MESSAGES.tooMany };
  const fault = findCueFault(cues, lengthMs);
  if (fault) return { fault: `Line ${cues[fault.index]?.line}: ${fault.message}` };
  return { cues: cues.map(({ line: _, ...cue }) => cue) };
}

/** Reads the SRT file of a speech engine, whose cues may overlap. */
export function readSpeech(file: string): CaptionCue[] {
  const read = readCues(file.split(/\r?\n/), toSrtText);
  if ("fault" in read) throw new Error(read.fault);
  return read.cues.map(({ line: _, ...cue }) => cue);
}

/** Makes a speech engine's cues follow the rules: in order, each ending where the next one or the video does. */
export function toValidCues(cues: readonly CaptionCue[], lengthMs: number | null): CaptionCue[] {
  const endMs = lengthMs ?? Number.POSITIVE_INFINITY;
  const sorted = cues
    .map((cue) => ({ ...cue, text: toText(cue.text).slice(0, CUE_MAX_CHARS) }))
    .filter(({ text, start_ms }) => text !== "" && start_ms < endMs)
    .toSorted((one, other) => one.start_ms - other.start_ms);
  return sorted
    .map((cue, index) => ({ ...cue, end_ms: Math.min(cue.end_ms, sorted[index + 1]?.start_ms ?? endMs) }))
    .filter((cue) => cue.end_ms > cue.start_ms)
    .slice(0, CUES_MAX);
}

/**
 * Old programs write SRT files in Latin-1.
 * @returns null for something other than text
 */
function decode(bytes: Uint8Array): string | null {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them
  return /[\0-\x08\x0e-\x1f]/.test(text) ? null : text;
}

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** A cue is a line with its times and the lines after it, up to an empty one. All other lines say nothing of it. */
function readCues(lines: readonly string[], toPlain: (text: string) => string): { cues: Cue[] } | { fault: string } {
  const cues: Cue[] = [];
  for (let at = 0; at < lines.length && cues.length <= CUES_MAX; at++) {
    if (!lines[at]?.includes(ARROW)) continue;
    const times = TIMES.exec(lines[at] ?? "");
    if (!times) return { fault: `Line ${at + 1}: The times of this cue could not be read.` };
    const textLines = linesOfCue(lines, at + 1);
    const cue = {
      line: at + 1,
      start_ms: toMs(times.slice(1, 5)),
      end_ms: toMs(times.slice(5, 9)),
      text: toText(toPlain(textLines.join("\n"))).replace(/\n\s*\n/g, "\n"),
    };
    if (cue.text.length > CUE_MAX_CHARS)
      return { fault: `Line ${at + 1}: This cue has more than ${CUE_MAX_CHARS} characters.` };
    if (cue.text !== "") cues.push(cue);
    at += textLines.length;
  }
  return { cues };
}

function linesOfCue(lines: readonly string[], from: number): string[] {
  let end = from;
  while (end < lines.length && lines[end]?.trim() !== "" && !lines[end]?.includes(ARROW)) end++;
  // Without an empty line before the next cue of an SRT file, its number would end the text of this one.
  const hasNumber = lines[end]?.includes(ARROW) === true && /^\s*\d+\s*$/.test(lines[end - 1] ?? "") && end - 1 > from;
  return lines.slice(from, hasNumber ? end - 1 : end);
}

function toMs([hours = "0", minutes = "0", seconds = "0", fraction = "0"]: (string | undefined)[]): number {
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(fraction.padEnd(3, "0"));
}

/** The formats' own tags. Anything else in angle brackets is text. */
const TAGS = /<\/?(?:b|i|u|s|c|v|lang|ruby|rt|font)(?:[\s.][^<>]*)?>|<(?:\d+:)?\d\d:\d\d\.\d{3}>/gi;

/** The others are marks of direction, which no text keeps. */
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };
const REFERENCES = /&(?:(amp|lt|gt|quot|apos|nbsp|lrm|rlm)|#([xX][\da-fA-F]{1,6}|\d{1,7}));/g;
const LAST_CODE_POINT = 0x10ffff;

function toVttText(text: string): string {
  return text.replace(TAGS, "").replace(REFERENCES, (reference, name: string | undefined, number: string) => {
    if (name !== undefined) return NAMED[name] ?? "";
    const codePoint = Number(`0${number}`);
    return codePoint > LAST_CODE_POINT ? reference : String.fromCodePoint(codePoint);
  });
}

function toSrtText(text: string): string {
  return text.replace(TAGS, "").replace(/\{\\[^}]*\}/g, "");
}
