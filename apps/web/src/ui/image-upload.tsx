import { clsx } from "clsx";
import { ImagePlus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { findPictureFault, PICTURE_TYPES } from "#lib/picture-check.ts";
import { FieldError } from "./field.tsx";
import { FileLabel } from "./file-label.tsx";
import { Spinner } from "./spinner.tsx";

const SMALL_PX = 50;
const REGULAR_PX = 60;

type ImageUploadProps = {
  label: string;
  /** URL of the current picture. */
  picture: string | null;
  maxBytes: number;
  isSmall?: boolean;
  isBusy?: boolean;
  /** False if the picture is uploaded immediately, so that `picture` shows the result. */
  showsChosen?: boolean;
  /** The current picture can only be replaced; a newly chosen one can be removed. */
  isKept?: boolean;
  error?: string | undefined;
  /** Called with a valid picture, or null when it is removed. */
  onChange: (file: File | null) => void;
};

/** A round preview and a file picker. */
export function ImageUpload(props: ImageUploadProps) {
  const { label, picture, maxBytes, isSmall, isBusy = false, isKept } = props;
  const id = useId();
  const { preview, fault, choose, remove } = useChosenPicture(props);
  const shown = preview ?? picture;
  const message = fault ?? props.error;

  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-center gap-4">
        <Preview picture={shown} isBusy={isBusy} edgePx={isSmall ? SMALL_PX : REGULAR_PX} />
        <div className="flex flex-wrap items-center gap-x-3">
          <FileLabel
            className="relative flex min-h-8 items-center rounded-control text-sm font-semibold text-accent underline has-disabled:opacity-55 touch:min-h-11"
            accept={PICTURE_TYPES}
            disabled={isBusy}
            aria-invalid={message ? true : undefined}
            aria-describedby={clsx(`${id}-hint`, message && `${id}-error`)}
            onFiles={([picture]) => void choose(picture)}
          >
            {label}
          </FileLabel>
          {(isKept ? preview : shown) !== null && !isBusy && (
            <button
              type="button"
              aria-label={`Remove: ${label}`}
              onClick={remove}
              className="min-h-8 text-sm text-muted underline hover:text-text touch:min-h-11"
            >
              Remove
            </button>
          )}
          <p id={`${id}-hint`} className="w-full text-sm text-muted">
            jpeg, jpg or png, up to {maxBytes / 1024 ** 2} MB
          </p>
        </div>
      </div>
      {message && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}

/** @returns `preview`: the URL of the chosen picture; `fault`: why the last one was refused */
function useChosenPicture({ maxBytes, showsChosen = true, onChange }: ImageUploadProps) {
  const [preview, setPreview] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => URL.revokeObjectURL(preview ?? ""), [preview]);
  return {
    preview,
    fault,
    /** A refused file leaves the previous picture in place. */
    async choose(file: File): Promise<void> {
      const found = await findPictureFault(file, maxBytes);
      setFault(found);
      if (found !== null) return;
      if (showsChosen) setPreview(URL.createObjectURL(file));
      onChange(file);
    },
    remove(): void {
      setPreview(null);
      setFault(null);
      onChange(null);
    },
  };
}

function Preview({ picture, isBusy, edgePx }: { picture: string | null; isBusy: boolean; edgePx: number }) {
  const still =
    picture === null ? (
      <ImagePlus aria-hidden size={20} />
    ) : (
      <img src={picture} alt="" className="size-full object-cover" />
    );
  return (
    <span
      className="grid shrink-0 place-items-center overflow-hidden rounded-full border border-edge bg-lift text-muted"
      style={{ width: edgePx, height: edgePx }}
    >
      {isBusy ? <Spinner size={20} /> : still}
    </span>
  );
}
