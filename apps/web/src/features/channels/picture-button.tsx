import { clsx } from "clsx";
import { Camera } from "lucide-react";
import { useId, useState } from "react";
import { findPictureFault, PICTURE_TYPES } from "#lib/picture-check.ts";
import { toast } from "#lib/toast.ts";
import { Spinner } from "#ui/spinner.tsx";

type PictureButtonProps = {
  label: string;
  maxBytes: number;
  isBusy: boolean;
  onChoose: (file: File) => void;
  className?: string;
};

/** A camera on the picture that it replaces. It is a file field all through, so that keyboard and screen reader find one. */
export function PictureButton({ label, maxBytes, isBusy, onChoose, className }: PictureButtonProps) {
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);

  const choose = async (file: File) => {
    const found = await findPictureFault(file, maxBytes);
    setFault(found);
    if (found !== null) toast.error(found);
    else onChoose(file);
  };

  return (
    <label
      className={clsx(
        "absolute grid size-11 place-items-center rounded-full border border-edge bg-scrim text-on-scrim transition-colors hover:bg-ground hover:text-text",
        "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
        className,
      )}
    >
      {isBusy ? <Spinner size={20} /> : <Camera aria-hidden size={20} />}
      <input
        type="file"
        accept={PICTURE_TYPES}
        aria-label={label}
        aria-invalid={fault ? true : undefined}
        aria-describedby={`${id}-hint`}
        disabled={isBusy}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // The same file chosen again is a choice as well.
          currentTarget.value = "";
          if (file) void choose(file);
        }}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      <span id={`${id}-hint`} className="sr-only">
        {fault ?? `jpeg, jpg or png, up to ${maxBytes / 1024 ** 2} MB`}
      </span>
    </label>
  );
}
