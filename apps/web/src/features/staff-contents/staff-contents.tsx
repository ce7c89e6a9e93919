import { CONTENT_TYPES } from "@app/contract/contents";
import { contentHref, editHref } from "@app/contract/paths";
import { STAFF_CONTENT_FILTERS, type StaffContent, type StaffContentFilter } from "@app/contract/staff-contents";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { dayInWords } from "#lib/dates.ts";
import { bytes, viewsInWords } from "#lib/format.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Filter, SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import {
  type ContentAct,
  EVERYTHING,
  type StaffContentQuery,
  staffContents,
  useDecideContent,
  useFeatureContent,
} from "./staff-contents.queries.ts";

const FILTER_LABELS: Record<StaffContentFilter, string> = {
  processing: "Being processed",
  failed: "Failed",
  hidden: "Hidden by staff",
  deleted: "Deleted",
  featured: "Featured",
};
const FILTERS = STAFF_CONTENT_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));
const TYPES = CONTENT_TYPES.map((value) => ({ value, label: TYPE_TITLES[value] }));

type StaffContentsProps = { query: StaffContentQuery; onQuery: (query: StaffContentQuery) => void };

/** Everything that was published, in every state. */
export function StaffContents({ query, onQuery }: StaffContentsProps) {
  const list = useInfiniteQuery(staffContents(query));
  const [decided, setDecided] = useState<{ item: StaffContent; act: ContentAct } | null>(null);
  return (
    <>
      <search aria-label="Content" className="grid gap-3 sm:grid-cols-2 xl:grid-cols-[minmax(0,2fr)_1fr_1fr]">
        <SearchFilter
          placeholder="Title, channel, username or id"
          className="sm:col-span-2 xl:col-span-1"
          value={query.search}
          onChange={(search) => onQuery({ ...query, search })}
        />
        <Filter
          label="Show"
          all="Everything"
          choices={FILTERS}
          value={query.filter}
          onChange={(filter) => onQuery({ ...query, filter })}
        />
        <Filter
          label="Type"
          all="All types"
          choices={TYPES}
          value={query.type}
          onChange={(type) => onQuery({ ...query, type })}
        />
      </search>
      <InfiniteList
        label="Content"
        list={list}
        itemsOf={({ contents }) => contents}
        className="flex flex-col gap-3"
        skeleton={<Skeleton className="h-28 rounded-media" />}
        empty={
          <Empty title="No data available">
            <p>Nothing matches. Part of a title or channel name is enough.</p>
            <Button variant="secondary" onClick={() => onQuery(EVERYTHING)}>
              Show everything
            </Button>
          </Empty>
        }
      >
        {(item) => <StaffContentItem item={item} onAct={(act) => setDecided({ item, act })} />}
      </InfiniteList>
      {decided && <DecideDialog {...decided} onClose={() => setDecided(null)} />}
    </>
  );
}

const DIALOGS: Record<
  ContentAct,
  { title: string; confirmLabel: string; hint: string; about(item: StaffContent): string }
> = {
  hide: {
    title: "Hide this content",
    confirmLabel: "Hide",
    hint: "The owner sees it, and it stays in the audit log.",
    about: ({ owner, title }) =>
      `Only its owner, ${owner.username}, and staff will see “${title}”. Nothing is deleted, and you can restore it at any time.`,
  },
  restore: {
    title: "Restore this content",
    confirmLabel: "Restore",
    hint: "For the audit log.",
    about: ({ title }) => `“${title}” is shown again to everyone who could see it before.`,
  },
  reprocess: {
    title: "Process this content again",
    confirmLabel: "Process again",
    hint: "For the audit log.",
    about: ({ title }) =>
      `“${title}” is processed again from its original file. What viewers see now stays until that is done, and if it fails.`,
  },
};

function DecideDialog({ item, act, onClose }: { item: StaffContent; act: ContentAct; onClose: () => void }) {
  const decide = useDecideContent(item.id, onClose);
  const { about, ...dialog } = DIALOGS[act];
  return (
    <ReasonDialog
      {...dialog}
      description={about(item)}
      isDanger={act === "hide"}
      busy={decide.isPending}
      error={decide.error}
      onConfirm={(reason) => decide.mutate({ act, reason })}
      onClose={onClose}
    />
  );
}

