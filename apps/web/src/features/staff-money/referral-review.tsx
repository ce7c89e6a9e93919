import { toDollars } from "@app/contract/formats";
import { FRAUD_FLAGS, type ReviewedReferral, referralReviewRoutes } from "@app/contract/referral-review";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { callWithMessage } from "#lib/api.ts";
import { dayInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { EmptyQueue } from "#ui/empty-queue.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { InfiniteList } from "#ui/infinite-list.tsx";
import { Link } from "#ui/link.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { flaggedReferrals, onFailure, useMoneyAction } from "./money.queries.ts";
import { type Question, QuestionDialog } from "./question-dialog.tsx";

/** Flagged referrals that wait for a decision, oldest first; or those that were decided, newest first. */
export function ReferralReview({ state }: { state: "open" | "decided" }) {
  const list = useInfiniteQuery(flaggedReferrals(state));
  return (
    <InfiniteList
      key={state}
      label={state === "open" ? "Flagged referrals" : "Decided referrals"}
      list={list}
      itemsOf={({ referrals }) => referrals}
      className="flex flex-col gap-4"
      skeleton={<Skeleton className="h-40 rounded-media" />}
      empty={
        <EmptyQueue>
          {state === "open" ? "No referrals are waiting for a decision." : "Nothing has been decided yet."}
        </EmptyQueue>
      }
    >
      {(referral) => <Referral referral={referral} />}
    </InfiniteList>
  );
}

function Referral({ referral }: { referral: ReviewedReferral }) {
  const { id, can } = referral;
  const [question, setQuestion] = useState<Question | null>(null);
  const release = useMoneyAction(() => callWithMessage("POST /admin/referrals/:id/release", { params: { id } }));
  const reverse = useMoneyAction((reason: string) =>
    callWithMessage("POST /admin/referrals/:id/reverse", { params: { id }, body: { reason } }),
  );
  return (
    <article className="flex flex-col gap-3 rounded-media border border-line bg-raised p-5">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 className="font-semibold break-words">
          {/* The first control: it takes the focus when the referral before it goes, and a second press does no harm. */}
          <Link href={`/admin/people/${id}`} className="hover:underline">
            @{referral.username}
          </Link>
          , referred by @{referral.earner}
        </h2>
        <strong className="score text-2xl text-gold">{toDollars(referral.amount_cents)}</strong>
      </header>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {referral.flags.map((flag) => (
          <li key={flag}>{FRAUD_FLAGS[flag]}</li>
        ))}
      </ul>
      <p className="text-sm text-muted">
        Joined on {dayInWords(referral.joined_at)}. Of {counted(referral.earner_referrals, "person")} whom @
        {referral.earner} referred, {referral.earner_flagged} {referral.earner_flagged === 1 ? "is" : "are"} flagged.
        Now: {referral.stage}
        {referral.reason ? `. ${referral.reason}` : "."}
      </p>
      <div className="flex flex-wrap gap-2">
        {can.release && (
          <Button
            size="sm"
            variant="secondary"
            busy={release.isPending}
            onClick={() => release.mutate(undefined, onFailure)}
          >
            Release
          </Button>
        )}
        {can.reverse && (
          <Button
            size="sm"
            variant="secondary"
            onClick={() =>
              setQuestion({
                title: "Reverse this referral",
                description: `@${referral.earner} loses the reward, and sees the reason. This cannot be undone.`,
                label: "Reason",
                confirm: "Reverse",
                isDanger: true,
                onAnswer: (reason) => reverse.mutateAsync(reason),
              })
            }
          >
            Reverse
          </Button>
        )}
      </div>
      <QuestionDialog question={question} onClose={() => setQuestion(null)} />
    </article>
  );
}

const fields = referralReviewRoutes.addMissed.body;
type Values = { earner: string; referred: string; reason: string };

/** Adds a referral that was missed at sign-up. */
export function MissedReferralButton() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        Add a missed referral
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Add a missed referral"
        description="For someone who signed up in the last 30 days because of an earner but did not use the link. The earner is credited by the usual rules."
      >
        <MissedForm onAdded={() => setIsOpen(false)} />
      </Dialog>
    </>
  );
}

function MissedForm({ onAdded }: { onAdded: () => void }) {
  const add = useMoneyAction((body: Values) => callWithMessage("POST /admin/referrals", { body }));
  const form = useForm<Values>({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { earner: "", referred: "", reason: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (body) => {
    try {
      await add.mutateAsync(body);
      onAdded();
    } catch (error) {
      showFaults(form.setError, ["earner", "referred", "reason"], error);
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <Field label="Earner" hint="Their username." error={errors.earner?.message}>
        <TextInput {...form.register("earner")} autoComplete="off" />
      </Field>
      <Field label="Referred person" hint="Their username." error={errors.referred?.message}>
        <TextInput {...form.register("referred")} autoComplete="off" />
      </Field>
      <Field label="Reason" hint="For the audit log." error={errors.reason?.message}>
        <TextInput {...form.register("reason")} />
      </Field>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Add
      </Button>
    </form>
  );
}
