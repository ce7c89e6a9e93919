import { type UserCard, userCard } from "@app/contract/accounts";
import { BILLING_MESSAGES, type BillingSummary } from "@app/contract/billing";
import { EARNER_TYPE } from "@app/contract/brand";
import type { RegistrationView } from "@app/contract/registration";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { EmailLine, SignUpEmail } from "#features/account-links/sign-up-email.tsx";
import { summaryQuery } from "#features/billing/billing.queries.ts";
import { Checkout } from "#features/billing/checkout.tsx";
import { GuardianStep } from "#features/billing/guardian-request.tsx";
import { isPaid } from "#features/billing/use-payment.ts";
import { registration } from "#features/earner-forms/registration.queries.ts";
import { EndWithRefund } from "#features/earner-forms/registration-actions.tsx";
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

/** The guardian step if needed, the checkout, and the navigation after a payment. */
export function PayStep(props: PayStepProps) {
  const { view } = props;
  const summary = useQuery(summaryQuery(view.can.pay ? view.plan : null));

  if (summary.isPending) return <Spinner label="Loading the price" size={28} />;
  if (!summary.data) {
    return <LoadError error={summary.error} onRetry={() => void summary.refetch()} isRetrying={summary.isFetching} />;
  }
  return <PayFor {...props} summary={summary.data} onConsented={() => void summary.refetch()} />;
}

type PayForProps = PayStepProps & { summary: BillingSummary; onConsented: () => void };

function PayFor({ view, nothing, onEnded, summary, onConsented }: PayForProps) {
  const user = useUser();
  const afterPayment = useMutation({ mutationFn: useAfterPayment(view) });
  const { offer, subscription, needs_guardian } = summary;
  const isEarner = user?.type === EARNER_TYPE;
  if (view.can.restore) return <RestoreFirst />;
  if (subscription && isPaid(subscription)) return isEarner ? nothing : <JustPaid afterPayment={afterPayment} />;
  if (offer === null || !(view.can.pay || isLapsed(user, summary))) return nothing;
  if (needs_guardian)
    return (
      <GuardianStep before="your plan can be paid" continueLabel="Continue to the payment" onConsented={onConsented} />
    );
  return (
    <>
      <Checkout
        summary={summary}
        offer={offer}
        onPaid={() => afterPayment.mutateAsync()}
        email={<PayerEmail view={view} />}
      />
      <EndWithRefund view={view} onEnded={onEnded} />
    </>
  );
}

/** The session may not know yet that the plan has ended, so it only tells where there was no plan to pay for. */
function isLapsed(user: UserCard | null, { subscription }: BillingSummary): boolean {
  return user?.type === EARNER_TYPE && (subscription !== null || !user.can.upload);
}

/** Shows where receipts and the verification go, so that a typo is found before the card is charged. */
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

type JustPaidProps = { afterPayment: { mutate: () => void; isPending: boolean; isError: boolean; error: unknown } };

/** Shown after the payment until the server has replied; if that fails, Continue retries. */
function JustPaid({ afterPayment }: JustPaidProps) {
  return (
    <>
      <Notice tone="good" title={BILLING_MESSAGES.subscribed}>
        We are setting up your account. You can close this page.
      </Notice>
      {afterPayment.isError && <Notice tone="error">{messageOf(afterPayment.error)}</Notice>}
      <Button size="lg" busy={afterPayment.isPending} onClick={() => afterPayment.mutate()}>
        Continue
      </Button>
    </>
  );
}

function RestoreFirst() {
  return (
    <>
      <p className="text-lg">Your plan is still active. Restore your earner account to use it.</p>
      <LinkButton href="/setting?tab=leave" size="lg">
        Go to Settings
      </LinkButton>
    </>
  );
}

/** @returns reads that the payment completed the registration or upgrade, and leaves the page */
function useAfterPayment(view: RegistrationView): () => Promise<void> {
  const navigate = useNavigate();
  const cache = useQueryClient();

  return async () => {
    const user = getUser();
    if (user === null) {
      const { message } = await callWithMessage("POST /complete-earner-registration");
      await cache.invalidateQueries(registration);
      // Once the email is verified, perhaps on another device meanwhile, the sign-up session ends with the completion.
      const latest = cache.getQueryData(registration.queryKey);
      toast.success(message);
      await navigate({ to: latest && !latest.is_verified ? "/verify-email" : "/login" });
      return;
    }
    if (user.type === EARNER_TYPE) {
      // Refreshes the rights of an earner whose plan had lapsed.
      await refreshToken();
      toast.success(BILLING_MESSAGES.subscribed);
    } else {
      const { data, message } = await callWithMessage(
        view.next === "deactivated" ? "POST /restore-earner" : "POST /complete-upgrade",
      );
      // The reply for a restored earner has extra fields that the session does not store.
      setUser(userCard.parse(data));
      toast.success(message);
    }
    cache.removeQueries(registration);
    await navigate({ to: "/explore" });
  };
}
