import { useId } from "react";
import { Skeleton } from "#ui/skeleton.tsx";

type ThumbnailPickerProps = {
  /** Three frames of the video; none until it has arrived. */
  frames: string[];
  chosen: number;
  onChoose: (frame: number) => void;
};

const PLACES = [0, 1, 2];

/** Which moment of the video stands for it in every list. */
export function ThumbnailPicker({ frames, chosen, onChoose }: ThumbnailPickerProps) {
  const name = useId();
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-semibold">Thumbnail</legend>
      <div className="grid grid-cols-3 gap-2">
        {PLACES.map((place) => {
          const picture = frames[place];
          if (picture === undefined) return <Skeleton key={place} className="aspect-video still:animate-none" />;
          return (
            <label key={place} className={FRAME}>
              <input
                type="radio"
                name={name}
                checked={place === chosen}
                onChange={() => onChoose(place)}
                aria-label={`Frame ${place + 1} of ${PLACES.length}`}
                className="peer absolute inset-0 cursor-pointer opacity-0"
              />
              <img src={picture} alt="" width={320} height={180} className="aspect-video w-full bg-lift object-cover" />
              <span
                aria-hidden
                className="absolute inset-x-0 bottom-0 hidden bg-accent py-0.5 text-center text-xs font-semibold text-on-accent peer-checked:block"
              >
                Chosen
              </span>
            </label>
          );
        })}
      </div>
      {frames.length === 0 && (
        <p className="text-sm text-muted">Three frames to choose from appear here once the video has arrived.</p>
      )}
    </fieldset>
  );
}

const FRAME =
  "relative cursor-pointer overflow-hidden rounded-control border-2 border-line has-checked:border-accent " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent";
