import type { Channel } from "@app/contract/channels";
import { useState } from "react";
import { Avatar } from "#ui/avatar.tsx";
import stadium from "../../assets/scene-stadium.svg";
import { OwnCoverButton, OwnPictureButton } from "./late-parts.tsx";

/** The cover with the avatar on its edge; the owner changes both where they are. */
export function ChannelPictures({ channel }: { channel: Channel }) {
  const [failed, setFailed] = useState<string | null>(null);
  const { channel_cover: url, channel_profile: picture, name, can } = channel;
  const isShown = url !== null && url !== failed;
  return (
    <div className="relative pb-12 sm:pb-14">
      {/* Ours is a scene at night, in both themes; its lower part would show half a ball. */}
      <div
        data-theme={isShown ? undefined : "dark"}
        className="aspect-[5/2] max-h-80 w-full overflow-hidden bg-lift max-sm:-mx-4 max-sm:w-auto sm:aspect-[5/1] sm:rounded-media"
      >
        <img
          src={isShown ? url : stadium}
          alt=""
          fetchPriority="high"
          onError={() => setFailed(url)}
          className={`size-full object-cover ${isShown ? "" : "opacity-60 sm:object-[50%_30%]"}`}
        />
      </div>
      <div className="absolute bottom-0 left-0 sm:left-6">
        <Avatar picture={picture} name={name} size={112} className="border-4 border-ground" />
        {can.edit && <OwnPictureButton />}
      </div>
      {can.edit && <OwnCoverButton />}
    </div>
  );
}
