import type { CaptionTrack } from "@app/contract/captions";
import type { ComponentProps } from "react";
import { languageName } from "#lib/format.ts";

type PictureProps = Omit<ComponentProps<"video">, "poster"> & {
  poster: string | null;
  tracks: readonly CaptionTrack[];
};

/** The video itself, with its captions. */
export function Picture({ poster, tracks, ...props }: PictureProps) {
  return (
    <video
      {...props}
      poster={poster ?? undefined}
      playsInline
      // Tracks of another origin need this, and that origin already allows hls.js to fetch.
      crossOrigin={isForeign(tracks[0]) ? "anonymous" : undefined}
      preload="auto"
      className="size-full rounded-[inherit] object-contain"
    >
      {tracks.map(({ language, url }) => (
        <track key={language} kind="captions" src={url} srcLang={language} label={languageName(language)} />
      ))}
    </video>
  );
}

function isForeign(track: CaptionTrack | undefined): boolean {
  return track !== undefined && new URL(track.url, location.href).origin !== location.origin;
}
