import { MESSAGES } from "@app/contract/errors";
import { toDollars } from "@app/contract/formats";
import {
  REFERRAL_MATCHES_MAX,
  REFERRALS_IN_CSV_MAX,
  type ReferralDetail,
  type ReferralFilter,
  type ReferralLink,
  type ReferralStage,
  type TimeFrame,
} from "@app/contract/referrals";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { BadgeCheck, CircleCheck, CircleSlash, Download, Hourglass, Undo2, UserPlus } from "lucide-react";
import { useState } from "react";
import { messageOf } from "#lib/api-error.ts";
import { monthInWords } from "#lib/dates.ts";
import { downloadCsv } from "#lib/download.ts";
import { plural } from "#lib/format.ts";
import { passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Field } from "#ui/field.tsx";
import { FilterBar, SearchFilter } from "#ui/filters.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Pages } from "#ui/pages.tsx";
import { Section } from "#ui/section.tsx";
import { Choice, type Choices } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { ShareLink } from "./link-row.tsx";
import {
  ALL_REFERRALS,
  countFilters,
  fetchAllDetails,
  isFiltered,
  PER_PAGE_CHOICES,
  type ReferralQuery,
  referralDetails,
} from "./referrals.queries.ts";
import { STAGE_LABELS, stageSentence } from "./stage-sentence.ts";

const FILTERS: Choices<ReferralFilter> = [
  { value: "all", label: "All" },
  { value: "pending", label: "Pending" },
  { value: "available", label: "Available" },
  { value: "paid", label: "Paid" },
  { value: "ineligible", label: "Ineligible" },
];

const TIME_FRAMES: Choices<TimeFrame> = [
  { value: "all", label: "Any time" },
  { value: "today", label: "Today" },
  { value: "7d", label: "Last 7 days" },
  { value: "30d", label: "Last 30 days" },
  { value: "month", label: "This month" },
  { value: "year", label: "This year" },
];

type PeopleProps = {
  query: ReferralQuery;
  /** Offered while nobody has joined; undefined while it earns nothing. */
  firstLink: ReferralLink | undefined;
  onQuery: (query: ReferralQuery) => void;
};

