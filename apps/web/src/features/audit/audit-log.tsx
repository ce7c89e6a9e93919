import { AUDIT_ACTIONS, AUDIT_SUBJECTS, type AuditEntryView } from "@app/contract/audit";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { momentInWords } from "#lib/dates.ts";
import { FIRST_PAGE, nextPage } from "#lib/queries.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Filter, SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type AuditQuery = { search: string; action: string | null };

function auditLog({ search, action }: AuditQuery) {
  return infiniteQueryOptions({
    queryKey: ["admin", "audit-log", search, action],
    queryFn: ({ pageParam, signal }) =>
      call(
        "GET /admin/audit-log",
        {
          query: { search, ...(action !== null && { action }), ...(pageParam !== undefined && { cursor: pageParam }) },
        },
        signal,
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: nextPage,
    gcTime: 0,
  });
}

const ACTIONS = Object.entries(AUDIT_ACTIONS)
  .map(([value, label]) => ({ value, label }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

type AuditLogProps = { query: AuditQuery; onQuery: (query: AuditQuery) => void };

/** What staff did, newest first. */
export function AuditLog({ query, onQuery }: AuditLogProps) {
  const list = useInfiniteQuery(auditLog(query));
  const isFiltered = query.search !== "" || query.action !== null;
  return (
    <>
      <search aria-label="Audit log" className="grid gap-3 sm:grid-cols-2">
        <SearchFilter
          placeholder="Username, id or reason"
          value={query.search}
          onChange={(search) => onQuery({ ...query, search })}
        />
        <Filter
          label="What happened"
          all="Everything"
          choices={ACTIONS}
          value={query.action}
          onChange={(action) => onQuery({ ...query, action })}
        />
      </search>
      <InfiniteList
        label="What staff did"
        list={list}
        itemsOf={({ entries }) => entries}
        className="flex flex-col gap-3"
        skeleton={<Skeleton className="h-24 rounded-media" />}
        empty={
          <Empty title="No data available">
            {isFiltered ? (
              <>
                <p>Nothing in the log matches.</p>
                <Button variant="secondary" onClick={() => onQuery({ search: "", action: null })}>
                  Show everything
                </Button>
              </>
            ) : (
              <p>Every change that staff make is recorded here for good.</p>
            )}
          </Empty>
        }
      >
        {(entry) => <Entry entry={entry} />}
      </InfiniteList>
    </>
  );
}

function Entry({ entry: { at, staff, action, subject, changes, reason } }: { entry: AuditEntryView }) {
  return (
    <article className="flex flex-col gap-2 rounded-media border border-line bg-raised p-4 text-sm">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{wordsOf(AUDIT_ACTIONS, action)}</span>
        <time dateTime={at} className="text-muted">
          {momentInWords(at)}
        </time>
      </p>
      <p className="break-words text-muted">
        {wordsOf(AUDIT_SUBJECTS, subject.kind)}:{" "}
        <span className="text-text" title={subject.id}>
          {subject.name ?? subject.id}
        </span>
        {" · by "}
        <span className="text-text">{staff?.username ?? "the command line"}</span>
      </p>
      {reason !== "" && <p className="break-words">Reason: {reason}</p>}
      {changes.length > 0 && <Changes changes={changes} />}
    </article>
  );
}

function Changes({ changes }: Pick<AuditEntryView, "changes">) {
  return (
    <dl className="grid gap-x-4 gap-y-1 border-t border-line pt-2 sm:grid-cols-[auto_minmax(0,1fr)]">
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted">{field.replaceAll("_", " ")}</dt>
          <dd className="break-words max-sm:mb-2">
            {before !== null && (
              <>
                <span className="sr-only">before: </span>
                <del className="text-muted">{toWords(before)}</del>
                {" → "}
              </>
            )}
            <span className="sr-only">after: </span>
            <ins className="no-underline">{toWords(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Moments as people read them. */
function toWords(value: string | null): string {
  return value?.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (moment) => momentInWords(moment)) || "nothing";
}

/** A release that knows more words than this page may have written the entry. */
function wordsOf(words: Readonly<Record<string, string>>, name: string): string {
  return words[name] ?? name;
}
