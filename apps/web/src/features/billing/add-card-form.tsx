import type { BillingSummary } from "@app/contract/billing";
import { lazy, Suspense } from "react";
import { Spinner } from "#ui/spinner.tsx";
import { addSandboxCard, CARD_CONSENT, finishCard } from "./add-card.ts";
import { BankDialog } from "./bank-dialog.tsx";
import { CardForm } from "./card-form.tsx";
import { useBank } from "./use-bank.ts";

const StripeCardForm = lazy(() =>
  import("./stripe-card-form.tsx").then((module) => ({ default: module.StripeCardForm })),
);

type AddCardProps = { summary: BillingSummary; onAdded: () => void };

export function AddCard({ summary, onAdded }: AddCardProps) {
  const bank = useBank();
  if (summary.provider === "stripe")
    return (
      <Suspense fallback={<Spinner label="Loading the card form" />}>
        <StripeCardForm
          publishableKey={summary.publishable_key ?? ""}
          consentText={CARD_CONSENT}
          submitLabel="Add card"
          onConfirmed={async (setupId) => {
            await finishCard(setupId);
            onAdded();
          }}
        />
      </Suspense>
    );
  return (
    <>
      <CardForm
        consentText={CARD_CONSENT}
        submitLabel="Add card"
        onPay={async (card) => {
          await addSandboxCard(card, bank.ask);
          onAdded();
        }}
      />
      {bank.question && <BankDialog onAnswer={bank.answer} />}
    </>
  );
}
