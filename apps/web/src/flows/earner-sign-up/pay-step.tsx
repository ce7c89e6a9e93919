import { userCard } from "@app/contract/accounts";
import { BILLING_MESSAGES } from "@app/contract/billing";
import { BRAND } from "@app/contract/brand";
import { earnerRoutes } from "@app/contract/earners";
import type { RegistrationView } from "@app/contract/registration";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmailLine, SignUpEmail } from "#features/account-links/sign-up-email.tsx";
import { summaryQuery } from "#features/billing/billing.queries.ts";
import { Checkout } from "#features/billing/checkout.tsx";
import { GuardianStep } from "#features/billing/guardian-request.tsx";
import { isPaid } from "#features/billing/use-payment.ts";
import { EndWithRefund } from "#features/earner-forms/cancel-registration.tsx";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { callWithMessage, refreshToken } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { getUser, useUser } from "#lib/session.ts";
import { setUser } from "#lib/session-store.ts";
import { toast } from "#lib/toast.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Spinner } from "#ui/spinner.tsx";

type PayStepProps = { view: RegistrationView; nothing: ReactNode; onEnded: () => void };

/** The guardian where one is needed, the checkout, and what a payment opens. */
export function PayStep({ view, nothing, onEnded }: PayStepProps) {
  const summary = useQuery(summaryQuery(view.can.pay ? view.plan : null));
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
      <EndWithRefund view={view} onEnded={onEnded} />
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

/** @returns what follows a payment: the server completes what was paid, and the page asks how far it has come */
function useAfterPayment(view: RegistrationView): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();

  return async () => {
    const user = getUser();
    if (user === null) {
      const { message } = await callWithMessage(earnerRoutes.completeRegistration);
      await cache.invalidateQueries(registration);
      // Whoever verified the address before, on another device, signs in; everybody else verifies it now.
      if (view.is_verified) toast.success(message);
      await navigate({ to: view.is_verified ? "/login" : "/verify-email" });
      return;
    }
    if (user.type === BRAND.name) {
      // The card of an earner whose plan had lapsed says again what they may do.
      await refreshToken();
      toast.success(BILLING_MESSAGES.subscribed);
    } else {
      const { data, message } = await callWithMessage(
        view.next === "deactivated" ? earnerRoutes.restore : earnerRoutes.completeUpgrade,
      );
      // A restored earner's card comes with the end of the plan, which is none of the session's.
      setUser(userCard.parse(data));
      toast.success(message);
    }
    cache.removeQueries(registration);
    await navigate({ to: "/explore" });
  };
}
