import { type Chapter, chapterIndexAt } from "@app/contract/chapters";
import { clsx } from "clsx";
import {
  Captions as CaptionsIcon,
  CaptionsOff,
  Clapperboard,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RectangleHorizontal,
  RotateCcw,
  Settings,
  Volume1,
  Volume2,
  VolumeX,
} from "lucide-react";
import { duration, languageName } from "#lib/format.ts";
import { type Choice, ChoiceMenu, ControlButton } from "./choice-menu.tsx";
import type { Quality } from "./hls-engine.ts";
import { SPEEDS, setVolume, toggleMute, togglePictureInPicture } from "./player-commands.ts";
import type { PlayerCommand } from "./player-keys.ts";
import { SeekBar } from "./seek-bar.tsx";
import type { Captions } from "./use-captions.ts";
import type { EngineControls } from "./use-engine.ts";
import type { Playback } from "./use-playback.ts";

type ControlBarProps = {
  video: HTMLVideoElement | null;
  playback: Playback;
  engine: EngineControls;
  lengthS: number;
  storyboard: string | null;
  isShown: boolean;
  isFullscreen: boolean;
  isTheater: boolean;
  hasTheater: boolean;
  captions: Captions;
  chapters: readonly Chapter[];
  /** Null hides the button. */
  filmRoom: { isOpen: boolean; loop: { fromS: number; toS: number | null } | null } | null;
  hasShortcuts: boolean;
  run: (command: PlayerCommand) => void;
  onShortcuts: (isOn: boolean) => void;
  /** The controls stay visible during a drag or while a menu is open. */
  onInteracting: (isInteracting: boolean) => void;
  /** Someone draws over the picture, also where the hidden controls are. */
  isInert: boolean;
};

export function ControlBar(props: ControlBarProps) {
  const { video, playback, lengthS, storyboard, chapters, isShown, filmRoom, onInteracting } = props;
  return (
    <div
      data-controls
      inert={props.isInert}
      className={clsx(
        "pointer-events-none absolute inset-x-0 bottom-0 z-20 rounded-[inherit] bg-linear-to-t from-scrim to-transparent px-2 pt-10 pb-1 transition-opacity sm:px-3",
        // Hidden controls still react to a mouse, which shows them; a tap must not press what is invisible.
        isShown ? "opacity-100 *:pointer-events-auto" : "opacity-0 not-touch:*:pointer-events-auto",
      )}
    >
      <SeekBar
        video={video}
        playback={playback}
        lengthS={lengthS}
        storyboard={storyboard}
        chapters={chapters}
        loop={filmRoom?.loop ?? null}
        onDragging={onInteracting}
      />
      <div className="flex items-center">
        <PlayingControls {...props} />
        <ChapterTitle chapters={chapters} atS={playback.atS} />
        <ShowingControls {...props} />
      </div>
    </div>
  );
}

function PlayingControls({ video, playback, lengthS, run }: ControlBarProps) {
  const { isPaused, hasEnded } = playback;
  return (
    <>
      <ControlButton
        icon={hasEnded ? RotateCcw : isPaused ? Play : Pause}
        label={hasEnded ? "Play again" : isPaused ? "Play" : "Pause"}
        shortcut="k"
        onClick={() => run({ kind: "toggle_play" })}
      />
      <VolumeControl video={video} playback={playback} />
      <span className="score ml-1 text-base whitespace-nowrap text-on-scrim sm:ml-3">
        <span className="sr-only">Position </span>
        {duration(playback.atS)}
        <span className="max-[420px]:hidden">
          <span className="sr-only"> of </span>
          <span aria-hidden> / </span>
          {duration(lengthS)}
        </span>
      </span>
    </>
  );
}

function ShowingControls({
  video,
  playback,
  engine,
  captions,
  isFullscreen,
  isTheater,
  hasTheater,
  filmRoom,
  hasShortcuts,
  run,
  onShortcuts,
  onInteracting,
}: ControlBarProps) {
  return (
    <>
      {captions.tracks.length > 0 && <CaptionsMenu captions={captions} onOpenChange={onInteracting} />}
      <SpeedMenu
        rate={playback.rate}
        onRate={(rate) => run({ kind: "set_speed", rate })}
        onOpenChange={onInteracting}
      />
      <QualityMenu engine={engine} hasShortcuts={hasShortcuts} onShortcuts={onShortcuts} onOpenChange={onInteracting} />
      {filmRoom !== null && (
        <ControlButton
          icon={Clapperboard}
          label="Film room"
          shortcut="r"
          aria-pressed={filmRoom.isOpen}
          onClick={() => run({ kind: "toggle_film_room" })}
        />
      )}
      {document.pictureInPictureEnabled && (
        <ControlButton
          icon={PictureInPicture2}
          label="Picture in picture"
          className="max-sm:hidden"
          onClick={() => video && togglePictureInPicture(video)}
        />
      )}
      {hasTheater && (
        <ControlButton
          icon={RectangleHorizontal}
          label="Theater view"
          shortcut="t"
          aria-pressed={isTheater}
          className="max-lg:hidden"
          onClick={() => run({ kind: "toggle_theater" })}
        />
      )}
      <ControlButton
        icon={isFullscreen ? Minimize : Maximize}
        label={isFullscreen ? "Exit full screen" : "Full screen"}
        shortcut="f"
        onClick={() => run({ kind: "toggle_fullscreen" })}
      />
    </>
  );
}

