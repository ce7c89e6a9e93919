import { ANNOUNCEMENT_CUT, type Announcement, announcementRoutes } from "@app/contract/announcements";
import { BRAND } from "@app/contract/brand";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { cutText } from "#lib/format.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { HostedVideo } from "./hosted-video.tsx";
import { LoopedVideo } from "./looped-video.tsx";

const announcement = queryOptions({
  queryKey: ["announcement"],
  queryFn: ({ signal }) => call(announcementRoutes.current, {}, signal),
});

const FAULT = "An Error Occurred.";

/** What the team has to say; nothing at all when it says nothing. */
export function AnnouncementBlock() {
  const found = useQuery(announcement);
  if (found.data === null) return null;
  return (
    <section aria-labelledby="announcement-title" className="flex flex-col gap-5">
      <h2 id="announcement-title" className="title text-3xl sm:text-4xl">
        FROM THE {BRAND.name.toUpperCase()}&apos;S TEAM
      </h2>
      {found.isPending && <Skeleton className="aspect-video w-full rounded-media lg:aspect-21/9" />}
      {found.isError && (
        <LoadError
          title={FAULT}
          error={found.error}
          isRetrying={found.isFetching}
          onRetry={() => void found.refetch()}
        />
      )}
      {found.data && <Told said={found.data} />}
    </section>
  );
}

function Told({ said }: { said: Announcement }) {
  const { title, description, video_path, youtube_link, poster, loop } = said;
  return (
    <div className="grid items-center gap-6 rounded-media border border-line bg-raised p-4 sm:p-6 lg:grid-cols-[3fr_2fr] lg:gap-10">
      {video_path !== null ? (
        <LoopedVideo src={video_path} poster={poster} loop={loop} title={title} />
      ) : (
        youtube_link !== null && <HostedVideo link={youtube_link} poster={poster} loop={loop} title={title} />
      )}
      <div className="flex min-w-0 flex-col gap-3">
        <h3 className="title text-3xl break-words sm:text-4xl">{cutText(title, ANNOUNCEMENT_CUT)}</h3>
        <p className="break-words whitespace-pre-line text-muted">{cutText(description, ANNOUNCEMENT_CUT)}</p>
      </div>
    </div>
  );
}
