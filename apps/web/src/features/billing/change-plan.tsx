import { PLANS, type Plan } from "@app/contract/accounts";
import { BILLING_MESSAGES, type PlanOffer, type SubscriptionView, toChangeConsentText } from "@app/contract/billing";
import { toDollars } from "@app/contract/formats";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { callWithMessage } from "#lib/api.ts";
import { isConflict, messageOf } from "#lib/api-error.ts";
import { toast } from "#lib/toast.ts";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import { Checkbox } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { plans, summaryQuery } from "./billing.queries.ts";

/** Changes the plan and its price with the next renewal. */
export function ChangePlan({ subscription }: { subscription: SubscriptionView }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        Change plan
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Change plan"
        description="The new plan and its price start with your next renewal. After that, complete your profile with the details the new plan needs."
      >
        <OfferList subscription={subscription} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

type FormProps = { subscription: SubscriptionView; onDone: () => void };

function OfferList(props: FormProps) {
  const offers = useQuery(plans);
  if (offers.isPending) return <Skeleton className="h-48 w-full" />;
  if (!offers.data)
    return <LoadError error={offers.error} isRetrying={offers.isFetching} onRetry={() => void offers.refetch()} />;
  return <ChangeForm {...props} offers={offers.data} />;
}

function ChangeForm({ subscription, offers, onDone }: FormProps & { offers: readonly PlanOffer[] }) {
  const { plan: present, pending } = subscription;
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<Plan>(pending?.plan ?? present);
  const [isConsented, setConsented] = useState(false);
  const [showsReminder, setShowsReminder] = useState(false);
  const { title, cents, isAsBefore, submitLabel } = describeChoice(subscription, offers, chosen);
  const change = useMutation({
    mutationFn: () =>
      callWithMessage("POST /subscription/change-plan", { body: { plan: chosen, price_cents: cents, consent: true } }),
    onSuccess: ({ message }) => {
      toast.success(message);
      onDone();
    },
    onError: async (error) => {
      toast.error(messageOf(error));
      if (!isConflict(error)) return;
      setConsented(false);
      await cache.invalidateQueries(plans);
    },
    onSettled: () => cache.invalidateQueries(summaryQuery(null)),
  });
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAsBefore) return onDone();
        setShowsReminder(!isConsented);
        if (isConsented) change.mutate();
      }}
    >
      <RadioGroup
        legend="Plan"
        name="plan"
        options={offers.map(({ plan, title, price_cents }) => ({
          value: plan,
          label: title,
          hint: toHint(subscription, plan, price_cents),
        }))}
        value={chosen}
        onChange={(event) => {
          setChosen(PLANS.find((plan) => plan === event.target.value) ?? chosen);
          setConsented(false);
          setShowsReminder(false);
        }}
      />
      {!isAsBefore && (
        <Checkbox
          label={toChangeConsentText(title, cents)}
          checked={isConsented}
          error={showsReminder && !isConsented ? BILLING_MESSAGES.notConsented : undefined}
          onChange={(event) => setConsented(event.currentTarget.checked)}
        />
      )}
      <Button type="submit" busy={change.isPending}>
        {submitLabel}
      </Button>
    </form>
  );
}

type Choice = { title: string; cents: number; isAsBefore: boolean; submitLabel: string };

/** What choosing a plan means: its price, and whether anything changes. */
function describeChoice(
  { plan: present, pending, price_cents: presentCents }: SubscriptionView,
  offers: readonly PlanOffer[],
  chosen: Plan,
): Choice {
  const { title, price_cents } = offers.find(({ plan }) => plan === chosen) ?? { title: chosen, price_cents: 0 };
  return {
    title,
    // The current plan keeps the price that was agreed to.
    cents: chosen === present ? presentCents : price_cents,
    isAsBefore: chosen === (pending?.plan ?? present),
    submitLabel: toSubmitLabel(chosen, { present, pending, title }),
  };
}

function toSubmitLabel(
  chosen: Plan,
  { present, pending, title }: { present: Plan; pending: SubscriptionView["pending"]; title: string },
): string {
  if (chosen === pending?.plan) return `Keep the change to ${title}`;
  if (chosen !== present) return "Change plan";
  return pending === null ? "Keep current plan" : `Keep ${title}`;
}

/** The plan that is paid and the one that comes next cost what was agreed to, whatever others pay now. */
function toHint({ plan: present, price_cents, pending }: SubscriptionView, plan: Plan, offeredCents: number): string {
  if (plan === present) return `${perMonth(price_cents)}, your current plan`;
  if (plan === pending?.plan) return `${perMonth(pending.price_cents)}, starts with your next renewal`;
  return perMonth(offeredCents);
}

function perMonth(cents: number): string {
  return `${toDollars(cents)} a month`;
}
