import type { Channel } from "@app/contract/channels";
import { exactly, viewCount } from "@app/contract/formats";
import { Pencil, Share2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { hasFormDraft } from "#lib/form-drafts.ts";
import { plural } from "#lib/format.ts";
import { Avatar, PremiumBadge } from "#ui/avatar.tsx";
import { Button, LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import stadium from "../../assets/scene-stadium.svg";
import { DetailsForm, Followers, OwnCoverButton, OwnPictureButton, ShareDialog } from "./lazy-parts.tsx";
import { detailsDraft, useEditing } from "./use-editing.ts";

/** @param actions the Follow and Share buttons */
export function ChannelHeader({ channel, actions }: { channel: Channel; actions: ReactNode }) {
  const { can, name, username, plan, bio } = channel;
  const { isEditing, startEditing, stopEditing, container, button } = useEditing(
    can.edit && hasFormDraft(detailsDraft(channel)),
  );
  return (
    <header className="flex flex-col gap-4">
      <ChannelPictures channel={channel} />
      <div
        ref={container}
        tabIndex={-1}
        className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 outline-none sm:px-6"
      >
        {isEditing ? (
          <>
            <h1 className="sr-only">{name}</h1>
            <DetailsForm channel={channel} onDone={stopEditing} />
          </>
        ) : (
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 dir="auto" className="min-w-0 font-display text-4xl leading-tight font-bold break-words sm:text-5xl">
                {name}
              </h1>
              {plan !== null && <PremiumBadge />}
            </div>
            <p className="break-words text-muted">@{username}</p>
            {bio !== "" && (
              <p dir="auto" className="mt-1 max-w-prose break-words whitespace-pre-line">
                {bio}
              </p>
            )}
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {can.edit && !isEditing && (
            <Button ref={button} variant="secondary" onClick={startEditing}>
              <Pencil aria-hidden size={18} />
              Edit
            </Button>
          )}
          {actions}
        </div>
      </div>
      <Counts channel={channel} />
      <VisibilityNotice channel={channel} />
    </header>
  );
}

/** The cover with the avatar on its edge; whoever edits the channel changes both in place. */
function ChannelPictures({ channel }: { channel: Channel }) {
  const [failed, setFailed] = useState<string | null>(null);
  const { channel_cover: url, channel_profile: picture, name, can } = channel;
  const isShown = url !== null && url !== failed;
  return (
    <div className="relative pb-12 sm:pb-14">
      {/* The default cover is a night scene in both themes, cropped so that no ball is cut in half. */}
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
        {can.edit && <OwnPictureButton channel={channel} />}
      </div>
      {can.edit && <OwnCoverButton channel={channel} />}
    </div>
  );
}

/** Tells the owner and staff that nobody else can see the channel. */
function VisibilityNotice({
  channel: { visibility, is_own: isOwn },
}: {
  channel: Pick<Channel, "visibility" | "is_own">;
}) {
  if (visibility === "open") return null;
  if (visibility === "blocked")
    return (
      <Notice tone="warning" title={isOwn ? "Your channel is hidden." : "This channel is hidden."}>
        {isOwn
          ? "Only you and our team can see it and its content."
          : "Only its owner and staff can see it and its content."}
      </Notice>
    );
  return (
    <Notice
      tone="warning"
      title={isOwn ? "Your channel is deactivated." : "This channel has been deactivated."}
      action={
        isOwn && (
          <LinkButton href="/setting?tab=leave" variant="secondary" size="sm">
            Open Settings
          </LinkButton>
        )
      }
    >
      {isOwn
        ? "Only you and our team can see it and its content."
        : "Only its owner and staff can see it. The owner can restore it within 12 months."}
    </Notice>
  );
}

/** Followers, media and views. The list of followers opens if the owner shares it. */
function Counts({ channel }: { channel: Channel }) {
  const [isListOpen, setListOpen] = useState(false);
  const { subscriber_count: followers, content_count: media, total_views: views } = channel;
  return (
    <>
      <ul aria-label="Counts" className="flex flex-wrap items-center gap-x-8 gap-y-2 sm:px-6">
        <li>
          {channel.can.see_followers && followers > 0 ? (
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => setListOpen(true)}
              className="rounded-control hover:underline touch:min-h-11"
            >
              <Count value={followers}>{plural(followers, "follower")}</Count>
            </button>
          ) : (
            <Count value={followers}>{plural(followers, "follower")}</Count>
          )}
        </li>
        <li>
          <Count value={media}>{plural(media, "item")}</Count>
        </li>
        <li>
          <Count value={views}>{plural(views, "view")}</Count>
        </li>
      </ul>
      {isListOpen && <Followers channel={channel} onClose={() => setListOpen(false)} />}
    </>
  );
}

function Count({ value, children }: { value: number; children: ReactNode }) {
  return (
    <span className="flex items-baseline gap-1.5" title={exactly(value)}>
      <span className="score text-2xl">{viewCount(value)}</span> <span className="text-sm text-muted">{children}</span>
    </span>
  );
}

/** @param path of the channel's page, from the root */
export function ShareButton({ name, path }: { name: string; path: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Share2 aria-hidden size={18} />
        Share
      </Button>
      {isOpen && <ShareDialog name={name} path={path} onClose={() => setOpen(false)} />}
    </>
  );
}
