import { channelHref } from "@app/contract/paths";
import type { FoundChannel } from "@app/contract/search";
import { countInWords } from "#lib/format.ts";
import { Avatar } from "#ui/avatar.tsx";
import { Link } from "#ui/link.tsx";
import { Marked } from "#ui/marked.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

export function FoundChannelCard({ channel }: { channel: FoundChannel }) {
  const { name, username, subscriber_count: followers, content_count: items } = channel;
  return (
    <article className="group relative flex items-center gap-4 rounded-media border border-line bg-raised p-4 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent">
      <Avatar picture={channel.channel_profile} name={name} size={64} />
      <div className="min-w-0">
        <h3 className="truncate font-semibold group-hover:underline">
          <Link href={channelHref(channel.id)} title={name} className="outline-none after:absolute after:inset-0">
            <Marked text={name} ranges={channel.name_matches} />
          </Link>
        </h3>
        <p className="truncate text-sm text-muted">@{username}</p>
        <p className="score text-muted">
          {countInWords(followers, "follower")} · {countInWords(items, "item")}
        </p>
      </div>
    </article>
  );
}

/** The same size. */
export function FoundChannelSkeleton() {
  return <Skeleton className="h-24.5 rounded-media" />;
}
