import { BRAND } from "@app/contract/brand";
import {
  type EmailFrequency,
  type NotificationKind,
  type NotificationSetting,
  PREFERENCE_MESSAGES,
  type DeliverySettings as Settings,
} from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Button } from "#ui/button.tsx";
import { Checkbox, Field, Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { type Choices, Select } from "#ui/select.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { deliverySettings, notificationSettings, useSetDeliveries, useSetNotification } from "./settings.queries.ts";

const NOTIFICATION_LABELS: Record<NotificationKind, string> = {
  comment: "Someone comments on my content, or shares a film note with me",
  reply: "Someone replies to my comment, or mentions me",
  reaction: "Someone likes my content or my comment",
  follow: "Someone follows my channel",
  new_upload: "A channel I follow publishes something",
  processing: "My upload is ready or has failed",
  referral_joined: "Someone joins through my link",
  referral_earned: "I earn from a referral",
  payout: "A payout is sent to me",
  billing: "Something changes about my plan or payments",
  moderation: `The ${BRAND.name} team makes a decision about my content or a report`,
  security: "Something changes about my account's security",
};

const FREQUENCIES: Choices<EmailFrequency> = [
  { value: "at_once", label: "Right away" },
  { value: "daily", label: "Daily" },
  { value: "weekly", label: "Weekly" },
  { value: "off", label: "Off" },
];

/**
 * On narrow screens each kind has its switches below it, with their names, in two rows where letters are large; on wide
 * ones they form columns.
 */
const ROW = "flex flex-wrap items-center gap-x-3 sm:grid sm:gap-x-5 sm:grid-cols-[1fr_4rem_9rem_4rem]";

/** Which kinds of notifications reach the person where. */
export function NotificationSettings() {
  const settings = useQuery(notificationSettings);
  if (settings.isPending) return <Skeleton className="h-96 w-full" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
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
        {settings.data.map((setting) => (
          <Row key={setting.kind} setting={setting} />
        ))}
      </div>
    </div>
  );
}

function Row({ setting: { kind, bell, email, push, is_email_fixed } }: { setting: NotificationSetting }) {
  const set = useSetNotification();
  const label = NOTIFICATION_LABELS[kind];
  return (
    <fieldset className={clsx(ROW, "gap-y-2 border-t border-line py-3 sm:py-2")}>
      {/* Floated, so that it is an item like the others. */}
      <legend className="float-left not-sm:w-full">{label}</legend>
      <Checkbox
        aria-label={`Bell: ${label}`}
        label={<span className="sm:sr-only">Bell</span>}
        checked={bell}
        onChange={() => set.mutate({ kind, bell: !bell })}
      />
      <div className="flex grow items-center gap-2 text-sm">
        <span aria-hidden className="sm:hidden">
          Email
        </span>
        {is_email_fixed ? (
          <p className="text-muted">
            <span className="sr-only">Email: </span>Always
          </p>
        ) : (
          <div className="min-w-34 grow">
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

const STEP_MIN = 30;
const TIMES = Array.from({ length: (24 * 60) / STEP_MIN }, (_, at) => toTime(at * STEP_MIN));
/** Until somebody chooses other ones. */
const NIGHT = { from: "22:00", to: "07:00" };

const HOURS = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: inWords(toTime(hour * 60)) }));
const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map((label, at) => ({
  value: at + 1,
  label,
}));

/** When emails and pushes may come. */
export function DeliverySettings() {
  const settings = useQuery(deliverySettings);
  if (settings.isPending) return <Skeleton className="h-64 w-full max-w-xl" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  return (
    <div className="flex max-w-xl flex-col gap-6">
      <QuietHours quiet={settings.data.quiet_hours} />
      <TimeZone zone={settings.data.time_zone} />
      <Digests settings={settings.data} />
    </div>
  );
}

function QuietHours({ quiet }: { quiet: Settings["quiet_hours"] }) {
  const set = useSetDeliveries();
  return (
    <div className="flex flex-col gap-4">
      <Switch
        label="Quiet hours"
        hint="Emails and push notifications wait until they end, and leave out what you have read by then. Security and billing emails always come right away."
        checked={quiet !== null}
        onChange={() => set.mutate({ quiet_hours: quiet === null ? NIGHT : null })}
      />
      {quiet && (
        <div className="grid grid-cols-2 gap-4">
          <TimeField
            label="From"
            value={quiet.from}
            other={quiet.to}
            onChange={(from) => set.mutate({ quiet_hours: { ...quiet, from } })}
          />
          <TimeField
            label="To"
            value={quiet.to}
            other={quiet.from}
            onChange={(to) => set.mutate({ quiet_hours: { ...quiet, to } })}
          />
        </div>
      )}
    </div>
  );
}

type TimeFieldProps = {
  label: string;
  value: string;
  /** Cannot be chosen: quiet hours must not be empty. */
  other: string;
  onChange: (time: string) => void;
};

function TimeField({ label, value, other, onChange }: TimeFieldProps) {
  // Another program may have set a time between ours.
  const times = TIMES.includes(value) ? TIMES : [...TIMES, value].sort();
  const options = times.filter((time) => time !== other).map((time) => ({ value: time, label: inWords(time) }));
  return (
    <Field label={label}>
      <Select options={options} value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}

function TimeZone({ zone }: { zone: string | null }) {
  const set = useSetDeliveries();
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const shown = zone ?? here;
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), here, shown])].sort();
  return (
    <div className="flex flex-col items-start gap-3">
      <Field label="Time zone" hint="For quiet hours and digests." className="w-full">
        <Select
          options={zones.map((value) => ({ value, label: value.replaceAll("_", " ") }))}
          value={shown}
          onChange={(event) => set.mutate({ time_zone: event.target.value })}
        />
      </Field>
      {shown !== here && (
        <Button variant="secondary" onClick={() => set.mutate({ time_zone: here })}>
          Use this device's: {here.replaceAll("_", " ")}
        </Button>
      )}
    </div>
  );
}

function Digests({ settings }: { settings: Settings }) {
  const set = useSetDeliveries();
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field label="Send digests at">
        <Select
          options={HOURS}
          value={settings.digest_hour}
          onChange={(event) => set.mutate({ digest_hour: Number(event.target.value) })}
        />
      </Field>
      <Field label="Weekly digests on">
        <Select
          options={WEEKDAYS}
          value={settings.digest_weekday}
          onChange={(event) => set.mutate({ digest_weekday: Number(event.target.value) })}
        />
      </Field>
    </div>
  );
}

function toTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** @returns `22:30` as '10:30 PM' */
function inWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return `${hours % 12 === 0 ? 12 : hours % 12}:${String(minutes).padStart(2, "0")} ${hours < 12 ? "AM" : "PM"}`;
}
