import type { Channel } from "@app/contract/channels";
import { PROFILE_IMAGE_MAX_BYTES } from "@app/contract/earners";
import { COVER_MAX_BYTES } from "@app/contract/profile";
import { useState } from "react";
import { ApiError, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Avatar } from "#ui/avatar.tsx";
import stadium from "../../assets/scene-stadium.svg";
import { useSaveCover, useSaveProfile } from "./edit-channel.queries.ts";
import { PictureButton } from "./picture-button.tsx";

/** The cover with the avatar on its edge; the owner changes both where they are. */
export function ChannelPictures({ channel }: { channel: Channel }) {
  const cover = useSaveCover();
  const profile = useSaveProfile();
  const [failed, setFailed] = useState<string | null>(null);
  const { channel_cover: url, channel_profile: picture, name, can } = channel;
  const isShown = url !== null && url !== failed;
  return (
    <div className="relative pb-12 sm:pb-14">
      <div className="aspect-[5/2] max-h-80 w-full overflow-hidden bg-lift max-sm:-mx-4 max-sm:w-auto sm:aspect-[5/1] sm:rounded-media">
        <img
          src={isShown ? url : stadium}
          alt=""
          onError={() => setFailed(url)}
          className={`size-full object-cover ${isShown ? "" : "opacity-60"}`}
        />
      </div>
      <div className="absolute bottom-0 left-0 sm:left-6">
        <Avatar picture={picture} name={name} size={112} className="border-4 border-ground" />
        {can.edit && (
          <PictureButton
            label="Change your picture"
            maxBytes={PROFILE_IMAGE_MAX_BYTES}
            isBusy={profile.isPending}
            onChoose={(file) => profile.mutate({ body: {}, file }, { onError: sayFault })}
            className="-right-1 -bottom-1"
          />
        )}
      </div>
      {can.edit && (
        <PictureButton
          label="Change your cover"
          maxBytes={COVER_MAX_BYTES}
          isBusy={cover.isPending}
          onChoose={(file) =>
            cover.mutate(file, { onSuccess: () => toast.success("Your cover image was changed."), onError: sayFault })
          }
          className="top-3 right-0 sm:right-3"
        />
      )}
    </div>
  );
}

/** What is wrong with the picture itself says more than 'please check the marked fields'. */
function sayFault(error: unknown): void {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  toast.error(faults.length > 0 ? faults.join(" ") : messageOf(error));
}
