import {
  type EmailFrequency,
  type NotificationKind,
  type NotificationSetting,
  PREFERENCE_MESSAGES,
} from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useUser } from "#lib/session.ts";
import { Checkbox } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { type Choices, Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { notificationSettings, useSetNotification } from "./settings.queries.ts";

const NOTIFICATION_LABELS: Record<NotificationKind, { label: string; isForEarners: boolean }> = {
  comment: { label: "Someone comments on my content", isForEarners: true },
  reply: { label: "Someone replies to my comment", isForEarners: false },
  reaction: { label: "Someone likes my content or my comment", isForEarners: false },
  follow: { label: "Someone follows my channel", isForEarners: true },
  new_upload: { label: "A channel I follow publishes something", isForEarners: false },
  processing: { label: "My upload is ready or has failed", isForEarners: true },
  referral_joined: { label: "Someone joins through my link", isForEarners: true },
  referral_earned: { label: "I earn from a referral", isForEarners: true },
  payout: { label: "A payout is sent to me", isForEarners: true },
  billing: { label: "Something changes about my plan or payments", isForEarners: false },
  moderation: { label: "The team decides about my content or a report", isForEarners: false },
  security: { label: "Something changes about my account's security", isForEarners: false },
};

const FREQUENCIES: Choices<EmailFrequency> = [
  { value: "at_once", label: "At once" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "off", label: "Off" },
];

/** On narrow screens each kind has its switches below it, with their names; on wide ones they form columns. */
const ROW = "grid grid-cols-[auto_1fr_auto] items-center gap-x-5 sm:grid-cols-[1fr_4rem_9rem_4rem]";

/** Which kinds of notifications reach the person where. */
export function NotificationSettings() {
  const settings = useQuery(notificationSettings);
  const user = useUser();
  if (settings.isPending) return <Skeleton className="h-96 w-full" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  const shown = settings.data.filter(({ kind }) => user?.plan !== null || !NOTIFICATION_LABELS[kind].isForEarners);
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <p className="max-w-prose text-muted">
        Daily and weekly emails list what you have not read yet. {PREFERENCE_MESSAGES.fixedEmail}
      </p>
      <div>
        <div aria-hidden className={clsx(ROW, "pb-2 text-sm font-semibold text-muted not-sm:hidden")}>
          <span>Notify me when</span>
          <span>Bell</span>
          <span>Email</span>
          <span>Push</span>
        </div>
        {shown.map((setting) => (
          <Row key={setting.kind} setting={setting} />
        ))}
      </div>
    </div>
  );
}

function Row({ setting: { kind, bell, email, push, is_email_fixed } }: { setting: NotificationSetting }) {
  const set = useSetNotification();
  const { label } = NOTIFICATION_LABELS[kind];
  return (
    <fieldset className={clsx(ROW, "gap-y-2 border-t border-line py-3 sm:py-2")}>
      {/* Floated, so that it is an item of the grid. */}
      <legend className="float-left not-sm:col-span-full">{label}</legend>
      <Checkbox
        aria-label={`Bell: ${label}`}
        label={<span className="sm:sr-only">Bell</span>}
        checked={bell}
        onChange={() => set.mutate({ kind, bell: !bell })}
      />
      <div className="flex items-center gap-3 text-sm">
        <span aria-hidden className="sm:hidden">
          Email
        </span>
        {is_email_fixed ? (
          <p className="text-muted">
            <span className="sr-only">Email: </span>Always
          </p>
        ) : (
          <div className="min-w-0 grow">
            <Select
              aria-label={`Email: ${label}`}
              options={FREQUENCIES}
              value={email}
              onChange={(event) => {
                const chosen = FREQUENCIES.find(({ value }) => value === event.target.value);
                if (chosen) set.mutate({ kind, email: chosen.value });
              }}
            />
          </div>
        )}
      </div>
      <Checkbox
        aria-label={`Push: ${label}`}
        label={<span className="sm:sr-only">Push</span>}
        checked={push}
        onChange={() => set.mutate({ kind, push: !push })}
      />
    </fieldset>
  );
}