type ItemProps = { item: StaffContent; onAct: (act: ContentAct) => void };

function StaffContentItem({ item, onAct }: ItemProps) {
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4 sm:flex-row">
      <div className="aspect-video w-full shrink-0 overflow-hidden rounded-control bg-lift sm:w-40 sm:self-start">
        {item.thumbnail !== null && (
          <img src={item.thumbnail} alt="" width={320} height={180} loading="lazy" className="size-full object-cover" />
        )}
      </div>
      <div className="flex min-w-0 grow flex-col gap-2">
        <Link
          href={item.deleted_at === null ? contentHref(item.type, item.id) : null}
          className="font-semibold break-words hover:underline"
        >
          {item.title}
        </Link>
        <p className="text-sm break-words text-muted">
          <Link href={`/admin/people/${item.owner.id}`} className="font-semibold text-text underline">
            {item.owner.username}
          </Link>{" "}
          · {item.channel.name} · {TYPE_TITLES[item.type]} · {item.category} · {item.visibility}
        </p>
        <p className="score text-sm text-muted">
          {viewsInWords(item.total_views)} · {item.size_bytes === null ? "size unknown" : bytes(item.size_bytes)} ·{" "}
          {dayInWords(item.created_at)}
        </p>
        <States item={item} />
        <Actions item={item} onAct={onAct} />
      </div>
    </article>
  );
}

function reprocessingInWords({ fault, progress }: NonNullable<StaffContent["reprocessing"]>): string {
  if (fault === null) return `It is being processed again: ${progress}%.`;
  return `Processing it again failed, and viewers see it as before: ${fault}`;
}

function hiddenInWords({ at, reason }: NonNullable<StaffContent["hidden"]>): string {
  return `Hidden since ${dayInWords(at)}${reason === null ? "" : `: ${reason}`}`;
}

function States({ item }: { item: StaffContent }) {
  const sentences = [
    item.state === "failed" && `Processing failed: ${item.fault ?? "no reason is known"}`,
    item.state === "processing" && "It is being processed.",
    item.reprocessing && reprocessingInWords(item.reprocessing),
    item.hidden && hiddenInWords(item.hidden),
    item.is_channel_hidden && "Its channel is hidden.",
    item.deleted_at !== null && `Deleted on ${dayInWords(item.deleted_at)}; gone for good 30 days later.`,
    item.is_featured && "Featured: shown first in the home banner.",
  ].filter((sentence) => sentence !== false && sentence !== null);
  if (sentences.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence} className="break-words text-clay">
          {sentence}
        </li>
      ))}
    </ul>
  );
}

function Actions({ item, onAct }: ItemProps) {
  const feature = useFeatureContent();
  const { can } = item;
  return (
    <div className="flex flex-wrap gap-2">
      {can.hide && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          aria-label={`Hide ${item.title}`}
          onClick={() => onAct("hide")}
        >
          Hide
        </Button>
      )}
      {can.restore && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          aria-label={`Restore ${item.title}`}
          onClick={() => onAct("restore")}
        >
          Restore
        </Button>
      )}
      {can.feature && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          busy={feature.isPending}
          aria-label={`${item.is_featured ? "Stop featuring" : "Feature"} ${item.title}`}
          onClick={() => feature.mutate({ id: item.id, featured: !item.is_featured })}
        >
          {item.is_featured ? "Stop featuring" : "Feature"}
        </Button>
      )}
      {can.reprocess && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          aria-label={`Process again: ${item.title}`}
          onClick={() => onAct("reprocess")}
        >
          Process again
        </Button>
      )}
      {item.deleted_at === null && (
        <LinkButton variant="ghost" size="sm" href={editHref(item.id)} aria-label={`Edit ${item.title}`}>
          Edit
        </LinkButton>
      )}
    </div>
  );
}
