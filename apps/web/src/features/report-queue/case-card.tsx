import { REASON_MAX_CHARS } from "@app/contract/audit";
import { QUEUE_MESSAGES, type ReportCase } from "@app/contract/report-queue";
import { CASE_SUBJECT_WORDS, REPORT_REASONS } from "@app/contract/reports";
import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { momentInWords } from "#lib/dates.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { CaseHeader } from "./case-header.tsx";
import type { Verdict } from "./report-queue.queries.ts";

type Choice = { key: string; label: string } & (
  | { on: "report"; decision: "keep" | "remove" | "warn" | "suspend" }
  | { on: "appeal"; decision: "uphold" | "overturn" }
);

const DECISIONS: readonly Choice[] = [
  { on: "report", decision: "keep", key: "k", label: "Keep" },
  { on: "report", decision: "remove", key: "r", label: "Remove" },
  { on: "report", decision: "warn", key: "w", label: "Warn" },
  { on: "report", decision: "suspend", key: "s", label: "Suspend" },
];
const SECOND_LOOK: readonly Choice[] = [
  { on: "appeal", decision: "uphold", key: "u", label: "Uphold" },
  { on: "appeal", decision: "overturn", key: "o", label: "Reverse" },
];

const WHY_NOT = { own_case: "ownCase", own_decision: "ownDecision" } as const;

type CaseCardProps = {
  reportCase: ReportCase;
  renderItem: (content: NonNullable<ReportCase["content"]>) => ReactNode;
  onDecide: (verdict: Verdict) => void;
  /** Suspending its owner asks for the rest in a dialog. */
  onSuspend: (of: ReportCase, reason: string) => void;
  onMove: (from: HTMLElement, step: number) => void;
};

