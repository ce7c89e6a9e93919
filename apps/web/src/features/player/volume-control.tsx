import { Volume1, Volume2, VolumeX } from "lucide-react";
import { ControlButton } from "./control-button.tsx";
import { setVolume, toggleMute } from "./player-commands.ts";
import type { Playback } from "./use-playback.ts";

type VolumeControlProps = { video: HTMLVideoElement | null; playback: Pick<Playback, "volume" | "isMuted"> };

/** A finger has the volume keys of its device, and needs only the mute. */
export function VolumeControl({ video, playback }: VolumeControlProps) {
  const volume = playback.isMuted ? 0 : playback.volume;
  const percent = Math.round(volume * 100);
  return (
    <div className="group/volume flex items-center">
      <ControlButton
        icon={volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2}
        label={playback.isMuted ? "Unmute" : "Mute"}
        shortcut="m"
        onClick={() => video && toggleMute(video)}
      />
      <div className="relative hidden h-10 w-20 items-center sm:flex touch:hidden">
        <div aria-hidden className="h-1 w-full overflow-hidden rounded-full bg-on-scrim/30">
          <div className="h-full bg-on-scrim" style={{ width: `${percent}%` }} />
        </div>
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${percent} %`}
          min={0}
          max={1}
          step={0.05}
          value={volume}
          onChange={({ currentTarget }) => video && setVolume(video, currentTarget.valueAsNumber)}
          className="peer absolute inset-0 m-0 cursor-pointer opacity-0"
        />
        <div
          aria-hidden
          className="pointer-events-none absolute inset-x-[-4px] inset-y-2 rounded-control outline-accent peer-focus-visible:outline-2"
        />
      </div>
    </div>
  );
}