/** Fills the space between the two groups of controls. */
function ChapterTitle({ chapters, atS }: { chapters: readonly Chapter[]; atS: number }) {
  const chapter = chapters[chapterIndexAt(chapters, atS)];
  return (
    <span className="min-w-0 grow basis-0 truncate px-3 text-sm text-on-scrim max-sm:invisible max-sm:px-0">
      {chapter && (
        <>
          <span className="sr-only">Chapter: </span>
          {chapter.title}
        </>
      )}
    </span>
  );
}

type VolumeControlProps = { video: HTMLVideoElement | null; playback: Pick<Playback, "volume" | "isMuted"> };

/** No slider on touch screens, where devices have volume keys. */
function VolumeControl({ video, playback }: VolumeControlProps) {
  const volume = playback.isMuted ? 0 : playback.volume;
  const percent = Math.round(volume * 100);
  return (
    // The narrowest phones have no room for all controls; a window of that width is one that somebody has zoomed in on.
    <div className="flex min-w-8 items-center touch:max-[359px]:hidden cramped:min-w-[24px]">
      <ControlButton
        icon={volume === 0 ? VolumeX : volume < 0.5 ? Volume1 : Volume2}
        label={playback.isMuted ? "Unmute" : "Mute"}
        shortcut="m"
        onClick={() => video && toggleMute(video)}
      />
      <div className="relative hidden h-10 w-20 items-center sm:flex touch:hidden">
        <div aria-hidden className="h-1 w-full overflow-hidden forced-color-adjust-none rounded-full bg-on-scrim/30">
          <div className="h-full bg-on-scrim" style={{ width: `${percent}%` }} />
        </div>
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={`${percent}%`}
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

type MenuProps = { onOpenChange: (isOpen: boolean) => void };

const AUTO = -1;

const SPEED_CHOICES = SPEEDS.map((speed): Choice => ({ value: speed, label: speed === 1 ? "Normal" : `${speed}×` }));

function SpeedMenu({ rate, onRate, ...menu }: MenuProps & { rate: number; onRate: (rate: number) => void }) {
  return (
    <ChoiceMenu label={`Speed: ${rate}×`} value={rate} choices={SPEED_CHOICES} onChoose={onRate} {...menu}>
      <span className="score min-w-7 text-base">{rate}×</span>
    </ChoiceMenu>
  );
}

const OFF = -1;

/** The key `c` switches them on and off. */
function CaptionsMenu({ captions: { tracks, language, choose }, ...menu }: MenuProps & { captions: Captions }) {
  const choices = tracks.map((track, value) => ({ value, label: toTrackLabel(track) }));
  const at = tracks.findIndex((track) => track.language === language);
  const Icon = at === OFF ? CaptionsOff : CaptionsIcon;
  return (
    <ChoiceMenu
      label={`Captions: ${at === OFF ? "off" : choices[at]?.label}`}
      value={at}
      choices={[{ value: OFF, label: "Off" }, ...choices]}
      onChoose={(value) => choose(tracks[value]?.language ?? null)}
      {...menu}
    >
      <Icon aria-hidden size={20} />
    </ChoiceMenu>
  );
}

function toTrackLabel({ language, is_automatic }: Captions["tracks"][number]): string {
  return languageName(language) + (is_automatic ? " (automatic)" : "");
}

type QualityMenuProps = MenuProps & {
  engine: Pick<EngineControls, "qualities" | "chosen" | "current" | "setQuality">;
  hasShortcuts: boolean;
  onShortcuts: (isOn: boolean) => void;
};

function QualityMenu({ engine, hasShortcuts, onShortcuts, ...menu }: QualityMenuProps) {
  const { qualities, chosen, current, setQuality } = engine;
  const auto: Choice = { value: AUTO, label: autoLabel(qualities, chosen, current) };
  const choices = [...qualities].sort((a, b) => b.heightPx - a.heightPx).map(toChoice);
  return (
    <ChoiceMenu
      label="Quality and shortcuts"
      value={chosen ?? AUTO}
      choices={[auto, ...choices]}
      onChoose={(index) => setQuality(index === AUTO ? null : index)}
      toggle={{ label: "Single-key shortcuts", isOn: hasShortcuts, onChange: onShortcuts }}
      {...menu}
    >
      <Settings aria-hidden size={20} />
    </ChoiceMenu>
  );
}

function autoLabel(qualities: Quality[], chosen: number | null, current: number | null): string {
  const playing = qualities.find(({ index }) => index === current);
  return chosen === null && playing ? `Auto (${qualityName(playing)})` : "Auto";
}

function toChoice(quality: Quality): Choice {
  return { value: quality.index, label: qualityName(quality) };
}

/** `1080p`, or `1080p60` for high frame rates. */
function qualityName({ heightPx, framesPerSecond }: Quality): string {
  return `${heightPx}p${framesPerSecond > 32 ? Math.round(framesPerSecond) : ""}`;
}
