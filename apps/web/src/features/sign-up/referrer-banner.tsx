import { useQuery } from "@tanstack/react-query";
import { Avatar } from "#ui/avatar.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { referrerOf } from "./referrer.queries.ts";

const AVATAR_PX = 48;

/** By whom one was referred. Without it, signing up goes on all the same: nothing is said of a code that is no good. */
export function ReferrerBanner({ code }: { code: string | null }) {
  const { data: referrer, isPending } = useQuery(referrerOf(code));
  // Most people come by no link: only for a link its place is kept.
  if (isPending && code !== null) return <Skeleton className="h-24" />;
  if (!referrer) return null;
  return (
    <div className="flex min-h-24 items-center gap-4 rounded-control border-l-4 border-accent bg-raised p-4">
      <Avatar picture={referrer.profile_url} name={referrer.channel_name} size={AVATAR_PX} />
      <p className="min-w-0 text-sm text-muted">
        You were referred by{" "}
        <strong className="block truncate text-base font-semibold text-text">{referrer.channel_name}</strong>
        <span className="block truncate">@{referrer.username}</span>
      </p>
    </div>
  );
}
