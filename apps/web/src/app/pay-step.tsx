import { BILLING_MESSAGES } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import type { RegistrationView } from "@app/contract/registration";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { EmailLine, SignUpEmail } from "#features/account-links/sign-up-email.tsx";
import { summaryOf } from "#features/billing/billing.queries.ts";
import { Checkout } from "#features/billing/checkout.tsx";
import { GuardianStep } from "#features/billing/guardian-step.tsx";
import { isPaid } from "#features/billing/use-payment.ts";
import { EndSignUp } from "#features/earner-forms/end-sign-up.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { messageOf } from "#lib/api-error.ts";
import { useUser } from "#lib/session.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";
import { useAfterPayment } from "./use-after-payment.ts";

type PayStepProps = { view: RegistrationView; nothing: ReactNode; onEnded: () => void };

/** The guardian where one is needed, the checkout, and what a payment opens. */
export function PayStep({ view, nothing, onEnded }: PayStepProps) {
  const summary = useQuery(summaryOf(view.can.pay ? view.plan : null));
  const user = useUser();
  const goOn = useMutation({ mutationFn: useAfterPayment(view) });

  if (summary.isPending) return <Spinner label="Loading the price" size={28} />;
  if (!summary.data) {
    return <LoadError error={summary.error} onRetry={() => void summary.refetch()} isRetrying={summary.isFetching} />;
  }
  const { offer, subscription, needs_guardian } = summary.data;
  const isEarner = user?.type === BRAND.name;
  if (view.can.restore) return <RestoreFirst />;
  if (subscription && isPaid(subscription)) return isEarner ? nothing : <JustPaid goOn={goOn} />;
  // An earner whose rights are whole owes nothing.
  if (offer === null || (isEarner && user.can.upload) || (!isEarner && !view.can.pay)) return nothing;
  if (needs_guardian)
    return (
      <GuardianStep
        before="your plan can be paid"
        continueLabel="Continue to the payment"
        onConsented={() => void summary.refetch()}
      />
    );
  return (
    <>
      <Checkout
        summary={summary.data}
        offer={offer}
        onPaid={() => goOn.mutateAsync()}
        email={<PayerEmail view={view} />}
      />
      <EndSignUp view={view} onEnded={onEnded} />
    </>
  );
}

/** Where the receipts and the verification go: a typing error is found before the card is charged. */
function PayerEmail({ view }: { view: RegistrationView }) {
  const cache = useQueryClient();
  if (!view.is_upgrade)
    return (
      <SignUpEmail
        email={view.email}
        isVerified={view.is_verified}
        onCorrected={() => void cache.invalidateQueries(registration)}
      />
    );
  return (
    <EmailLine email={view.email} note="Verified">
      <LinkButton href="/setting?tab=account" variant="secondary" size="sm">
        Change
      </LinkButton>
    </EmailLine>
  );
}

type JustPaidProps = { goOn: { mutate: () => void; isPending: boolean; isError: boolean; error: unknown } };

/** Between the payment and the page that it opens; with the line cut it stays until the server can be asked. */
function JustPaid({ goOn }: JustPaidProps) {
  return (
    <>
      <Notice tone="good" title={BILLING_MESSAGES.subscribed}>
        We are setting up your account. You can close this page.
      </Notice>
      {goOn.isError && <Notice tone="error">{messageOf(goOn.error)}</Notice>}
      <Button size="lg" busy={goOn.isPending} onClick={() => goOn.mutate()}>
        Continue
      </Button>
    </>
  );
}

function RestoreFirst() {
  return (
    <>
      <p className="text-lg">Your plan is still paid. Restore your earner account to use it.</p>
      <LinkButton href="/setting?tab=leave" size="lg">
        Go to Settings
      </LinkButton>
    </>
  );
}
