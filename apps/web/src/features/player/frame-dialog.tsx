import { ChevronLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { durationInWords, timeCode } from "#lib/format.ts";
import { seek } from "#lib/seek.ts";
import { drawFrame, stepTarget, toPicture } from "#lib/video-frames.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { TimeSlider, TimeThumb } from "#ui/time-slider.tsx";
import { PlayerError, useEngine } from "./player.tsx";

/** As wide as thumbnails are stored. */
const MAX_WIDTH_PX = 1280;

type FramePickerProps = {
  contentId: string;
  /** HLS multivariant playlist. */
  hls: string;
  lengthS: number;
  /** The URL has expired: requests a new `hls`. @returns whether there is one */
  onGone: () => Promise<boolean>;
  /** @param frame a JPEG picture */
  onChoose: (frame: File) => Promise<void>;
};

type FrameDialogProps = FramePickerProps & { onClose: () => void };

/** Chooses any frame of a video, for a picture of it. */
export function FrameDialog({ onClose, onChoose, ...picker }: FrameDialogProps) {
  return (
    <Dialog isOpen onClose={onClose} title="Choose a frame" shape="wide" keepsTyped>
      <FramePicker
        {...picker}
        onChoose={(frame) => {
          onClose();
          return onChoose(frame);
        }}
      />
    </Dialog>
  );
}

function FramePicker({ contentId, hls, lengthS, onGone, onChoose }: FramePickerProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const [atS, setAtS] = useState(lengthS / 2);
  const [isShown, setShown] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  const engine = useEngine(video, {
    contentId,
    url: hls,
    prefetched: null,
    startAtS: atS,
    shouldAutoplay: false,
    purpose: "still",
    renewUrl: onGone,
  });
  const framesPerSecond = engine.qualities.find(({ index }) => index === engine.current)?.framesPerSecond ?? 0;

  function go(toS: number): void {
    const inside = Math.min(Math.max(0, toS), lengthS);
    setAtS(inside);
    if (video) seek(video, inside);
  }

  async function choose(): Promise<void> {
    if (!video) return;
    try {
      const picture = await toPicture(drawFrame(video, MAX_WIDTH_PX), "image/jpeg");
      void onChoose(new File([picture], "frame.jpg", { type: picture.type }));
    } catch {
      setFailed(true);
    }
  }

  return (
    <>
      <div className="relative grid aspect-video place-items-center bg-ground" data-theme="dark">
        <video
          ref={setVideo}
          muted
          playsInline
          aria-label="The chosen frame"
          // It has the focus once Retry is gone.
          tabIndex={-1}
          onSeeking={() => setShown(false)}
          onSeeked={() => setShown(true)}
          onLoadedData={() => setShown(true)}
          className="absolute inset-0 size-full object-contain outline-none"
        />
        {!isShown && engine.fault === null && <Spinner size={32} />}
        {engine.fault !== null && (
          <PlayerError
            fault={engine.fault}
            onRetry={() => {
              engine.retry();
              video?.focus({ preventScroll: true });
            }}
          />
        )}
      </div>
      <TimeSlider value={atS} lengthS={lengthS} onChange={go}>
        <TimeThumb label="Time of the frame" valueText={`${durationInWords(atS)} of ${durationInWords(lengthS)}`} />
      </TimeSlider>
      {hasFailed && (
        <Notice tone="error">Your browser could not copy this frame. Please upload your own picture instead.</Notice>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          onClick={() => go(stepTarget(atS, framesPerSecond, -1))}
          aria-label="Previous frame"
        >
          <ChevronLeft aria-hidden size={18} />
        </Button>
        <Button variant="secondary" onClick={() => go(stepTarget(atS, framesPerSecond, 1))} aria-label="Next frame">
          <ChevronRight aria-hidden size={18} />
        </Button>
        <span className="score text-muted">{timeCode(atS * 1_000)}</span>
        <Button className="ml-auto" disabled={!isShown || engine.fault !== null} onClick={() => void choose()}>
          Use this frame
        </Button>
      </div>
    </>
  );
}
