import { CASE_SUBJECT_WORDS, type OwnDecision, type OwnReport, REPORT_REASONS } from "@app/contract/reports";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { dateInWords } from "#lib/dates.ts";
import { hasFormDraft } from "#lib/form-drafts.ts";
import { passFocusInRow } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { AppealForm } from "./appeal-form.tsx";
import { ownDecisions, ownReports } from "./safety.queries.ts";

const CARD = "flex flex-col gap-2 rounded-media border border-line bg-raised p-4";

const OUTCOMES = {
  acted: "We acted on it. Thank you.",
  kept: "We found that it follows our guidelines.",
  gone: "It had already been deleted.",
} as const;

export function OwnReports() {
  return (
    <InfiniteList
      label="Your reports"
      list={useInfiniteQuery(ownReports)}
      itemsOf={({ reports }) => reports}
      className="flex max-w-2xl flex-col gap-3"
      skeleton={<Skeleton className="h-24" />}
      empty={<p className="text-muted">You have not reported anything.</p>}
    >
      {(report) => <ReportCard report={report} />}
    </InfiniteList>
  );
}

function ReportCard({ report }: { report: OwnReport }) {
  return (
    <article className={CARD}>
      <p className="text-sm text-muted">
        {CASE_SUBJECT_WORDS[report.subject]} · {REPORT_REASONS[report.reason]} · {dateInWords(report.reported_at)}
      </p>
      <p className="line-clamp-3 font-semibold break-words">{report.excerpt}</p>
      <p>{report.outcome === null ? "Our team has not decided yet." : OUTCOMES[report.outcome]}</p>
    </article>
  );
}

export function OwnDecisions() {
  return (
    <InfiniteList
      label="Decisions"
      list={useInfiniteQuery(ownDecisions)}
      itemsOf={({ decisions }) => decisions}
      className="flex max-w-2xl flex-col gap-3"
      skeleton={<Skeleton className="h-24" />}
      empty={<p className="text-muted">Our team has not made any decisions about your content.</p>}
    >
      {(decision) => <DecisionCard decision={decision} />}
    </InfiniteList>
  );
}

const DECISIONS = {
  keep: "It stays.",
  remove: "Our team removed it.",
  warn: "Our team warned you.",
  suspend: "Our team removed it and suspended your account.",
  ban: "Our team closed your account.",
} as const;

function toSentence({ subject, decision, has_removed: hasRemoved = subject !== "account" }: OwnDecision): string {
  return decision === "suspend" && !hasRemoved ? "Our team suspended your account." : DECISIONS[decision];
}

const APPEALS = {
  uphold: "Someone else looked at it again. The decision stands.",
  overturn: "The decision was reversed.",
} as const;

function DecisionCard({ decision }: { decision: OwnDecision }) {
  // An unfinished appeal opens again.
  const [isAppealing, setAppealing] = useState(() => hasFormDraft(`appeal.${decision.id}`));
  const cache = useQueryClient();
  const { appeal, can } = decision;
  const send = async (body: { text: string }) => {
    toast.success((await callWithMessage("POST /appeal/:id", { params: { id: decision.id }, body })).message);
    await cache.invalidateQueries({ queryKey: ownDecisions.queryKey });
  };
  return (
    <article className={CARD}>
      <p className="text-sm text-muted">
        {CASE_SUBJECT_WORDS[decision.subject]} · {dateInWords(decision.decided_at)}
      </p>
      <p className="line-clamp-3 font-semibold break-words">{decision.excerpt}</p>
      <p>
        {toSentence(decision)}
        {decision.is_restored && " It was restored."}
      </p>
      <p className="break-words text-muted">Reason: {decision.reason}</p>
      {appeal !== null && (
        <div className="flex flex-col gap-1 border-l-2 border-line pl-4">
          <p className="text-sm text-muted">Your appeal</p>
          <p dir="auto" className="break-words whitespace-pre-line">
            {appeal.text}
          </p>
          <p>{appeal.outcome === null ? "Someone else on our team will look at it." : APPEALS[appeal.outcome]}</p>
          {appeal.reason !== "" && <p className="break-words text-muted">Reason: {appeal.reason}</p>}
        </div>
      )}
      {can.appeal && !isAppealing && (
        <Button
          ref={passFocusInRow}
          variant="secondary"
          size="sm"
          className="self-start"
          onClick={() => setAppealing(true)}
        >
          Appeal
        </Button>
      )}
      {can.appeal && isAppealing && (
        <div ref={passFocusInRow}>
          <AppealForm decisionId={decision.id} send={send} onCancel={() => setAppealing(false)} />
        </div>
      )}
    </article>
  );
}
