import { toDollars } from "@app/contract/formats";
import {
  HURDLE_SENTENCES,
  METHOD_LABELS,
  PAYOUT_MINIMUM_CENTS,
  type Payout,
  type PayoutHurdle,
  type PayoutOverview,
} from "@app/contract/payouts";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { calendarDay, dayInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { MethodDialog, W9Dialog } from "./payout-dialogs.tsx";
import { payoutHistory, payoutOverview, useOpenStripe } from "./payouts.queries.ts";
import { Statements } from "./statements.tsx";

/** The server has it in the address to which Stripe's form returns. */
const ID = "payouts";

type PayoutsProps = {
  /** Asks a minor's guardian for consent. */
  guardian: ReactNode;
};

/** How an earner is paid, what is missing, what was paid, and the statements. */
export function Payouts({ guardian }: PayoutsProps) {
  const overview = useQuery(payoutOverview);
  const isTarget = useLocation({ select: ({ hash }) => hash === ID });
  const element = useRef<HTMLDivElement>(null);
  const hasLoaded = overview.data !== undefined;
  // Stripe leads back to here. The router scrolls before the page has its height.
  useEffect(() => {
    if (isTarget && hasLoaded) element.current?.scrollIntoView();
  }, [isTarget, hasLoaded]);
  return (
    <div ref={element} id={ID}>
      <Section title="Payouts" subtitle="Once a month we pay out your available balance">
        {overview.isPending && <Skeleton className="h-48 w-full rounded-media" />}
        {!overview.isPending && !overview.data && (
          <LoadError error={overview.error} isRetrying={overview.isFetching} onRetry={() => void overview.refetch()} />
        )}
        {overview.data && (
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <div className="flex flex-col gap-6">
              <NextPayout overview={overview.data} guardian={guardian} />
              <Details overview={overview.data} />
            </div>
            <div className="flex flex-col gap-6">
              <PayoutHistory />
              <Statements months={overview.data.months} />
            </div>
          </div>
        )}
      </Section>
    </div>
  );
}

const CARD = "flex flex-col gap-4 rounded-media border border-line bg-raised p-5 sm:p-6";

function NextPayout({ overview, guardian }: { overview: PayoutOverview; guardian: ReactNode }) {
  const { available_cents: cents, hurdles, next_on } = overview;
  const others = hurdles.filter((hurdle) => hurdle !== "minimum");
  return (
    <div className={CARD}>
      <h3 className="title text-2xl">Next payout</h3>
      {hurdles.length === 0 ? (
        <p>
          On <strong>{dayInWords(`${next_on}T12:00`)}</strong> we send you <strong>{toDollars(cents)}</strong> and
          whatever becomes available before then.
        </p>
      ) : (
        <p>
          The next payouts are made on <strong>{dayInWords(`${next_on}T12:00`)}</strong>.
        </p>
      )}
      {hurdles.includes("minimum") && (
        <p className="text-muted">
          {HURDLE_SENTENCES.minimum} {toDollars(Math.max(0, PAYOUT_MINIMUM_CENTS - cents))} to go.
        </p>
      )}
      {others.map((hurdle) => (
        <Hurdle key={hurdle} hurdle={hurdle} />
      ))}
      {hurdles.includes("guardian") && guardian}
    </div>
  );
}

function Hurdle({ hurdle }: { hurdle: PayoutHurdle }) {
  const stripe = useOpenStripe();
  return (
    <Notice
      tone={hurdle === "tax_year" ? "info" : "warning"}
      action={
        hurdle === "stripe" && (
          <Button size="sm" busy={stripe.isPending} onClick={() => stripe.mutate()}>
            Continue on Stripe
          </Button>
        )
      }
    >
      {HURDLE_SENTENCES[hurdle]}
    </Notice>
  );
}

/** The method and the tax form, each with a button to change it. */
function Details({ overview }: { overview: PayoutOverview }) {
  const [open, setOpen] = useState<"method" | "w9" | null>(null);
  const { method, destination, w9 } = overview;
  const close = () => setOpen(null);
  return (
    <div className={CARD}>
      <h3 className="title text-2xl">Your details</h3>
      <div className="flex flex-col gap-4">
        <Detail
          label="Payout method"
          value={method === null ? "Not chosen yet" : METHOD_LABELS[method]}
          note={destination}
          action={method === null ? "Choose" : "Change"}
          onAction={() => setOpen("method")}
        />
        <Detail
          label="W-9 tax form"
          value={w9 === null ? "Not submitted yet" : w9.name}
          note={
            w9 === null
              ? "Needed only once your payments in a year reach the amount that we report to the IRS."
              : `${w9.tin_type.toUpperCase()} ending in ${w9.tin_last4}`
          }
          action={w9 === null ? "Submit a W-9" : "Replace"}
          onAction={() => setOpen("w9")}
        />
      </div>
      <MethodDialog isOpen={open === "method"} onClose={close} overview={overview} />
      <W9Dialog isOpen={open === "w9"} onClose={close} needsGuardian={overview.hurdles.includes("guardian")} />
    </div>
  );
}

type DetailProps = { label: string; value: string; note: string | null; action: string; onAction: () => void };

function Detail({ label, value, note, action, onAction }: DetailProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4">
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p className="font-semibold break-words">{value}</p>
      </div>
      <Button size="sm" variant="secondary" className="shrink-0" aria-label={`${action}: ${label}`} onClick={onAction}>
        {action}
      </Button>
      {note && <p className="col-span-2 text-sm break-words text-muted">{note}</p>}
    </div>
  );
}

/** The payouts so far, newest first. */
function PayoutHistory() {
  const list = useInfiniteQuery(payoutHistory);
  const items = useRef<HTMLUListElement>(null);
  const payouts = list.data?.pages.flatMap((page) => page.payouts) ?? [];
  return (
    <div className="flex flex-col gap-4 rounded-media border border-line bg-raised p-5 sm:p-6">
      <h3 className="title text-2xl">Your payouts</h3>
      {list.isPending && <Skeleton className="h-24 w-full" />}
      {!list.isPending && !list.data && (
        <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />
      )}
      {list.data && payouts.length === 0 && <p className="text-muted">Nothing has been paid out yet.</p>}
      {payouts.length > 0 && (
        <ul ref={items} className="flex flex-col divide-y divide-line">
          {payouts.map((payout) => (
            <li key={payout.id} className="flex items-start justify-between gap-4 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-col">
                <span className="font-semibold">{stateOf(payout)}</span>
                <span className="text-sm text-muted">{METHOD_LABELS[payout.method]}</span>
                {payout.failure && <span className="text-sm text-muted">{payout.failure}</span>}
              </div>
              <strong className="score text-2xl text-gold">{toDollars(payout.amount_cents)}</strong>
            </li>
          ))}
        </ul>
      )}
      {list.data && <LoadMore list={list} items={items} />}
    </div>
  );
}

function stateOf({ state, created_on, paid_on, failed_on }: Payout): string {
  if (state === "failed") return `Returned on ${calendarDay(failed_on ?? created_on)}`;
  if (state === "paid") return `Paid on ${calendarDay(paid_on ?? created_on)}`;
  return `On its way since ${calendarDay(created_on)}`;
}
