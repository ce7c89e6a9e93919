import type { ContentItem } from "@app/contract/contents";
import type { BulkChange, BulkResult } from "@app/contract/hub";
import type { ContentId } from "@app/contract/ids";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { type ReactNode, useState } from "react";
import { counted } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Pages } from "#ui/pages.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ALL_CONTENT, type HubQuery, hubContents, isFiltered, toRefusal, useBulkChange } from "./hub.queries.ts";
import { BulkBar, type Category, HubFilters } from "./hub-filters.tsx";
import { HubList } from "./hub-list.tsx";

type HubContentProps = {
  query: HubQuery;
  categories: readonly Category[];
  /** Below the filter of categories. */
  categoryHint?: ReactNode;
  onQuery: (query: HubQuery) => void;
};

/** All of the user's content: searched, filtered, and changed one by one or several at once. */
export function HubContent({ query, categories, categoryHint, onQuery }: HubContentProps) {
  const list = useQuery(hubContents(query));
  // Here, not at the items: they may all be gone by the time that a change has failed.
  const bulk = useBulkChange();
  const [failed, setFailed] = useState<Failed | null>(null);
  if (list.isPending)
    return (
      <div className="flex flex-col gap-3">
        {[1, 2, 3, 4].map((row) => (
          <Skeleton key={row} className="h-24 rounded-media" />
        ))}
      </div>
    );
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const { contents, pagination } = list.data;
  if (pagination.total === 0 && !isFiltered(query))
    return (
      <Empty title="No data available">
        <p>You have not published anything yet.</p>
        <LinkButton href="/upload-content">Upload</LinkButton>
      </Empty>
    );
  return (
    <div className="flex flex-col gap-5">
      <HubFilters query={query} categories={categories} categoryHint={categoryHint} onChange={onQuery} />
      <p role="status" className="text-sm text-muted">
        {counted(pagination.total, "item")}
      </p>
      {contents.length === 0 ? (
        <>
          {failed && <FailedNotice failed={failed} onRetry={null} />}
          <Nothing query={query} onQuery={onQuery} />
        </>
      ) : (
        <Items items={contents} categories={categories} bulk={bulk} failed={failed} onFailed={setFailed} />
      )}
      <Pages
        page={pagination.current_page}
        last={pagination.last_page}
        onPage={(page) => onQuery({ ...query, page })}
      />
    </div>
  );
}

/** No match, or a page behind the last one. */
function Nothing({ query, onQuery }: Pick<HubContentProps, "query" | "onQuery">) {
  const isBeyond = query.page > 1;
  return (
    <Empty title="No data available">
      <p>
        {isBeyond ? "There is nothing on this page." : "None of your content matches this search and these filters."}
      </p>
      <Button
        ref={passFocusOn}
        variant="secondary"
        onClick={() => onQuery(isBeyond ? { ...query, page: 1 } : { ...ALL_CONTENT, sort: query.sort })}
      >
        {isBeyond ? "Back to the first page" : "Clear filters"}
      </Button>
    </Empty>
  );
}

type Failed = { change: BulkChange; results: (BulkResult & { title: string })[] };

type ItemsProps = {
  items: readonly ContentItem[];
  categories: readonly Category[];
  bulk: ReturnType<typeof useBulkChange>;
  failed: Failed | null;
  onFailed: (failed: Failed | null) => void;
};

/** The list with its selection. Items that could not be changed keep their reason until they are tried again. */
function Items({ items, categories, bulk, failed, onFailed }: ItemsProps) {
  const [selected, setSelected] = useState<ReadonlySet<ContentId>>(new Set());
  const [doneCount, setDoneCount] = useState(0);
  // A bulk change skips what a filter or another page hides.
  const chosen = items.map(({ id }) => id).filter((id) => selected.has(id));
  // What somebody else deleted is no longer listed.
  const again = failed?.results.map(({ id }) => id).filter((id) => items.some((item) => item.id === id)) ?? [];
  const running = bulk.isPending ? { count: bulk.variables.ids.length, doneCount } : null;

  function select(ids: readonly ContentId[], isSelected: boolean): void {
    setSelected((before) => new Set(isSelected ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
  }

  function change(ids: ContentId[], how: BulkChange): void {
    onFailed(null);
    setDoneCount(0);
    const titles = new Map(items.map(({ id, title }) => [id, title]));
    bulk.mutate({ ids, change: how, onProgress: setDoneCount, onDone });

    function onDone(results: BulkResult[]): void {
      const refused = results
        .filter(({ ok }) => !ok)
        .map((result) => ({ ...result, title: titles.get(result.id) ?? "An item" }));
      onFailed(refused.length > 0 ? { change: how, results: refused } : null);
      setSelected((before) => {
        const others = [...before].filter((id) => !ids.includes(id));
        return new Set([...others, ...refused.map(({ id }) => id)]);
      });
    }
  }

  const hasBar = chosen.length > 0 || running !== null;
  return (
    <section aria-label="Items" className="flex flex-col gap-5">
      {hasBar && (
        <BulkBar
          count={chosen.length}
          categories={categories}
          running={running}
          onChange={(how) => change(chosen, how)}
          onClear={() => setSelected(new Set())}
        />
      )}
      <div className={clsx("flex flex-col gap-5", hasBar && BELOW_BAR)}>
        {failed && (
          <FailedNotice failed={failed} onRetry={again.length > 0 ? () => change(again, failed.change) : null} />
        )}
        <HubList
          items={items}
          isBusy={bulk.isPending}
          selection={{
            ids: selected,
            toggle: (id, isSelected) => select([id], isSelected),
            toggleAll: (isSelected) =>
              select(
                items.filter(({ can }) => can.edit).map(({ id }) => id),
                isSelected,
              ),
          }}
          onDelete={(id) => change([id], { kind: "delete" })}
        />
      </div>
    </section>
  );
}

/** The bar, of more lines in a narrow window, would cover what has the focus. */
const BELOW_BAR = "not-short:[&_:focus]:scroll-mt-32 not-short:max-sm:[&_:focus]:scroll-mt-48";

type FailedNoticeProps = {
  failed: Failed;
  /** Null if none of them can be tried again. */
  onRetry: (() => void) | null;
};

function FailedNotice({ failed: { change, results }, onRetry }: FailedNoticeProps) {
  return (
    <Notice
      tone="error"
      title={toRefusal(change, results.length)}
      action={
        onRetry && (
          <Button variant="secondary" size="sm" onClick={onRetry}>
            Retry
          </Button>
        )
      }
    >
      <ul>
        {results.map(({ id, title, message }) => (
          <li key={id} className="break-words">
            {title}: {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
