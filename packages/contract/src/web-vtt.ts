import type { CaptionCue } from "./captions.ts";

/** @returns the captions as a WebVTT file in which every text is plain text */
export function toWebVtt(cues: readonly CaptionCue[]): string {
  const blocks = cues.map(
    ({ start_ms, end_ms, text }) =>
      `${toTime(start_ms)} --> ${toTime(end_ms)}\n${escapeMarkup(text.replace(/\n{2,}/g, "\n"))}\n`,
  );
  return ["WEBVTT\n", ...blocks].join("\n");
}

function toTime(ms: number): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, "0");
  const [h, m, s] = [Math.floor(ms / 3_600_000), Math.floor(ms / 60_000) % 60, Math.floor(ms / 1_000) % 60];
  return `${pad(h, 2)}:${pad(m, 2)}:${pad(s, 2)}.${pad(ms % 1_000, 3)}`;
}

function escapeMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
