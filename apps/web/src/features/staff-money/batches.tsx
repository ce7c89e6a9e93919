import { toDollars } from "@app/contract/formats";
import type { PayoutBatch } from "@app/contract/payout-batches";
import { SEND_AFTER_HOURS } from "@app/contract/payouts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { calendarDay, monthInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { Button } from "#ui/button.tsx";
import { AlertDialog } from "#ui/dialog.tsx";
import { Empty } from "#ui/empty.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { BatchPayouts } from "./batch-payouts.tsx";
import {
  batchList,
  exportBatch,
  exportWaiting,
  makeBatch,
  onFailure,
  sendBatch,
  useExport,
  useMoneyAction,
} from "./money.queries.ts";
import { markPaidQuestion, type Question, QuestionDialog } from "./question-dialog.tsx";

export function MakeBatchButton() {
  const make = useMoneyAction(makeBatch);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>Make this month's batch</Button>
      <AlertDialog
        isOpen={isAsking}
        title="Make this month's batch?"
        description="The whole available balance of everyone who can be paid goes into it, and they are notified. You can void the batch until something in it is paid or sent."
        confirmLabel="Make the batch"
        busy={make.isPending}
        onConfirm={() => make.mutate(undefined, { ...onFailure, onSettled: close })}
        onCancel={close}
      />
    </>
  );
}

/** A file of everybody with an available balance, and why it is not paid. */
export function WaitingButton() {
  const file = useExport(exportWaiting);
  return (
    <Button variant="secondary" busy={file.isPending} onClick={() => file.mutate(undefined)}>
      <Download aria-hidden size={18} />
      Waiting list as CSV
    </Button>
  );
}

/** All batches, newest first. */
export function Batches() {
  const list = useInfiniteQuery(batchList);
  const today = list.data?.pages[0]?.today ?? "";
  return (
    <InfiniteList
      label="Batches of payouts"
      list={list}
      itemsOf={({ batches }) => batches}
      className="flex flex-col gap-4"
      skeleton={<Skeleton className="h-40 rounded-media" />}
      empty={
        <Empty title="No data available">
          <p>The first batch is made on the first of the month, for everyone who can be paid.</p>
        </Empty>
      }
    >
      {(batch) => <Batch batch={batch} today={today} />}
    </InfiniteList>
  );
}

function Batch({ batch, today }: { batch: PayoutBatch; today: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <article className="flex flex-col gap-4 rounded-media border border-line bg-raised p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="title text-2xl">
          Batch {batch.number}: {monthInWords(batch.month)}
        </h2>
        <strong className="score text-3xl text-gold">{toDollars(batch.total_cents)}</strong>
      </header>
      <p className="text-sm text-muted">{inWords(batch)}</p>
      {batch.checksum && (
        <p className="font-mono text-sm break-all text-muted">
          <span className="font-sans">Checksum </span>
          {batch.checksum}
        </p>
      )}
      <BatchActions batch={batch} today={today} />
      <Button
        size="sm"
        variant="ghost"
        className="self-start"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {isOpen ? "Hide the payouts" : `Show ${counted(batch.payouts, "payout")}`}
      </Button>
      {isOpen && <BatchPayouts id={batch.id} today={today} />}
    </article>
  );
}

function BatchActions({ batch, today }: { batch: PayoutBatch; today: string }) {
  const { id, can, state } = batch;
  const [question, setQuestion] = useState<Question | null>(null);
  const file = useExport(exportBatch);
  const markPaid = useMoneyAction((paid_on: string) =>
    callWithMessage("POST /admin/payout-batches/:id/paid", { params: { id }, body: { paid_on } }),
  );
  const voidIt = useMoneyAction((reason: string) =>
    callWithMessage("POST /admin/payout-batches/:id/void", { params: { id }, body: { reason } }),
  );
  return (
    <div className="flex flex-wrap gap-2">
      {state === "ready" && (
        <Button size="sm" variant="secondary" busy={file.isPending} onClick={() => file.mutate(id)}>
          <Download aria-hidden size={18} />
          CSV for the bank
        </Button>
      )}
      {can.mark_paid && (
        <Button
          size="sm"
          variant="secondary"
          onClick={() =>
            setQuestion(
              markPaidQuestion(
                "Marks every manual payout in this batch that is in transit and not on hold as paid. Earners are notified.",
                today,
                (day) => markPaid.mutateAsync(day),
              ),
            )
          }
        >
          Mark all as paid
        </Button>
      )}
      {can.send && <SendButton batch={batch} />}
      {can.void && (
        <Button
          size="sm"
          variant="danger"
          onClick={() =>
            setQuestion({
              title: `Void batch ${batch.number}`,
              description:
                "All of its money goes back to the earners' balances. They see the reason. This cannot be undone.",
              label: "Reason",
              confirm: "Void the batch",
              isDanger: true,
              onAnswer: (reason) => voidIt.mutateAsync(reason),
            })
          }
        >
          Void
        </Button>
      )}
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </div>
  );
}

function SendButton({ batch }: { batch: PayoutBatch }) {
  const send = useMoneyAction(sendBatch);
  const [isAsking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setAsking(true)}>
        Send by Stripe now
      </Button>
      <AlertDialog
        isOpen={isAsking}
        title={`Send ${counted(batch.to_send, "payout")} by Stripe?`}
        description={`${toDollars(batch.to_send_cents)} is sent now, without waiting ${SEND_AFTER_HOURS} hours for a check. This cannot be undone, and the batch cannot be voided afterward.`}
        confirmLabel="Send"
        isDanger
        busy={send.isPending}
        onConfirm={() => send.mutate(batch.id, { ...onFailure, onSettled: close })}
        onCancel={close}
      />
    </>
  );
}

function inWords(batch: PayoutBatch): string {
  const made = `Made on ${calendarDay(batch.created_on)}`;
  if (batch.state === "voided") return `${made}, voided: ${batch.void_reason}`;
  if (batch.state === "preparing") return `${made}, and still being prepared.`;
  const parts = [
    `${counted(batch.payouts, "payout")}: ${batch.in_transit} in transit`,
    `${batch.paid} paid`,
    `${batch.failed} failed`,
  ];
  return `${made}. ${parts.join(", ")}.`;
}
