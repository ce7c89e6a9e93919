import type { Figure, FigureName } from "@app/contract/console";
import { toDollars } from "@app/contract/formats";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "#lib/api.ts";
import { agoInWords, dayInWords } from "#lib/dates.ts";
import { bytes } from "#lib/format.ts";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const REFRESH_MS = 60_000;

const today = queryOptions({
  queryKey: ["admin", "today"],
  queryFn: ({ signal }) => call("GET /admin/today", {}, signal),
  refetchInterval: REFRESH_MS,
});

type Words = {
  label: string;
  /** Behind `/admin/`: where one looks after it. */
  path: string;
  /** Where that page shows it, if not at once. */
  search?: string;
  show: (value: number) => string;
  isCounter: boolean;
};

const plain = (value: number) => value.toLocaleString("en-US");

const FIGURES: Record<FigureName, Words> = {
  people: { label: "New people", path: "people", show: plain, isCounter: true },
  uploads: { label: "Uploads", path: "content", show: plain, isCounter: true },
  views: { label: "Views", path: "content", show: plain, isCounter: true },
  referrals: { label: "New referrals", path: "referrals", show: plain, isCounter: true },
  owed_cents: { label: "Owed to earners", path: "payouts", show: toDollars, isCounter: false },
  reports: { label: "Open reports", path: "reports", show: plain, isCounter: false },
  appeals: { label: "Appeals to decide", path: "reports", search: "?tab=appeals", show: plain, isCounter: false },
  held_comments: { label: "Comments held", path: "comments", show: plain, isCounter: false },
  flagged_referrals: { label: "Referrals to review", path: "referrals", show: plain, isCounter: false },
  failed_jobs: { label: "Failed jobs", path: "jobs", show: plain, isCounter: false },
  storage_bytes: { label: "Storage used", path: "content", show: bytes, isCounter: false },
};

/** @param paths the pages that this person can open */
export function TodayFigures({ paths }: { paths: readonly string[] }) {
  const query = useQuery(today);
  if (query.isPending) return <Skeleton className="h-80 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {query.data.figures.map((figure) => {
          const words = wordsOf(figure.name);
          return (
            <li key={figure.name}>
              <FigureCard
                figure={figure}
                words={words}
                href={paths.includes(words.path) ? words.path + (words.search ?? "") : null}
              />
            </li>
          );
        })}
      </ul>
      <p className="text-sm text-muted">Measured {agoInWords(query.data.measured_at).toLowerCase()}.</p>
    </>
  );
}

/** A release that knows more figures than this page may have sent it. */
function wordsOf(name: string): Words {
  const known = (FIGURES as Readonly<Record<string, Words>>)[name];
  return known ?? { label: name.replaceAll("_", " "), path: "", show: plain, isCounter: false };
}

type CardProps = { figure: Figure; words: Words; href: string | null };

function FigureCard({ figure, words, href }: CardProps) {
  const look = "flex h-full flex-col gap-3 rounded-media border border-line bg-raised p-4";
  const inside = (
    <>
      <span className="text-sm font-semibold text-muted">{words.label}</span>
      <span className="flex items-end justify-between gap-4">
        <span className="score text-4xl">{words.show(figure.now)}</span>
        <Days figure={figure} words={words} />
      </span>
      <span className="text-sm text-muted">{compare(figure, words)}</span>
    </>
  );
  if (href === null) return <div className={look}>{inside}</div>;
  return (
    <Link href={`/admin/${href}`} className={`${look} hover:bg-lift`}>
      {inside}
    </Link>
  );
}

function compare({ before }: Figure, { isCounter, show }: Words): string {
  if (before === null) return "Not measured a week ago";
  return isCounter ? `Last 7 days (${show(before)} the week before)` : `Now (${show(before)} a week ago)`;
}

const BAR_PX = 40;

/** One bar for each of the seven days; read out as one sentence. */
function Days({ figure: { days }, words }: Pick<CardProps, "figure" | "words">) {
  const highest = Math.max(1, ...days.map(({ value }) => value ?? 0));
  const sentence = days
    .map(({ day, value }) => `${dayInWords(`${day}T12:00:00`)}: ${value === null ? "not measured" : words.show(value)}`)
    .join("; ");
  return (
    <span role="img" aria-label={`By day. ${sentence}`} className="flex items-end gap-1" title={sentence}>
      {days.map(({ day, value }) => (
        <span
          key={day}
          className="w-2.5 rounded-t-[2px] bg-edge"
          style={{ height: Math.max(2, Math.round(((value ?? 0) / highest) * BAR_PX)) }}
        />
      ))}
    </span>
  );
}