/** Everybody who signed up with the earner's links: searched, filtered, and as a file. */
export function People({ query, firstLink, onQuery }: PeopleProps) {
  const list = useQuery(referralDetails(query));
  const { data } = list;
  const isEmpty = data?.pagination.total === 0 && !isFiltered(query);
  return (
    <Section title="People who joined" subtitle="Everyone who signed up with one of your links">
      {list.isPending && <PeopleSkeleton />}
      {isEmpty && <NobodyYet firstLink={firstLink} />}
      {/* Also above an error, so that what is being typed is not lost. */}
      {!list.isPending && !isEmpty && <Filters query={query} onQuery={onQuery} />}
      {!list.isPending && !data && (
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {data && !isEmpty && <FoundPeople data={data} query={query} onQuery={onQuery} />}
    </Section>
  );
}

function NobodyYet({ firstLink }: Pick<PeopleProps, "firstLink">) {
  return (
    <Empty title={MESSAGES.noData}>
      <p>
        Nobody has signed up with your links yet.
        {firstLink &&
          " Send yours to one friend who would like your videos, or show its QR code at your next practice."}
      </p>
      {firstLink && <ShareLink link={firstLink} />}
    </Empty>
  );
}

type FoundPeopleProps = Pick<PeopleProps, "query" | "onQuery"> & {
  data: {
    referrals: readonly ReferralDetail[];
    pagination: { total: number; current_page: number; last_page: number };
  };
};

/** The people whom the search and the filters leave. */
function FoundPeople({ data: { referrals, pagination }, query, onQuery }: FoundPeopleProps) {
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted">
          {peopleInWords(pagination.total, query)}
        </p>
        <CsvButton query={query} />
      </div>
      {referrals.length === 0 ? (
        <Nothing query={query} onQuery={onQuery} />
      ) : (
        <ul className="flex flex-col rounded-media border border-line bg-raised">
          {referrals.map((person, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no id here, and erased ones share a name
            <Person key={at} person={person} />
          ))}
        </ul>
      )}
      <Pages
        page={pagination.current_page}
        last={pagination.last_page}
        onPage={(page) => onQuery({ ...query, page })}
      />
    </>
  );
}

function peopleInWords(total: number, { search_term }: ReferralQuery): string {
  if (search_term !== "" && total >= REFERRAL_MATCHES_MAX) return `The newest ${total.toLocaleString("en-US")} matches`;
  return `${total.toLocaleString("en-US")} ${plural(total, "person")}`;
}

function Filters({ query, onQuery }: Pick<PeopleProps, "query" | "onQuery">) {
  const change = (more: Partial<ReferralQuery>) => onQuery({ ...query, ...more, page: 1 });
  return (
    <FilterBar
      label="People who joined"
      grid="grid-cols-2 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
      search={
        <SearchFilter
          placeholder="Username"
          maxLength={64}
          className="grow md:col-span-2 lg:col-span-1"
          value={query.search_term}
          onChange={(search_term) => change({ search_term })}
        />
      }
      chosenCount={countFilters(query)}
      onClear={isFiltered(query) ? () => onQuery({ ...ALL_REFERRALS, per_page: query.per_page }) : null}
    >
      <Field label="Stage">
        <Choice choices={FILTERS} value={query.filter_type} onChange={(filter_type) => change({ filter_type })} />
      </Field>
      <Field label="Joined">
        <Choice choices={TIME_FRAMES} value={query.time_frame} onChange={(time_frame) => change({ time_frame })} />
      </Field>
      <Field label="Per page">
        <Choice
          choices={PER_PAGE_CHOICES.map((count) => ({ value: String(count), label: String(count) }))}
          value={String(query.per_page)}
          onChange={(count) => change({ per_page: Number(count) })}
        />
      </Field>
    </FilterBar>
  );
}

const STAGE_ICONS: Record<ReferralStage, { Icon: typeof UserPlus; look: string }> = {
  joined: { Icon: UserPlus, look: "text-muted" },
  pending: { Icon: Hourglass, look: "text-text" },
  available: { Icon: CircleCheck, look: "text-gold" },
  paid: { Icon: BadgeCheck, look: "text-good" },
  ineligible: { Icon: CircleSlash, look: "text-muted" },
  reversed: { Icon: Undo2, look: "text-error" },
};

function Person({ person }: { person: ReferralDetail }) {
  const { Icon, look } = STAGE_ICONS[person.stage];
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-b border-line p-4 last:border-0 md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_6rem] md:items-center">
      <div className="col-start-1 row-start-1 min-w-0">
        <p className="truncate font-semibold">{person.username}</p>
        <p className="truncate text-sm text-muted">
          {monthInWords(person.month)}
          {person.link_label !== null && ` · ${person.link_label}`}
        </p>
      </div>
      <p className="score col-start-2 row-start-1 text-right text-xl text-gold md:col-start-3">
        {person.amount_cents === 0 ? (
          <span className="text-muted">{toDollars(0)}</span>
        ) : (
          toDollars(person.amount_cents)
        )}
      </p>
      <div className="col-span-2 flex gap-2 md:col-span-1 md:col-start-2 md:row-start-1">
        <Icon aria-hidden size={18} className={clsx("mt-0.5 shrink-0", look)} />
        <p className="min-w-0 text-sm">
          <span className="font-semibold">{STAGE_LABELS[person.stage]}</span>
          <span className="block text-muted">{stageSentence(person)}</span>
        </p>
      </div>
    </li>
  );
}

/** No match, or a page behind the last one. */
function Nothing({ query, onQuery }: Pick<PeopleProps, "query" | "onQuery">) {
  const isBeyond = query.page > 1;
  return (
    <Empty title={MESSAGES.noData}>
      <p>{isBeyond ? "There is nobody on this page." : "Nobody matches this search and these filters."}</p>
      <Button
        ref={passFocusOn}
        variant="secondary"
        onClick={() => onQuery(isBeyond ? { ...query, page: 1 } : { ...ALL_REFERRALS, per_page: query.per_page })}
      >
        {isBeyond ? "Back to the first page" : "Clear filters"}
      </Button>
    </Empty>
  );
}

/** Everybody whom the filters leave, not only this page. */
function CsvButton({ query }: { query: ReferralQuery }) {
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { referrals, is_complete } = await fetchAllDetails(query);
      downloadCsv("referrals.csv", toRows(referrals));
      if (!is_complete)
        toast.error(`The file holds the newest ${REFERRALS_IN_CSV_MAX} people. Filter by time for more.`);
    } catch (error) {
      toast.error(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <Button
      variant="secondary"
      size="sm"
      busy={isBusy}
      aria-label="Download these people as CSV"
      onClick={() => void save()}
    >
      {!isBusy && <Download aria-hidden size={16} />}
      CSV
    </Button>
  );
}

function toRows(people: readonly ReferralDetail[]) {
  return [
    ["Username", "Joined", "Link", "Stage", "Earned in USD", "What this means", "Available on", "Paid on"],
    ...people.map((person) => [
      ...[person.username, person.month, person.link_label ?? "First link", STAGE_LABELS[person.stage]],
      ...[(person.amount_cents / 100).toFixed(2), stageSentence(person)],
      ...[person.unlocks_on, person.paid_on],
    ]),
  ];
}

function PeopleSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading your referrals</span>
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20 rounded-media" />
      ))}
    </div>
  );
}
