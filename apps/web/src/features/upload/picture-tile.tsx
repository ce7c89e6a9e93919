import { THUMBNAIL_PART } from "@app/contract/contents";
import { clsx } from "clsx";
import { ImagePlus } from "lucide-react";
import { Spinner } from "#ui/spinner.tsx";
import type { OwnPicture } from "./use-own-picture.ts";

const ACCEPTED = `${THUMBNAIL_PART.types.join(",")},.jpg,.jpeg,.png`;

type PictureTileProps = Pick<OwnPicture, "id" | "isSending" | "choose"> & { describedBy: string | undefined };

/** Beside the frames: opens the system's own list of pictures. */
export function PictureTile({ id, isSending, choose, describedBy }: PictureTileProps) {
  return (
    <label
      className={clsx(
        "relative grid aspect-video place-items-center overflow-hidden rounded-control border-2 border-dashed border-edge bg-raised p-1",
        "text-center text-sm font-semibold hover:border-accent has-disabled:opacity-55",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
      )}
    >
      <span className="flex flex-col items-center gap-1">
        {isSending ? <Spinner size={20} /> : <ImagePlus aria-hidden size={20} />}
        {isSending ? "Sending…" : id === null ? "Your own picture" : "Another picture"}
      </span>
      <input
        type="file"
        accept={ACCEPTED}
        disabled={isSending}
        aria-invalid={describedBy === undefined ? undefined : true}
        aria-describedby={describedBy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file chosen again is a choice as well.
          currentTarget.value = "";
          if (file) void choose(file);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
    </label>
  );
}
