import { PEOPLE_FILTERS, type PeopleFilter, type PersonRow } from "@app/contract/people";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { dayInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Empty } from "#ui/empty.tsx";
import { Filter, SearchFilter } from "#ui/filters.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { type PeopleQuery, people } from "./people.queries.ts";

const FILTER_LABELS: Record<PeopleFilter, string> = {
  earners: "Earners",
  general: "General Users",
  staff: "Staff",
  suspended: "Suspended",
  banned: "Banned",
  unverified: "Address not verified",
};
const FILTERS = PEOPLE_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] }));

type PeopleListProps = { query: PeopleQuery; onQuery: (query: PeopleQuery) => void };

export function PeopleList({ query, onQuery }: PeopleListProps) {
  const list = useInfiniteQuery(people(query));
  return (
    <>
      <search aria-label="People" className="grid gap-3 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <SearchFilter
          placeholder="Name, email, phone, card or id"
          value={query.search}
          onChange={(search) => onQuery({ ...query, search })}
        />
        <Filter
          label="Show"
          all="Everyone"
          choices={FILTERS}
          value={query.filter}
          onChange={(filter) => onQuery({ ...query, filter })}
        />
      </search>
      <InfiniteList
        label="People"
        list={list}
        itemsOf={(page) => page.people}
        className="flex flex-col gap-2"
        skeleton={<Skeleton className="h-18 rounded-media" />}
        empty={
          <Empty title="No data available">
            <p>Nobody matches. Part of a name is enough, or an email address.</p>
            <Button variant="secondary" onClick={() => onQuery({ search: "", filter: null })}>
              Show everyone
            </Button>
          </Empty>
        }
      >
        {(person) => <Row person={person} />}
      </InfiniteList>
    </>
  );
}

function Row({ person }: { person: PersonRow }) {
  return (
    <Link
      href={`/admin/people/${person.id}`}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-media border border-line bg-raised p-4 hover:bg-lift"
    >
      <span className="flex min-w-0 flex-col">
        <span className="font-semibold break-words">
          {person.username}
          {person.full_name !== "" && <span className="font-normal text-muted"> · {person.full_name}</span>}
        </span>
        <span className="text-sm wrap-anywhere text-muted">
          {person.email} · <span className="whitespace-nowrap">since {dayInWords(person.created_at)}</span>
        </span>
      </span>
      <PersonBadges person={person} />
    </Link>
  );
}

type Tone = "plain" | "gold" | "warning" | "error";

const LOOK: Record<Tone, string> = {
  plain: "border-edge text-muted",
  gold: "border-gold text-gold",
  warning: "border-clay text-clay",
  error: "border-error text-error",
};

type BadgedPerson = Pick<PersonRow, "plan" | "staff_role" | "suspension" | "is_verified">;

/** What a person is, in a word each. */
export function PersonBadges({ person }: { person: BadgedPerson }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {badgesOf(person).map(({ text, tone }) => (
        <li key={text} className={clsx("rounded-full border px-2 py-0.5 text-xs font-semibold", LOOK[tone])}>
          {text}
        </li>
      ))}
    </ul>
  );
}

function badgesOf({ plan, staff_role, suspension, is_verified }: BadgedPerson): { text: string; tone: Tone }[] {
  const badges: { text: string; tone: Tone }[] = [];
  if (suspension?.until === null) badges.push({ text: "Banned", tone: "error" });
  else if (suspension) badges.push({ text: `Suspended until ${dayInWords(suspension.until)}`, tone: "warning" });
  if (staff_role !== null) badges.push({ text: staff_role === "admin" ? "Admin" : "Moderator", tone: "plain" });
  badges.push(plan === null ? { text: "General User", tone: "plain" } : { text: plan, tone: "gold" });
  if (!is_verified) badges.push({ text: "Address not verified", tone: "warning" });
  return badges;
}
