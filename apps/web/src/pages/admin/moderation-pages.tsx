import { CONTENT_TYPES } from "@app/contract/contents";
import { accountId } from "@app/contract/ids";
import { PEOPLE_FILTERS } from "@app/contract/people";
import { QUEUE_LANES } from "@app/contract/report-queue";
import { STAFF_CONTENT_FILTERS } from "@app/contract/staff-contents";
import { Navigate, useNavigate, useSearch } from "@tanstack/react-router";
import { PeopleList } from "#features/people/people-list.tsx";
import { PersonView } from "#features/people/person-detail.tsx";
import { ReportQueue } from "#features/report-queue/report-queue.tsx";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { StaffComments } from "#features/staff-comments/staff-comments.tsx";
import { StaffWordsForm } from "#features/staff-comments/staff-words-form.tsx";
import { StaffContents } from "#features/staff-contents/staff-contents.tsx";
import { TodayFigures } from "#features/today/today-figures.tsx";
import { oneOf } from "#lib/search-params.ts";
import { PageHeader } from "#ui/page-header.tsx";
import { Section } from "#ui/section.tsx";
import type { ConsolePageProps } from "./console-page.ts";
import { ReportedItem } from "./reported-item.tsx";

export function PeoplePage({ id }: ConsolePageProps) {
  const { search = "", state } = useSearch({ from: "__root__" });
  const navigate = useNavigate();
  if (id !== null) {
    const parsed = accountId.safeParse(id);
    if (!parsed.success) return <Navigate href="/404" to="." replace />;
    return (
      <>
        <PersonView id={parsed.data} />
        <ConfirmPasswordDialog />
      </>
    );
  }
  return (
    <>
      <PageHeader title="People" about="Everybody with an account. Open one to see and change what they may do." />
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
      <PageHeader title="Today" about="How the platform is doing, and what is waiting for somebody." />
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
      <Section title="Words that hold a comment everywhere" isCased>
        <StaffWordsForm />
      </Section>
    </>
  );
}
