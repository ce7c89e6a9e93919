import { Logo } from "#ui/logo.tsx";
import { Slideshow } from "#ui/slideshow.tsx";
import basketball from "../../assets/scene-basketball.svg";
import football from "../../assets/scene-football.svg";
import pool from "../../assets/scene-pool.svg";
import track from "../../assets/scene-track.svg";

const AUTOPLAY_MS = 4_000;
const SPEED_MS = 500;

const SCENES = [
  { src: football, alt: "A football above a field under floodlights" },
  { src: basketball, alt: "A basketball on its way to the hoop" },
  { src: track, alt: "Hurdles across the lanes of a running track" },
  { src: pool, alt: "A swimmer in the middle lane of a pool" },
] as const;

/** Beside the form on a direct visit: a slideshow of four sports with the logo. */
export function SportPanel() {
  return (
    <div data-theme="dark" className="relative h-full overflow-hidden rounded-media bg-ground">
      <Slideshow
        label="Sports pictures"
        slides={SCENES}
        keyOf={({ src }) => src}
        autoplayMs={AUTOPLAY_MS}
        speedMs={SPEED_MS}
        className="h-full"
      >
        {({ src, alt }) => <img src={src} alt={alt} className="absolute inset-0 size-full object-cover" />}
      </Slideshow>
      {/* Beside the dots where there is room; at the top it would cover the floodlights. */}
      <div className="pointer-events-none absolute top-6 left-6 rounded-media bg-scrim px-5 py-4 text-on-scrim sm:top-auto sm:bottom-4 sm:left-4">
        <Logo size={40} />
      </div>
    </div>
  );
}
