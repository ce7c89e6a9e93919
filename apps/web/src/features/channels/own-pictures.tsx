import { PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { COVER_MAX_BYTES } from "@app/contract/profile";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { useSaveCover, useSaveProfile } from "./edit-channel.queries.ts";
import { PictureButton } from "./picture-button.tsx";

export function OwnPictureButton() {
  const profile = useSaveProfile();
  return (
    <PictureButton
      label="Change your picture"
      maxBytes={PROFILE_IMAGE_MAX_BYTES}
      isBusy={profile.isPending}
      onChoose={(file) => profile.mutate({ body: {}, file }, { onError: sayFault })}
      className="-right-1 -bottom-1"
    />
  );
}

export function OwnCoverButton() {
  const cover = useSaveCover();
  return (
    <PictureButton
      label="Change your cover"
      maxBytes={COVER_MAX_BYTES}
      isBusy={cover.isPending}
      onChoose={(file) =>
        cover.mutate(file, { onSuccess: () => toast.success("Your cover image was changed."), onError: sayFault })
      }
      className="top-3 right-0 sm:right-3"
    />
  );
}

/** What is wrong with the picture itself says more than 'please check the marked fields'. */
function sayFault(error: unknown): void {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  toast.error(faults.length > 0 ? faults.join(" ") : messageOf(error));
}
