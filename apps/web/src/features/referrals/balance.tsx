import type { EarningsSummary } from "@app/contract/earnings";
import { toDollars } from "@app/contract/formats";
import { REFERRAL_PENDING_DAYS } from "@app/contract/referrals";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { calendarDay } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { earningsSummary } from "./referrals.queries.ts";

/** Neither with us nor with the earner. */
const STRIPES = "bg-[repeating-linear-gradient(135deg,var(--gold)_0_3px,var(--lift)_3px_6px)]";

type Stage = { label: string; cents: number; hint: string; look: string };

/** What was earned in all, and the four stages that it adds up from. */
export function Balance() {
  const summary = useQuery(earningsSummary);
  return (
    <section
      aria-label="Your earnings"
      className="flex flex-col gap-6 rounded-media border border-line bg-raised p-5 sm:p-8"
    >
      {summary.isPending && <BalanceSkeleton />}
      {!summary.isPending && !summary.data && (
        <LoadError error={summary.error} isRetrying={summary.isFetching} onRetry={() => void summary.refetch()} />
      )}
      {summary.data && <Figures summary={summary.data} />}
    </section>
  );
}

function Figures({ summary }: { summary: EarningsSummary }) {
  const stages = toStages(summary);
  return (
    <>
      <p role="status" className="flex flex-col">
        <span className="text-muted">Earned in total</span>
        <strong className="score text-[min(4.5rem,17vw)] leading-none wrap-anywhere text-gold sm:text-8xl">
          {toDollars(summary.total_cents)}
        </strong>
      </p>
      <StageBar stages={stages} totalCents={summary.total_cents} />
      <p className="text-sm text-muted">{peopleInWords(summary.referrals)}</p>
    </>
  );
}

/** Text and a bar say the same: the bar is for those who see it. */
function StageBar({ stages, totalCents }: { stages: readonly Stage[]; totalCents: number }) {
  return (
    <div className="flex flex-col gap-4">
      <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-lift">
        {stages
          .filter(({ cents }) => cents > 0)
          .map(({ label, cents, look }) => (
            <span key={label} className={clsx("h-full min-w-1", look)} style={{ flexGrow: cents, flexBasis: 0 }} />
          ))}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 lg:grid-cols-4">
        {stages.map(({ label, cents, hint, look }) => (
          <div key={label} className="flex flex-col gap-0.5">
            <dt className="flex items-center gap-2 text-sm font-semibold">
              <span aria-hidden className={clsx("size-3 shrink-0 rounded-full", look)} />
              {label}
            </dt>
            <dd className="score text-2xl">{toDollars(cents)}</dd>
            <dd className="text-sm text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
      <p className="sr-only">{sumInWords(stages, totalCents)}</p>
    </div>
  );
}

function toStages(summary: EarningsSummary): Stage[] {
  const next = summary.next_available_on;
  return [
    {
      label: "Pending",
      cents: summary.pending_cents,
      hint:
        next === null
          ? `New rewards wait ${counted(REFERRAL_PENDING_DAYS, "day")} here.`
          : `The next reward is available on ${calendarDay(next)}.`,
      look: "bg-edge",
    },
    { label: "Available", cents: summary.available_cents, hint: "This can be paid out to you.", look: "bg-gold" },
    { label: "In transit", cents: summary.in_transit_cents, hint: "On its way to you.", look: STRIPES },
    { label: "Paid", cents: summary.paid_cents, hint: "Paid out to you.", look: "bg-good" },
  ];
}

function sumInWords(stages: readonly Stage[], totalCents: number): string {
  const parts = stages.map(({ label, cents }) => `${toDollars(cents)} ${label.toLowerCase()}`);
  return `${parts.join(" + ")} = ${toDollars(totalCents)} in total.`;
}

/** Who has joined, by what became of it. */
function peopleInWords(people: EarningsSummary["referrals"]): string {
  if (people.total === 0) return "Nobody has joined with your links yet.";
  const earning = people.pending + people.available + people.paid;
  const none = people.ineligible + people.reversed;
  const parts = [
    `${counted(earning, "person")} earned you a reward`,
    people.joined > 0 ? `${people.joined} joined and can still earn you one` : "",
    none > 0 ? `${none} ${none === 1 ? "does" : "do"} not count` : "",
  ].filter(Boolean);
  return `${parts.join(", ")}.`;
}

function BalanceSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-6">
      <span className="sr-only">Loading your earnings</span>
      <Skeleton className="h-24 w-64 rounded-media" />
      <Skeleton className="h-4 w-full rounded-full" />
      <Skeleton className="h-20 w-full rounded-media" />
    </div>
  );
}
