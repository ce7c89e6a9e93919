import { z } from "zod";
import { defineRoute, type FilePart, nothing } from "./http.ts";
import { contentId } from "./ids.ts";

export const CAPTIONS_MAX_BYTES = 1024 ** 2;
export const CUES_MAX = 5_000;
export const CUE_MAX_CHARS = 500;
/** How many automatic captions of a channel may be made or wait at once: others wait behind them. */
export const SPEECH_REQUESTS_MAX = 3;

/** BCP 47 tags of the languages that captions can be in. Their names come from the browser. */
export const CAPTION_LANGUAGES = [
  ...["en", "es", "fr", "de", "it", "pt", "pt-BR", "nl", "pl", "sv", "da", "nb", "fi", "is", "cs", "sk", "hu", "ro"],
  ...["bg", "el", "hr", "sr", "sl", "uk", "ru", "lt", "lv", "et", "tr", "ar", "he", "fa", "ur", "hi", "bn", "pa", "ta"],
  ...["te", "th", "vi", "id", "ms", "fil", "ja", "ko", "zh-Hans", "zh-Hant", "sw", "am", "ht", "af", "ca", "eu", "ga"],
] as const;

export const captionLanguage = z.enum(CAPTION_LANGUAGES, {
  // A missing one is reported as any missing field is.
  error: ({ input }) => (input == null ? undefined : "Please choose one of the languages in the list."),
});
export type CaptionLanguage = z.infer<typeof captionLanguage>;

/** A line of captions. The text is plain text: nothing in it is markup. */
export const captionCue = z.object({ start_ms: z.int(), end_ms: z.int(), text: z.string() });
export type CaptionCue = z.infer<typeof captionCue>;

/** Captions of one language, as an item lists them. */
export const captionTrack = z.object({
  language: captionLanguage.catch("en"),
  /** Made by speech recognition, and not saved by anybody since. */
  is_automatic: z.boolean(),
  /** Goes up with each save, and is never used again, not even after a deletion. */
  revision: z.int(),
  /** WebVTT, under the same access rules as the video. */
  url: z.string(),
});
export type CaptionTrack = z.infer<typeof captionTrack>;

export const CAPTIONS_PART: FilePart = {
  field: "captions",
  maxBytes: CAPTIONS_MAX_BYTES,
  types: ["text/vtt", "application/x-subrip"],
};

export const CAPTIONS_MESSAGES = {
  saved: "The captions were saved.",
  deleted: "The captions were deleted.",
  notVideo: "Only a video has captions.",
  changed: "These captions were changed somewhere else in the meantime.",
  empty: "There are no captions in this file.",
  noEngine: "Automatic captions are not available here. The operator of this site can turn them on.",
  otherLanguage: "Automatic captions are not available in this language here.",
  working: "Automatic captions in this language are already being made.",
  busy: `${SPEECH_REQUESTS_MAX} automatic captions of this channel are being made already. Please try again once one of them is done.`,
  exists: "There are captions in this language already. Delete them first.",
  requested: "The captions are being made. This takes a while.",
  noSpeech: "No speech was found in this video.",
  speechFailed: "The captions could not be made. Please try again later.",
  tooMany: `Captions have at most ${CUES_MAX.toLocaleString("en")} cues.`,
} as const;

/**
 * Cues are in order and do not overlap, so that one is shown at a time.
 * @param lengthMs of the video; null while unknown
 * @returns the first cue that breaks a rule, and a sentence about it; null if all are valid
 */
export function findCueFault(
  cues: readonly CaptionCue[],
  lengthMs: number | null,
): { index: number; message: string } | null {
  for (const [index, cue] of cues.entries()) {
    const message = toCueFault(cue, cues[index - 1], lengthMs);
    if (message !== null) return { index, message };
  }
  return null;
}

function toCueFault(cue: CaptionCue, before: CaptionCue | undefined, lengthMs: number | null): string | null {
  if (cue.end_ms <= cue.start_ms) return "This cue ends before it starts.";
  if (before && cue.start_ms < before.start_ms) return "This cue starts before the one above it starts.";
  if (before && cue.start_ms < before.end_ms) return "This cue starts before the one above it has ended.";
  if (lengthMs !== null && cue.start_ms >= lengthMs) return "This cue starts after the end of the video.";
  if (cue.text.trim() === "") return "This cue has no text.";
  return cue.text.length > CUE_MAX_CHARS ? `This cue has more than ${CUE_MAX_CHARS} characters.` : null;
}

const ofLanguage = { id: contentId, language: captionLanguage };

export const captionRoutes = {
  read: defineRoute({
    name: "captions.read",
    summary: "The cues of a video's captions in one language, in order",
    method: "GET",
    path: "/content/:id/captions/:language",
    access: "member",
    params: ofLanguage,
    data: captionTrack.omit({ url: true }).extend({ cues: z.array(captionCue) }),
  }),
  save: defineRoute({
    name: "captions.save",
    summary:
      "Save captions from a WebVTT or SRT file. With `revision`, only if nobody has saved since; 0: if there are none",
    method: "PUT",
    path: "/content/:id/captions/:language",
    access: "owner",
    params: ofLanguage,
    query: { revision: z.coerce.number().int().min(0).max(2_147_483_647).optional() },
    file: CAPTIONS_PART,
    data: captionTrack,
  }),
  speech: defineRoute({
    name: "captions.speech",
    summary: "Whether captions can be made by speech recognition, and which are being made or failed",
    method: "GET",
    path: "/content/:id/automatic-captions",
    access: "owner",
    params: { id: contentId },
    data: z.object({
      is_available: z.boolean(),
      /** In which the server understands speech. */
      languages: z.array(captionLanguage.catch("en")),
      /** `fault` says why there are none; null while they are being made. */
      requests: z.array(z.object({ language: captionLanguage.catch("en"), fault: z.string().nullable() })),
    }),
  }),
  recognize: defineRoute({
    name: "captions.recognize",
    summary: "Make captions of a video by speech recognition, as a job",
    method: "POST",
    path: "/content/:id/automatic-captions",
    access: "owner",
    params: { id: contentId },
    body: { language: captionLanguage },
    data: nothing,
    writes: "automatic_captions",
  }),
  silences: defineRoute({
    name: "captions.silences",
    summary: "The quiet parts of a video, to snap cues to. The first call starts looking for them",
    method: "POST",
    path: "/content/:id/silences",
    access: "owner",
    params: { id: contentId },
    /** Null while a job looks for them. */
    data: z.object({ silences: z.array(z.tuple([z.int(), z.int()])).nullable() }),
  }),
  remove: defineRoute({
    name: "captions.remove",
    summary: "Delete a video's captions in one language",
    method: "DELETE",
    path: "/content/:id/captions/:language",
    access: "owner",
    params: ofLanguage,
    data: nothing,
  }),
};

/** @returns the captions as a WebVTT file in which every text is plain text */
export function toWebVtt(cues: readonly CaptionCue[]): string {
  const blocks = cues.map(
    ({ start_ms, end_ms, text }) =>
      `${toTime(start_ms)} --> ${toTime(end_ms)}\n${escapeMarkup(withoutEmptyLines(text))}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

/** An empty line would end the cue. */
function withoutEmptyLines(text: string): string {
  return text
    .split(/[\r\n]+/)
    .filter((line) => line.trim() !== "")
    .join("\n");
}

function toTime(ms: number): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, "0");
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}.${pad(ms % 1_000, 3)}`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
