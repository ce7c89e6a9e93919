import { toDollars } from "@app/contract/formats";
import { type PlanPrice, PRICE_MAX_CENTS, PRICE_MESSAGES, PRICE_MIN_CENTS } from "@app/contract/plan-prices";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { counted } from "#lib/format.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const planPrices = queryOptions({
  queryKey: ["admin", "plans"],
  queryFn: ({ signal }) => call("GET /admin/plans", {}, signal),
});

/** The monthly price of each plan, and who pays which. */
export function PlanPrices() {
  const query = useQuery(planPrices);
  const [changed, setChanged] = useState<PlanPrice | null>(null);
  if (query.isPending) return <Skeleton className="h-60 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  return (
    <>
      <ul className="grid gap-3 xl:grid-cols-3">
        {query.data.map((price) => (
          <li key={price.plan} className="flex flex-col gap-3 rounded-media border border-line bg-raised p-4">
            <p className="font-semibold">{price.title}</p>
            <p className="score text-4xl">
              {toDollars(price.price_cents)} <span className="text-base text-muted">a month</span>
            </p>
            <p className="text-sm text-muted">Since {dayInWords(price.updated_at)}</p>
            <ul className="text-sm text-muted">
              {price.subscribers.length === 0 && <li>Nobody pays for it right now.</li>}
              {price.subscribers.map(({ price_cents, count }) => (
                <li key={price_cents}>
                  {counted(count, "subscriber")} at {toDollars(price_cents)}
                </li>
              ))}
            </ul>
            <Button
              variant="secondary"
              className="self-start"
              aria-label={`Change price: ${price.title}`}
              onClick={() => setChanged(price)}
            >
              Change price
            </Button>
          </li>
        ))}
      </ul>
      {changed && <PriceDialog price={changed} onClose={() => setChanged(null)} />}
    </>
  );
}

function PriceDialog({ price, onClose }: { price: PlanPrice; onClose: () => void }) {
  const cache = useQueryClient();
  const isMounted = useIsMounted();
  const [typed, setTyped] = useState((price.price_cents / 100).toFixed(2));
  const [fault, setFault] = useState<string | undefined>(undefined);
  const change = useMutation({
    mutationFn: (body: { price_cents: number; reason: string }) =>
      callWithMessage("PUT /admin/plans/:plan", { params: { plan: price.plan }, body }),
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onClose();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries(planPrices),
  });
  return (
    <ReasonDialog
      title={`Price of ${price.title}`}
      description="The new price applies at once to new subscriptions and plan changes. Existing subscribers keep the price they agreed to."
      confirmLabel="Change price"
      hint="For the audit log."
      busy={change.isPending}
      error={change.error}
      onConfirm={(reason) => {
        const { cents, fault } = readPrice(typed);
        setFault(fault);
        if (fault === undefined) change.mutate({ price_cents: cents, reason });
      }}
      onClose={onClose}
    >
      <Field label="Dollars a month" error={fault}>
        <TextInput inputMode="decimal" value={typed} onChange={({ target }) => setTyped(target.value)} />
      </Field>
    </ReasonDialog>
  );
}

/** @returns `fault`: why a plan cannot cost this */
export function readPrice(typed: string): { cents: number; fault: string | undefined } {
  const [, whole, fraction = ""] = /^\$?(\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d{1,2}))?$/.exec(typed.trim()) ?? [];
  if (whole === undefined) return { cents: 0, fault: PRICE_MESSAGES.format };
  const cents = Number(whole.replaceAll(",", "")) * 100 + Number(fraction.padEnd(2, "0"));
  const isInRange = cents >= PRICE_MIN_CENTS && cents <= PRICE_MAX_CENTS;
  return { cents, fault: isInRange ? undefined : PRICE_MESSAGES.range };
}
