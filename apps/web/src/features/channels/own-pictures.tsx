import type { Channel } from "@app/contract/channels";
import { PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { COVER_MAX_BYTES } from "@app/contract/profile";
import { clsx } from "clsx";
import { Camera } from "lucide-react";
import { useId, useState } from "react";
import { findPictureFault, PICTURE_TYPES } from "#lib/picture-check.ts";
import { toast } from "#lib/toast.ts";
import { FileLabel } from "#ui/file-label.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { showPictureFault, useSaveChannel, useSaveCover } from "./edit-channel.queries.ts";

type PictureButtonProps = {
  label: string;
  maxBytes: number;
  isBusy: boolean;
  onChoose: (file: File) => void;
  className?: string;
};

type EditedChannel = { channel: Pick<Channel, "id" | "is_own"> };

export function OwnPictureButton({ channel }: EditedChannel) {
  const profile = useSaveChannel(channel, showPictureFault);
  return (
    <PictureButton
      label={channel.is_own ? "Change your picture" : "Change the picture"}
      maxBytes={PROFILE_IMAGE_MAX_BYTES}
      isBusy={profile.isPending}
      onChoose={(file) => profile.mutate({ body: {}, file })}
      className="-right-1 -bottom-1"
    />
  );
}

export function OwnCoverButton({ channel }: EditedChannel) {
  const cover = useSaveCover(channel);
  return (
    <PictureButton
      label={channel.is_own ? "Change your cover" : "Change the cover"}
      maxBytes={COVER_MAX_BYTES}
      isBusy={cover.isPending}
      onChoose={(file) => cover.mutate(file)}
      className="top-3 right-0 sm:right-3"
    />
  );
}

/** A camera button on the picture it replaces; a real file input underneath keeps it accessible. */
function PictureButton({ label, maxBytes, isBusy, onChoose, className }: PictureButtonProps) {
  const id = useId();
  const [fault, setFault] = useState<string | null>(null);

  const choose = async (file: File) => {
    const found = await findPictureFault(file, maxBytes);
    setFault(found);
    if (found !== null) toast.error(found);
    else onChoose(file);
  };

  return (
    <FileLabel
      className={clsx(
        "absolute grid size-11 place-items-center rounded-full border border-edge bg-scrim text-on-scrim transition-colors hover:bg-ground hover:text-text",
        className,
      )}
      accept={PICTURE_TYPES}
      aria-label={label}
      aria-invalid={fault ? true : undefined}
      aria-describedby={`${id}-hint`}
      disabled={isBusy}
      onFiles={([picture]) => void choose(picture)}
    >
      {isBusy ? <Spinner size={20} /> : <Camera aria-hidden size={20} />}
      <span id={`${id}-hint`} className="sr-only">
        {fault ?? `jpeg, jpg or png, up to ${maxBytes / 1024 ** 2} MB`}
      </span>
    </FileLabel>
  );
}
