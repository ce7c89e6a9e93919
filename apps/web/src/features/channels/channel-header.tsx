import type { Channel } from "@app/contract/channels";
import { Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { hasDraft } from "#lib/typed-draft.ts";
import { Button } from "#ui/button.tsx";
import { PremiumBadge } from "#ui/premium-badge.tsx";
import { ChannelPictures } from "./channel-pictures.tsx";
import { Counts } from "./counts.tsx";
import { DETAILS_DRAFT } from "./draft-names.ts";
import { DetailsForm } from "./late-parts.tsx";
import { useEditing } from "./use-editing.ts";
import { Standing } from "./visibility-notice.tsx";

/** @param actions what one can do with the channel: follow it, share it */
export function ChannelHeader({ channel, actions }: { channel: Channel; actions: ReactNode }) {
  const { can, name, username, plan, bio } = channel;
  const { isEditing, begin, end, place, button } = useEditing(can.edit && hasDraft(DETAILS_DRAFT));
  return (
    <header className="flex flex-col gap-4">
      <ChannelPictures channel={channel} />
      <div
        ref={place}
        tabIndex={-1}
        className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 outline-none sm:px-6"
      >
        {isEditing ? (
          <>
            <h1 className="sr-only">{name}</h1>
            <DetailsForm channel={channel} onDone={end} />
          </>
        ) : (
          <div className="flex min-w-0 flex-col gap-1">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 font-display text-4xl leading-tight font-bold break-words sm:text-5xl">{name}</h1>
              {plan !== null && <PremiumBadge />}
            </div>
            <p className="break-words text-muted">@{username}</p>
            {bio !== "" && <p className="mt-1 max-w-prose break-words whitespace-pre-line">{bio}</p>}
          </div>
        )}
        <div className="flex flex-wrap gap-3">
          {can.edit && !isEditing && (
            <Button ref={button} variant="secondary" onClick={begin}>
              <Pencil aria-hidden size={18} />
              Edit
            </Button>
          )}
          {actions}
        </div>
      </div>
      <Counts channel={channel} />
      <Standing channel={channel} />
    </header>
  );
}
