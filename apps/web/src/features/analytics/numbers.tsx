import type { ChannelAnalytics, ContentAnalytics } from "@app/contract/analytics";
import { STILL_VIEW_MIN_S, VIDEO_VIEW_MIN_S, VIEW_DEDUP_H } from "@app/contract/views";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ArrowLeft } from "lucide-react";
import { type ReactNode, useId } from "react";
import { call } from "#lib/api.ts";
import { isUnknownId } from "#lib/api-error.ts";
import { downloadCsv } from "#lib/download.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { CsvButton } from "./csv-button.tsx";
import { DayFigures } from "./day-figures.tsx";
import { ItemsCsvButton, ItemTable } from "./item-table.tsx";
import { watchTime } from "./part-times.ts";
import { RetentionFigures } from "./retention-figures.tsx";
import { SourceFigures, sourceRows } from "./source-figures.tsx";

/** The numbers of the own channel in the last days, today included. */
function channelAnalytics(days: number) {
  return queryOptions({
    queryKey: ["analytics", "channel", days],
    queryFn: ({ signal }) => call("GET /analytics", { query: { days } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

function contentAnalytics(id: string, days: number) {
  return queryOptions({
    queryKey: ["analytics", "content", id, days],
    queryFn: ({ signal }) => call("GET /content/:id/analytics", { params: { id }, query: { days } }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

const PERIODS = [7, 28, 90, 365] as const;
export type Period = (typeof PERIODS)[number];

type NumbersProps = {
  /** Null: the whole channel. */
  itemId: string | null;
  days: Period;
  onItem: (id: string | null) => void;
  onDays: (days: Period) => void;
};

/** What an earner's content has achieved, of the whole channel or of one item. */
export function Numbers({ itemId, days, onItem, onDays }: NumbersProps) {
  return (
    <div className="flex flex-col gap-8">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <Field label="Period" className="w-full max-w-56">
          <Select
            options={PERIODS.map((count) => ({ value: count, label: `Last ${count} days` }))}
            value={days}
            onChange={({ target }) => onDays(toPeriod(target.value))}
          />
        </Field>
        {itemId !== null && (
          <Button variant="secondary" onClick={() => onItem(null)}>
            <ArrowLeft aria-hidden size={18} />
            All content
          </Button>
        )}
      </div>
      {itemId === null ? (
        <ChannelNumbers days={days} onItem={onItem} />
      ) : (
        <ContentNumbers key={itemId} id={itemId} days={days} />
      )}
    </div>
  );
}

export function toPeriod(text: string | undefined): Period {
  return PERIODS.find((days) => String(days) === text) ?? 28;
}

function ChannelNumbers({ days, onItem }: Pick<NumbersProps, "days" | "onItem">) {
  const numbers = useQuery(channelAnalytics(days));
  if (!numbers.data) return <Pending query={numbers} />;
  const { data } = numbers;
  return (
    <Figures isOld={numbers.isPlaceholderData}>
      <PeriodNumbers numbers={data} name="channel" hasWatchTime />
      <Part title="By item" action={<ItemsCsvButton days={days} day={data.to} />}>
        <ItemTable items={data.items} onItem={onItem} />
      </Part>
    </Figures>
  );
}

function ContentNumbers({ id, days }: { id: string; days: number }) {
  const numbers = useQuery(contentAnalytics(id, days));
  if (isUnknownId(numbers.error)) return <p className="text-muted">This item no longer exists.</p>;
  if (!numbers.data) return <Pending query={numbers} />;
  const { data } = numbers;
  return (
    <Figures isOld={numbers.isPlaceholderData}>
      <h2 className="text-xl font-semibold break-words">{data.title}</h2>
      <PeriodNumbers numbers={data} name="item" hasWatchTime={data.retention !== null} />
      {data.retention && (
        <Part title="Where people leave">
          <RetentionFigures retention={data.retention} />
        </Part>
      )}
    </Figures>
  );
}

/** @param isOld those of another period, shown until the chosen one has loaded */
function Figures({ isOld, children }: { isOld: boolean; children: ReactNode }) {
  return (
    <div inert={isOld} aria-busy={isOld} className={clsx("flex flex-col gap-8", isOld && "opacity-50")}>
      {children}
    </div>
  );
}

type PeriodNumbersProps = {
  numbers: ChannelAnalytics | ContentAnalytics;
  /** For the names of files. */
  name: string;
  /** Images and documents are not watched. */
  hasWatchTime: boolean;
};

function PeriodNumbers({ numbers, name, hasWatchTime }: PeriodNumbersProps) {
  const { totals, days, sources, to, time_zone } = numbers;
  const average = totals.average_watched_s;
  return (
    <>
      <div className="flex flex-col gap-3">
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-6 lg:grid-cols-5">
          <Total label="Views" className="col-span-2 sm:col-span-3">
            {totals.views.toLocaleString("en")}
          </Total>
          <Total label="Watch time" className="sm:col-span-3">
            {hasWatchTime ? watchTime(totals.watched_s) : "–"}
          </Total>
          <Total label="Average watch time" className="sm:col-span-2">
            {average === null ? "–" : watchTime(average)}
          </Total>
          <Total label="Followers gained" className="sm:col-span-2">
            {totals.followers.toLocaleString("en")}
          </Total>
          <Total label="Likes" className="sm:col-span-2">
            {totals.likes.toLocaleString("en")}
          </Total>
        </dl>
        <p className="max-w-prose text-sm text-muted">
          A view counts after {VIDEO_VIEW_MIN_S} seconds, half of a shorter video, or {STILL_VIEW_MIN_S} seconds of an
          image or document: once per viewer and item in {VIEW_DEDUP_H} hours, and never your own.
        </p>
      </div>
      <Part
        title="By day"
        action={
          <CsvButton label="Download by day" onPress={() => downloadCsv(`${name}-days-${to}.csv`, dayRows(days))} />
        }
      >
        <DayFigures days={days} timeZone={time_zone} hasWatchTime={hasWatchTime} />
      </Part>
      <Part
        title="Where views come from"
        action={
          <CsvButton
            label="Download sources of views"
            onPress={() => downloadCsv(`${name}-sources-${to}.csv`, sourceRows(sources))}
          />
        }
      >
        <SourceFigures sources={sources} />
      </Part>
    </>
  );
}

type TotalProps = { label: string; className: string; children: ReactNode };

/** @param className how many columns it takes: five totals fill their rows at every width */
function Total({ label, className, children }: TotalProps) {
  return (
    <div
      className={clsx("flex flex-col gap-1 rounded-media border border-line bg-raised p-4 lg:col-span-1", className)}
    >
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="score text-3xl">{children}</dd>
    </div>
  );
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="title text-2xl">
          {title}
        </h2>
        {action}
      </header>
      {children}
    </section>
  );
}

type PendingProps = { query: { error: Error | null; isPending: boolean; isFetching: boolean; refetch: () => unknown } };

function Pending({ query }: PendingProps) {
  if (!query.isPending)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading your analytics</span>
      <Skeleton className="h-24 w-full rounded-media" />
      <Skeleton className="h-72 w-full rounded-media" />
    </div>
  );
}

function dayRows(days: ChannelAnalytics["days"]) {
  return [
    ["Day", "Views", "Watch time in seconds", "Followers gained", "Likes"],
    ...days.map(({ day, views, watched_s, followers, likes }) => [day, views, watched_s, followers, likes]),
  ];
}
