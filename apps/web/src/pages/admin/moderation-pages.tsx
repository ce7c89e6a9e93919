import { CONTENT_TYPES } from "@app/contract/contents";
import { accountId } from "@app/contract/ids";
import { contentHref } from "@app/contract/paths";
import { PEOPLE_FILTERS } from "@app/contract/people";
import { QUEUE_LANES, type ReportCase } from "@app/contract/report-queue";
import { STAFF_CONTENT_FILTERS } from "@app/contract/staff-contents";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { ImageSet } from "#features/images/image-set.tsx";
import { PeopleList } from "#features/people/people-list.tsx";
import { PersonView } from "#features/people/person-detail.tsx";
import { LazyPlayer } from "#features/player/lazy-player.tsx";
import { ReportQueue } from "#features/report-queue/report-queue.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { StaffComments } from "#features/staff-comments/staff-comments.tsx";
import { StaffWordsForm } from "#features/staff-comments/staff-words-form.tsx";
import { StaffContents } from "#features/staff-contents/staff-contents.tsx";
import { TodayFigures } from "#features/today/today-figures.tsx";
import { focusOnMount } from "#lib/focus.ts";
import { contentItem } from "#lib/queries.ts";
import { oneOf } from "#lib/search-params.ts";
import { TYPE_WORDS } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import type { ConsolePageProps } from "./console-nav.tsx";

export function PeoplePage({ id }: ConsolePageProps) {
  const { search = "", state } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  if (id !== null) {
    const parsed = accountId.safeParse(id);
    if (!parsed.success) return <Navigate href="/404" to="." replace />;
    return (
      <>
        <PersonView id={parsed.data} />
        <ConfirmPasswordDialog key={parsed.data} />
      </>
    );
  }
  return (
    <>
      <PageHeader title="People" about="Everyone with an account. Open one to see and change what they may do." />
      <PeopleList
        query={{ search, filter: oneOf(PEOPLE_FILTERS, state) ?? null }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.filter !== null && { state: query.filter }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}

export function TodayPage({ paths }: ConsolePageProps) {
  return (
    <>
      <PageHeader title="Today" about="How the platform is doing, and what is waiting for someone." />
      <TodayFigures paths={paths} />
    </>
  );
}

export function ContentPage() {
  const { search = "", state, type } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Content"
        about="Everything that was published. What you hide is not deleted, and its owner is told why."
      />
      <StaffContents
        query={{
          search,
          filter: oneOf(STAFF_CONTENT_FILTERS, state) ?? null,
          type: oneOf(CONTENT_TYPES, type) ?? null,
        }}
        onQuery={(query) =>
          void navigate({
            to: ".",
            search: {
              ...(query.search !== "" && { search: query.search }),
              ...(query.filter !== null && { state: query.filter }),
              ...(query.type !== null && { type: query.type }),
            },
            replace: true,
          })
        }
      />
    </>
  );
}

export function ReportsPage() {
  const { tab } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Reports"
        about="Reports about minors come first. The people who reported and the owner are told what you decide."
      />
      <ReportQueue
        lane={QUEUE_LANES.find((lane) => lane === tab) ?? "open"}
        onLane={(lane) => void navigate({ to: ".", search: { tab: lane }, replace: true })}
        renderItem={(content) => <ReportedItem content={content} />}
      />
    </>
  );
}

export function CommentsPage() {
  const { search = "" } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  return (
    <>
      <PageHeader
        title="Comments"
        about="What waits for approval on any channel, and every comment that you search for. Owners decide about their own; you can help where they do not."
      />
      <StaffComments
        search={search}
        onSearch={(typed) => void navigate({ to: ".", search: typed === "" ? {} : { search: typed }, replace: true })}
      />
      <Section title="Words that hold a comment everywhere">
        <StaffWordsForm />
      </Section>
    </>
  );
}

type ReportedItemProps = { content: NonNullable<ReportCase["content"]> };

/** A reported item. It is loaded once somebody wants to see it: a page of them would be heavy, and not a nice sight. */
export function ReportedItem({ content }: ReportedItemProps) {
  const [isShown, setShown] = useState(false);
  const { id, type } = content;
  if (isShown)
    return (
      // biome-ignore lint/a11y/useSemanticElements: it is not about a form
      <div ref={focusOnMount} role="group" aria-label={`The ${TYPE_WORDS[type].name}`} tabIndex={-1}>
        <Item id={id} />
      </div>
    );
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" size="sm" onClick={() => setShown(true)}>
        Show the {TYPE_WORDS[type].name}
      </Button>
      <LinkButton variant="secondary" size="sm" href={contentHref(type, id)}>
        View page
      </LinkButton>
    </div>
  );
}

function Item({ id }: { id: string }) {
  const { data: item, error, isLoadingError, isFetching, refetch } = useQuery(contentItem(id));
  if (isLoadingError) return <LoadError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (!item) return <Skeleton className="aspect-video w-full max-w-2xl" />;
  return (
    <div className="flex max-w-2xl flex-col gap-3">
      {item.type === "image" && <ImageSet item={item} onLoaded={() => undefined} />}
      {item.type === "video" && item.video_content.hls !== null && (
        <LazyPlayer
          contentId={id}
          hls={item.video_content.hls}
          poster={item.thumbnail}
          storyboard={item.video_content.storyboard}
          captions={item.captions}
          title={item.title}
          lengthS={item.length}
          startAtS={0}
          isGrowing={item.state === "processing"}
          isTheater={false}
          onTheater={null}
          // What staff look at is no view.
          onWatched={() => undefined}
          onRetry={() => void refetch()}
          onGone={async () => (await refetch()).data?.video_content.hls !== null}
        />
      )}
      {item.description !== "" && (
        <p dir="auto" className="text-sm break-words whitespace-pre-line text-muted">
          {item.description}
        </p>
      )}
      {item.type === "document" && (
        <LinkButton variant="secondary" size="sm" className="self-start" href={contentHref("document", id)}>
          Read it
        </LinkButton>
      )}
    </div>
  );
}
