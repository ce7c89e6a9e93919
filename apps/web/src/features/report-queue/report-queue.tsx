import { type QueueLane, type ReportCase, WAITING_COUNTED_MAX } from "@app/contract/report-queue";
import { useInfiniteQuery } from "@tanstack/react-query";
import { type ReactNode, useRef, useState } from "react";
import { cappedCount, countedUpTo } from "#lib/format.ts";
import { EmptyQueue } from "#ui/empty-queue.tsx";
import { LoadMore } from "#ui/infinite-list.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { ReasonDialog, SuspensionLength } from "#ui/reason-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Tabs } from "#ui/tabs.tsx";
import { CaseCard } from "./case-card.tsx";
import { reportQueue, useCasesBeingDecided, useVerdict, type Verdict } from "./report-queue.queries.ts";

const LANES = [
  { value: "open", label: "Reports", empty: "Nothing is waiting. What people report appears here." },
  { value: "appeals", label: "Appeals", empty: "No appeals are waiting." },
  { value: "decided", label: "Decided", empty: "Nothing has been decided yet." },
] as const;

type ReportQueueProps = {
  lane: QueueLane;
  onLane: (lane: QueueLane) => void;
  /** Shows an item so that it can be played or read. */
  renderItem: (content: NonNullable<ReportCase["content"]>) => ReactNode;
};

/** What people reported, grouped by what it is about. */
export function ReportQueue({ lane, onLane, renderItem }: ReportQueueProps) {
  return (
    <Tabs
      label="Lanes"
      value={lane}
      onChange={onLane}
      tabs={LANES.map(({ value, label, empty }) => ({
        value,
        label,
        content: <Lane key={value} lane={value} empty={empty} renderItem={renderItem} />,
      }))}
    />
  );
}

type ToDecideProps = {
  lane: "open" | "appeals";
  waiting: { open: number; about_minors: number; appeals: number };
};

/** How much waits, and the keys that decide. */
function ToDecide({ lane, waiting }: ToDecideProps) {
  const isOpen = lane === "open";
  return (
    <>
      <p role="status" className="text-muted">
        {isOpen
          ? `${countedUpTo(WAITING_COUNTED_MAX, waiting.open, "case")} to decide, ${cappedCount(WAITING_COUNTED_MAX, waiting.about_minors)} about minors.`
          : `${countedUpTo(WAITING_COUNTED_MAX, waiting.appeals, "appeal")} to decide.`}
      </p>
      <p className="text-sm text-muted">
        Keyboard, on the focused case:{" "}
        {isOpen
          ? "K keeps it, R removes it, W warns its owner, S suspends them"
          : "U upholds the decision, O reverses it"}
        . The arrow keys move between cases.
      </p>
    </>
  );
}

function Lane({ lane, empty, renderItem }: Pick<ReportQueueProps, "lane" | "renderItem"> & { empty: string }) {
  const list = useInfiniteQuery(reportQueue(lane));
  const verdict = useVerdict();
  const decided = useCasesBeingDecided();
  const element = useRef<HTMLUListElement>(null);
  const [suspended, setSuspended] = useState<{ of: ReportCase; reason: string } | null>(null);

  if (list.isPending) return <Skeleton className="h-64 rounded-media" />;
  if (!list.data)
    return <LoadError error={list.error} isRetrying={list.isFetching} onRetry={() => void list.refetch()} />;
  const cases = list.data.pages.flatMap((page) => page.cases);
  const waiting = list.data.pages[0]?.waiting;
  if (cases.length === 0 && !suspended) return <EmptyQueue>{empty}</EmptyQueue>;

  const cards = () => [...(element.current?.querySelectorAll<HTMLElement>("li:not([hidden]) > [data-case]") ?? [])];

  /** The decided case goes, so that the next one takes its place; after the last one it is the whole lane. */
  function cardAfter(id: string): HTMLElement | null {
    const all = cards();
    const at = all.findIndex((card) => card.dataset["case"] === id);
    return all[at + 1] ?? all[at - 1] ?? element.current?.closest<HTMLElement>("[role=tabpanel]") ?? null;
  }

  function decide(chosen: Verdict): void {
    cardAfter(chosen.id)?.focus();
    verdict.mutate(chosen);
  }

  function move(from: HTMLElement, step: number): void {
    const all = cards();
    all[all.indexOf(from) + step]?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      {waiting && lane !== "decided" && <ToDecide lane={lane} waiting={waiting} />}
      <ul ref={element} aria-label="Cases" className="flex flex-col gap-4">
        {cases.map((one) => (
          // Hidden, it keeps the typed reason: if the decision fails, the case comes back with it.
          <li key={one.id} hidden={lane !== "decided" && decided.has(one.id)}>
            <CaseCard
              reportCase={one}
              renderItem={renderItem}
              onDecide={decide}
              onSuspend={(of, reason) => setSuspended({ of, reason })}
              onMove={move}
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} items={element} />
      {suspended && (
        <SuspendOwnerDialog
          {...suspended}
          onClose={() => setSuspended(null)}
          cardAfter={() => cardAfter(suspended.of.id)}
        />
      )}
    </div>
  );
}

type SuspendOwnerDialogProps = {
  of: ReportCase;
  reason: string;
  onClose: () => void;
  /** The case that takes the place of this one. */
  cardAfter: () => HTMLElement | null;
};

/** Removes what was reported and suspends its owner, in one decision. */
function SuspendOwnerDialog({ of, reason, onClose, cardAfter }: SuspendOwnerDialogProps) {
  const [days, setDays] = useState(7);
  const next = useRef<HTMLElement>(null);
  const verdict = useVerdict();
  return (
    <ReasonDialog
      title={`Suspend ${of.owner?.username ?? "the owner"}`}
      description={`${of.is_gone ? "" : "What was reported is removed. "}They are signed out everywhere and cannot sign in until the suspension ends. You can end it earlier, on their page.`}
      confirmLabel="Suspend"
      hint="The person sees it when they sign in, and gets it by email. It stays in the audit log."
      isDanger
      initialReason={reason}
      busy={verdict.isPending}
      error={verdict.error}
      onConfirm={(given) => {
        // Once it is decided, the case is gone, and nobody knows what was after it.
        const after = cardAfter();
        verdict.mutate(
          { on: "report", id: of.id, decision: "suspend", days, reason: given },
          {
            onSuccess: () => {
              next.current = after;
              onClose();
            },
          },
        );
      }}
      onClose={onClose}
      returnFocus={() => next.current}
    >
      <SuspensionLength days={days} onDays={setDays} />
    </ReasonDialog>
  );
}
