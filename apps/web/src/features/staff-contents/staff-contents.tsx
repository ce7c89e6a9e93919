import { CONTENT_TYPES } from "@app/contract/contents";
import { STAFF_CONTENT_FILTERS, type StaffContent, type StaffContentFilter } from "@app/contract/staff-contents";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { TYPE_TITLES } from "#lib/type-titles.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Filter, SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { StaffContentItem } from "./staff-content-item.tsx";
import {
  type ContentAct,
  EVERYTHING,
  type StaffContentQuery,
  staffContents,
  useDecideContent,
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
          key={query.search === "" ? "empty" : "typed"}
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
    about: ({ title }) => `“${title}” is shown again to everybody who could see it before.`,
  },
  reprocess: {
    title: "Process this content again",
    confirmLabel: "Process again",
    hint: "For the audit log.",
    about: ({ title }) =>
      `“${title}” is made anew from its original file. What viewers see now stays until that is done, and if it fails.`,
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
