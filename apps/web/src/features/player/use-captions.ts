import type { CaptionTrack } from "@app/contract/captions";
import { useEffect, useEffectEvent, useState } from "react";
import { languageName } from "#lib/format.ts";
import { readMemory, updateMemory } from "./player-memory.ts";

export type Captions = {
  tracks: readonly CaptionTrack[];
  /** The language that is shown; null: off. */
  language: string | null;
  /** What is said now. */
  text: string;
  choose: (language: string | null) => void;
  /** @returns an announcement for screen readers */
  toggle: () => string;
};

/**
 * The browser loads the chosen track and says which cue is due; we draw it ourselves, above the controls. On or off is
 * stored for the person.
 */
export function useCaptions(video: HTMLVideoElement | null, tracks: readonly CaptionTrack[]): Captions {
  const [wanted, setWanted] = useState(() => readMemory().captionsLanguage);
  const language = wanted === null ? null : chooseLanguage(tracks, [wanted]);
  const text = useCueText(video, language);

  function choose(next: string | null): void {
    setWanted(next);
    updateMemory((memory) => ({ ...memory, captionsLanguage: next }));
  }

  return {
    tracks,
    language,
    text,
    choose,
    toggle: () => {
      const next = language === null ? chooseLanguage(tracks, navigator.languages) : null;
      if (tracks.length === 0) return "This video has no captions";
      choose(next);
      return next === null ? "Captions off" : `Captions on: ${languageName(next)}`;
    },
  };
}

/** @returns the first wanted language that there is, by its region or without it; otherwise the first track's */
export function chooseLanguage(
  tracks: readonly Pick<CaptionTrack, "language">[],
  wanted: readonly string[],
): string | null {
  const languages = tracks.map(({ language }) => language as string);
  const baseOf = (tag: string) => tag.split("-")[0];
  const found = wanted.flatMap((tag) => [
    languages.find((one) => one === tag),
    languages.find((one) => baseOf(one) === baseOf(tag)),
  ]);
  return found.find((one) => one !== undefined) ?? languages[0] ?? null;
}

function useCueText(video: HTMLVideoElement | null, language: string | null): string {
  const [text, setText] = useState("");
  const read = useEffectEvent((track: TextTrack) => setText(textOf(track)));

  useEffect(() => {
    if (!video) return;
    const listeners = new AbortController();
    const { signal } = listeners;
    const track = Array.from(video.textTracks).find((one) => one.language === language);
    // iPhones show the bare video element in full screen, so there the browser draws the cues.
    const setMode = (mode: TextTrackMode) => {
      for (const one of video.textTracks) one.mode = one === track ? mode : "disabled";
    };
    setMode("hidden");
    video.addEventListener("webkitbeginfullscreen", () => setMode("showing"), { signal });
    video.addEventListener("webkitendfullscreen", () => setMode("hidden"), { signal });
    track?.addEventListener("cuechange", () => read(track), { signal });
    if (track) read(track);
    return () => {
      listeners.abort();
      setText("");
    };
  }, [video, language]);
  return text;
}

/** As text: the file escapes what could be markup. */
function textOf({ activeCues }: TextTrack): string {
  return Array.from(activeCues ?? [], (cue) => (cue instanceof VTTCue ? cue.getCueAsHTML().textContent : "")).join(
    "\n",
  );
}
