import { BILLING_MESSAGES, type BillingSummary, type PaymentMethod } from "@app/contract/billing";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CreditCard } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { passFocusInRow, passFocusOn } from "#lib/pass-focus.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { BankDialog, useBankChallenge } from "./bank-dialog.tsx";
import { INVOICES_KEY, SUMMARY_KEY } from "./billing.queries.ts";
import { CardForm } from "./card-form.tsx";
import { brandTitle } from "./card-values.ts";
import { GuardianStep } from "./guardian-request.tsx";
import { addSandboxCard, CARD_CONSENT, savePaymentMethod } from "./use-payment.ts";

const StripeCardForm = lazy(() =>
  import("./stripe-card-form.tsx").then((module) => ({ default: module.StripeCardForm })),
);

type AddCardProps = { summary: BillingSummary; onAdded: () => void };

const cards = queryOptions({
  queryKey: ["payment-methods"],
  queryFn: ({ signal }) => call("GET /payment-methods", { query: { type: "card" } }, signal),
  staleTime: 0,
});

/** Saved cards; the default one pays for the plan. */
export function PaymentMethods({ summary }: { summary: BillingSummary }) {
  const query = useQuery(cards);
  const cache = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  if (query.isPending) return <Skeleton className="h-20 w-full" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <div className="flex flex-col items-start gap-5">
      {query.data.length === 0 ? (
        <p className="text-muted">No saved cards.</p>
      ) : (
        <ul ref={passFocusInRow} className="flex w-full flex-col gap-3">
          {query.data.map((card) => (
            <Card key={card.id} card={card} />
          ))}
        </ul>
      )}
      {summary.needs_guardian ? (
        <GuardianStep
          before="a card can be added"
          continueLabel="Continue"
          onConsented={() => void cache.invalidateQueries({ queryKey: SUMMARY_KEY })}
        />
      ) : (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          Add a card
        </Button>
      )}
      <Dialog isOpen={isAdding} onClose={() => setAdding(false)} title="Add a card">
        <AddCard
          summary={summary}
          onAdded={() => {
            setAdding(false);
            void cache.invalidateQueries(cards);
          }}
        />
      </Dialog>
    </div>
  );
}

function useCardChange(address: "POST /payment-methods/default/:id" | "POST /payment-methods/remove/:id") {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => callWithMessage(address, { params: { id } }),
    onSuccess: ({ message, data }) => {
      cache.setQueryData(cards.queryKey, data);
      (message === BILLING_MESSAGES.defaultUnpaid ? toast.error : toast.success)(message);
    },
    onError: (error) => toast.error(messageOf(error)),
    // Another default card may have paid what was overdue.
    onSettled: () => Promise.all([SUMMARY_KEY, INVOICES_KEY].map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}

function Card({ card: { id, brand, last4, exp_month, exp_year, is_default } }: { card: PaymentMethod }) {
  const setDefault = useCardChange("POST /payment-methods/default/:id");
  const remove = useCardChange("POST /payment-methods/remove/:id");
  const name = `${brandTitle(brand)} ending in ${last4}`;
  return (
    <li ref={passFocusOn} className="flex flex-wrap items-center gap-3 rounded-media border border-line bg-raised p-4">
      <CreditCard aria-hidden size={24} className="text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          Expires {String(exp_month).padStart(2, "0")}/{exp_year}
          {is_default && " · Default"}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {!is_default && (
          <Button
            ref={passFocusInRow}
            size="sm"
            variant="secondary"
            aria-label={`Set as default: ${name}`}
            busy={setDefault.isPending}
            onClick={() => setDefault.mutate(id)}
          >
            Set as default
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-label={`Remove ${name}`}
          busy={remove.isPending}
          onClick={() => remove.mutate(id)}
        >
          Remove
        </Button>
      </div>
    </li>
  );
}

function AddCard({ summary, onAdded }: AddCardProps) {
  const bank = useBankChallenge();
  if (summary.provider === "stripe")
    return (
      <Suspense fallback={<Spinner label="Loading the card form" />}>
        <StripeCardForm
          publishableKey={summary.publishable_key ?? ""}
          consentText={CARD_CONSENT}
          consentFault={BILLING_MESSAGES.cardNotConsented}
          submitLabel="Add card"
          onConfirmed={async (setupId) => {
            await savePaymentMethod(setupId);
            onAdded();
          }}
        />
      </Suspense>
    );
  return (
    <>
      <CardForm
        consentText={CARD_CONSENT}
        consentFault={BILLING_MESSAGES.cardNotConsented}
        submitLabel="Add card"
        onPay={async (card) => {
          await addSandboxCard(card, bank.authenticate);
          onAdded();
        }}
      />
      {bank.challenge && <BankDialog onAnswer={bank.answer} />}
    </>
  );
}