/** One thing that people reported, in its context, with one key for each decision. */
export function CaseCard({ reportCase: one, renderItem, onDecide, onSuspend, onMove }: CaseCardProps) {
  const [reason, setReason] = useState(() => usualReason(one));
  const [isMissing, setMissing] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const choices = choicesOf(one);

  function decide(choice: Choice): void {
    if (choice.decision === "suspend") {
      onSuspend(one, reason.trim());
      return;
    }
    if (choice.decision !== "keep" && reason.trim() === "") {
      setMissing(true);
      input.current?.focus();
      return;
    }
    // To keep something needs no reason, and the suggested one is a reason against it.
    const given = choice.decision === "keep" && reason === usualReason(one) ? "" : reason;
    const about = { id: one.id, reason: given.trim() };
    onDecide(
      choice.on === "report"
        ? { on: "report", decision: choice.decision, ...about }
        : { on: "appeal", decision: choice.decision, ...about },
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const choice = choices.find(({ key }) => key === event.key.toLowerCase());
    // A key that is held down would decide about each case that takes the focus.
    if ((step === undefined && !choice) || (choice && event.repeat)) return;
    event.preventDefault();
    if (choice) decide(choice);
    else onMove(event.currentTarget, step ?? 0);
  }

  return (
    <article
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it takes the keys of the decisions
      tabIndex={0}
      data-case={one.id}
      aria-label={`${CASE_SUBJECT_WORDS[one.subject]}: ${one.excerpt}`}
      onKeyDown={onKeyDown}
      className={clsx(
        "flex flex-col gap-4 rounded-media border bg-raised p-4 sm:p-5",
        one.is_about_minor ? "border-error" : "border-line",
      )}
    >
      <CaseHeader reportCase={one} />
      {one.subject === "comment" && <Thread thread={one.thread} />}
      {one.subject === "content" && one.content && renderItem(one.content)}
      {one.reports.length > 0 && <Reports reportCase={one} />}
      <Outcome reportCase={one} />
      {choices.length > 0 && (
        <div className="flex flex-col gap-3 border-t border-line pt-4">
          <Field
            label="Reason"
            hint="The owner sees it, unless you keep the content."
            error={isMissing ? "Please give a reason." : undefined}
          >
            <TextInput
              ref={input}
              value={reason}
              maxLength={REASON_MAX_CHARS}
              onChange={({ target }) => {
                setReason(target.value);
                setMissing(false);
              }}
            />
          </Field>
          <div className="flex flex-wrap gap-2">
            {choices.map((choice) => (
              <Button
                key={choice.decision}
                variant={choice.decision === "remove" ? "danger" : "secondary"}
                size="sm"
                aria-label={`${choice.label}: ${one.excerpt}`}
                onClick={() => decide(choice)}
              >
                {choice.label}{" "}
                <kbd className="score rounded-control border border-current px-1 text-xs uppercase">{choice.key}</kbd>
              </Button>
            ))}
          </div>
        </div>
      )}
      {one.why_not && (
        <p className="border-t border-line pt-4 text-sm text-muted">{QUEUE_MESSAGES[WHY_NOT[one.why_not]]}</p>
      )}
    </article>
  );
}

function choicesOf({ can }: ReportCase): readonly Choice[] {
  if (can.decide)
    return DECISIONS.filter(({ decision }) => (decision !== "remove" && decision !== "suspend") || can[decision]);
  return can.decide_appeal ? SECOND_LOOK : [];
}

/** What most people gave as theirs; empty for a second look. */
function usualReason({ can, reports }: ReportCase): string {
  if (!can.decide) return "";
  const counts = Map.groupBy(reports, ({ reason }) => reason);
  const [most] = [...counts].toSorted(([, one], [, other]) => other.length - one.length);
  return most && most[0] !== "other" ? REPORT_REASONS[most[0]] : "";
}

/** The comment among those around it. */
function Thread({ thread }: Pick<ReportCase, "thread">) {
  return (
    <ol aria-label="Thread" className="flex flex-col gap-2">
      {thread.map((comment) => (
        <li
          key={comment.id}
          aria-current={comment.is_reported ? "true" : undefined}
          className={clsx(
            "rounded-control border-l-4 bg-ground p-3 text-sm break-words whitespace-pre-line",
            comment.is_reported ? "border-clay" : "border-line text-muted",
            comment.is_reply && "ml-6",
          )}
        >
          <span className="font-semibold">@{comment.author}</span> <bdi>{comment.text}</bdi>
        </li>
      ))}
    </ol>
  );
}

function Reports({ reportCase: { reports, total } }: { reportCase: ReportCase }) {
  return (
    <details className="group text-sm">
      <summary className="flex min-h-9 items-center gap-2 font-semibold">
        {[...new Set(reports.map(({ reason }) => REPORT_REASONS[reason]))].join(", ")}
        <ChevronDown aria-hidden size={20} className="shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <ul className="flex flex-col gap-2 pt-2">
        {reports.map((report) => (
          <li key={`${report.reporter} ${report.reported_at}`} className="break-words text-muted">
            <span className="text-text">{REPORT_REASONS[report.reason]}</span>
            {report.text !== "" && (
              <span className="whitespace-pre-line">
                : <bdi>{report.text}</bdi>
              </span>
            )}{" "}
            · {report.reporter === null ? "a deleted user" : `@${report.reporter}`} ·{" "}
            <time dateTime={report.reported_at}>{momentInWords(report.reported_at)}</time>
          </li>
        ))}
        {total > reports.length && <li className="text-muted">and {total - reports.length} more</li>}
      </ul>
    </details>
  );
}

const OUTCOMES = {
  keep: "Kept",
  remove: "Removed",
  warn: "Its owner was warned",
  suspend: "Removed, and its owner suspended",
  ban: "Banned",
  uphold: "Upheld",
  overturn: "Reversed",
  restored: "Restored",
} as const;

function Outcome({ reportCase: { subject, decision, appeal, restored } }: { reportCase: ReportCase }) {
  if (!decision) return null;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <VerdictLine {...decision} hasRemoved={decision.has_removed ?? subject !== "account"} />
      {appeal && (
        <>
          <p dir="auto" className="border-l-4 border-line pl-3 break-words whitespace-pre-line">
            {appeal.text}
          </p>
          {appeal.decision && <VerdictLine {...appeal.decision} />}
        </>
      )}
      {restored && <VerdictLine outcome="restored" {...restored} />}
    </div>
  );
}

type VerdictLineProps = {
  outcome: keyof typeof OUTCOMES;
  by: string | null;
  at: string;
  reason: string;
  hasRemoved?: boolean;
};

function VerdictLine({ outcome, by, at, reason, hasRemoved = true }: VerdictLineProps) {
  return (
    <p className="break-words">
      <span className="font-semibold">{outcome === "suspend" && !hasRemoved ? "Suspended" : OUTCOMES[outcome]}</span>{" "}
      <span className="text-muted">
        by {by ?? "someone who left"} · {momentInWords(at)}
        {reason !== "" && ` · ${reason}`}
      </span>
    </p>
  );
}
