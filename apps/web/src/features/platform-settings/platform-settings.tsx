import type { PlatformSettings as Settings } from "@app/contract/platform-settings";
import { REFERRAL_TRIGGERS, type ReferralTrigger } from "@app/contract/referrals";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { dayInWords } from "#lib/dates.ts";
import { toast } from "#lib/toast.ts";
import { useIsMounted } from "#lib/use-is-mounted.ts";
import { Button } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { ReasonDialog } from "#ui/reason-dialog.tsx";
import { Section } from "#ui/section.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

const platformSettings = queryOptions({
  queryKey: ["admin", "settings"],
  queryFn: ({ signal }) => call("GET /admin/settings", {}, signal),
});

const TRIGGERS: Record<ReferralTrigger, { label: string; hint: string }> = {
  verified: {
    label: "A verified email address",
    hint: "The reward is earned when the new person verifies the address.",
  },
  first_payment: {
    label: "The first paid subscription",
    hint: "The reward is earned when the new person pays for a plan for the first time.",
  },
};

/** What admins set for the whole platform, and what the operator of the server set. */
export function PlatformSettings() {
  const query = useQuery(platformSettings);
  const [isChanging, setChanging] = useState(false);
  if (query.isPending) return <Skeleton className="h-96 w-full rounded-media" />;
  if (!query.data)
    return <LoadError error={query.error} isRetrying={query.isFetching} onRetry={() => void query.refetch()} />;
  const { referral_trigger, referral_trigger_since, reward_cents, installation } = query.data;
  return (
    <>
      <Section title="Referrals">
        <div className="flex flex-col items-start gap-3 rounded-media border border-line bg-raised p-4">
          <p className="font-semibold">When a referral earns ${(reward_cents / 100).toFixed(2)}</p>
          <p>
            {TRIGGERS[referral_trigger].label}{" "}
            <span className="text-muted">since {dayInWords(referral_trigger_since)}</span>
          </p>
          <Button variant="secondary" onClick={() => setChanging(true)}>
            Change the rule
          </Button>
        </div>
      </Section>
      <Installation installation={installation} />
      {isChanging && <TriggerDialog current={referral_trigger} onClose={() => setChanging(false)} />}
    </>
  );
}

const PAYMENTS = { stripe: "Stripe", sandbox: "Sandbox, which takes test cards only" } as const;
const MAIL = { smtp: "Sent by SMTP", mailbox: "Kept in the mailbox at /dev/mailbox, and not sent" } as const;
const STORAGE = { folder: "A folder on the server", s3: "S3" } as const;

function Installation({ installation }: Pick<Settings, "installation">) {
  const facts = [
    { label: "Address", value: installation.address },
    { label: "Time zone", value: installation.time_zone.replaceAll("_", " ") },
    { label: "Payments", value: PAYMENTS[installation.payments] },
    { label: "Email", value: MAIL[installation.mail] },
    { label: "Media", value: STORAGE[installation.storage] },
  ];
  return (
    <Section
      title="System"
      subtitle="Set by the operator in the environment of the server, and changed with a restart."
    >
      <dl className="grid gap-x-6 gap-y-2 rounded-media border border-line bg-raised p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
        {facts.map(({ label, value }) => (
          <div key={label} className="contents">
            <dt className="text-muted">{label}</dt>
            <dd className="break-words max-sm:mb-2">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function TriggerDialog({ current, onClose }: { current: ReferralTrigger; onClose: () => void }) {
  const cache = useQueryClient();
  const [chosen, setChosen] = useState<ReferralTrigger>(current);
  const [fault, setFault] = useState<string>();
  const isMounted = useIsMounted();
  const change = useMutation({
    mutationFn: (body: { referral_trigger: ReferralTrigger; reason: string }) =>
      callWithMessage("PUT /admin/settings/referral-trigger", { body }),
    onSuccess: ({ message }) => {
      toast.success(message);
      if (isMounted()) onClose();
    },
    onError: (error) => {
      if (!isMounted()) toast.error(messageOf(error));
    },
    onSettled: () => cache.invalidateQueries(platformSettings),
  });
  return (
    <ReasonDialog
      title="When a referral earns the reward"
      description="Rewards that are already earned stay. People who joined and have not earned anyone a reward yet fall under the new rule. If they have already done what it asks for, the reward is credited once they have done both. You can change the rule back at any time."
      confirmLabel="Change"
      hint="For the audit log. Earners read the new rule on their referral page."
      busy={change.isPending}
      error={change.error}
      onConfirm={(reason) => {
        if (chosen === current) setFault("This is the rule already. Choose the other one.");
        else change.mutate({ referral_trigger: chosen, reason });
      }}
      onClose={onClose}
    >
      <RadioGroup
        legend="Earned by"
        name="trigger"
        options={REFERRAL_TRIGGERS.map((value) => ({ value, ...TRIGGERS[value] }))}
        value={chosen}
        error={fault}
        onChange={({ target }) => {
          setFault(undefined);
          setChosen(REFERRAL_TRIGGERS.find((one) => one === target.value) ?? current);
        }}
      />
    </ReasonDialog>
  );
}
