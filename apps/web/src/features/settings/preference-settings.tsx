import {
  type NotificationKind,
  type NotificationSetting,
  PREFERENCE_MESSAGES,
  type PrivacyView,
} from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#lib/session.ts";
import { setTheme, type Theme, useTheme } from "#lib/theme.ts";
import { Checkbox, Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { notificationSettings, privacySettings, useSetNotification, useSetPrivacy } from "./settings.queries.ts";

const THEMES: readonly { value: Theme; label: string; hint: string }[] = [
  { value: "system", label: "As the system", hint: "Dark or light, as this device is set." },
  { value: "dark", label: "Dark", hint: "An arena at night." },
  { value: "light", label: "Light", hint: "A field at noon." },
];

const WORDS: Record<NotificationKind, { label: string; isForEarners: boolean }> = {
  comment: { label: "Somebody comments on what I published", isForEarners: true },
  reply: { label: "Somebody answers my comment", isForEarners: false },
  reaction: { label: "Somebody likes my comment", isForEarners: false },
  follow: { label: "Somebody follows my channel", isForEarners: true },
  new_upload: { label: "A channel that I follow publishes", isForEarners: false },
  processing: { label: "My upload is ready, or has failed", isForEarners: true },
  referral_joined: { label: "Somebody joins by my link", isForEarners: true },
  referral_earned: { label: "I earn by a referral", isForEarners: true },
  payout: { label: "A payout is made", isForEarners: true },
  billing: { label: "My plan and its payments", isForEarners: false },
  moderation: { label: "Staff decide about my content", isForEarners: false },
  security: { label: "My account's security", isForEarners: false },
};

type Choice = "shows_gpa" | "shows_location" | "shows_followers" | "is_indexed";

const CHOICES: { name: Choice; label: string; hint: string; isForAthletes: boolean }[] = [
  { name: "shows_gpa", label: "Show my GPA", hint: "On your channel, to signed-in people.", isForAthletes: true },
  { name: "shows_location", label: "Show my city and state", hint: "Never your street.", isForAthletes: false },
  {
    name: "shows_followers",
    label: "Show who follows me",
    hint: "How many there are is always shown.",
    isForAthletes: false,
  },
  {
    name: "is_indexed",
    label: "Let search engines find me",
    hint: "Your channel and public items, with a preview where their link is shared.",
    isForAthletes: false,
  },
];

export function PrivacySettings() {
  const privacy = useQuery(privacySettings);
  if (privacy.isPending) return <Skeleton className="h-64 w-full max-w-xl" />;
  if (!privacy.data)
    return <LoadError error={privacy.error} isRetrying={privacy.isFetching} onRetry={() => void privacy.refetch()} />;
  return <Choices privacy={privacy.data} />;
}

function Choices({ privacy }: { privacy: PrivacyView }) {
  const user = useUser();
  const set = useSetPrivacy();
  const shown = CHOICES.filter(({ isForAthletes }) => !isForAthletes || user?.plan === "Individual");
  return (
    <div className="flex max-w-xl flex-col gap-5">
      {privacy.is_minor && (
        <Notice title="You are under 18.">
          So we show less of you from the start. Each switch below is yours to change; talk about it with your parents.
        </Notice>
      )}
      {user?.plan !== null && (
        <Switch
          label="Leave me out of the top earners"
          hint="Of the week and of all time. What you earn stays the same."
          checked={privacy.is_hidden_from_lists}
          onChange={() => set.mutate({ is_hidden_from_lists: !privacy.is_hidden_from_lists })}
        />
      )}
      {shown.map(({ name, label, hint }) => {
        const { value, by_age } = privacy[name];
        return (
          <Switch
            key={name}
            label={label}
            hint={by_age ? `${hint} Set by your age.` : hint}
            checked={value}
            onChange={() => set.mutate({ [name]: !value })}
          />
        );
      })}
    </div>
  );
}

/** Only the mails about security and billing are sent so far: what else is chosen here takes effect with its feature. */
export function NotificationSettings() {
  const settings = useQuery(notificationSettings);
  const user = useUser();
  if (settings.isPending) return <Skeleton className="h-96 w-full" />;
  if (!settings.data)
    return (
      <LoadError error={settings.error} isRetrying={settings.isFetching} onRetry={() => void settings.refetch()} />
    );
  const shown = settings.data.filter(({ kind }) => user?.plan !== null || !WORDS[kind].isForEarners);
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-muted">
        For now we only email you about security and billing. Your other choices are saved.
      </p>
      <table className="w-full max-w-2xl">
        <thead>
          <tr className="text-left text-sm text-muted">
            <th scope="col" className="pb-2 font-semibold">
              Tell me when
            </th>
            <th scope="col" className="w-20 pb-2 font-semibold">
              Bell
            </th>
            <th scope="col" className="w-20 pb-2 font-semibold">
              Email
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((setting) => (
            <Row key={setting.kind} setting={setting} />
          ))}
        </tbody>
      </table>
      <p className="text-sm text-muted">{PREFERENCE_MESSAGES.fixedMail}</p>
    </div>
  );
}

function Row({ setting: { kind, bell, email, is_email_fixed } }: { setting: NotificationSetting }) {
  const set = useSetNotification();
  const { label } = WORDS[kind];
  return (
    <tr className="border-t border-line">
      <th scope="row" className="py-2 pr-4 text-left font-normal">
        {label}
      </th>
      <td>
        <Checkbox
          label={<span className="sr-only">Bell: {label}</span>}
          checked={bell}
          onChange={() => set.mutate({ kind, bell: !bell, email })}
        />
      </td>
      <td>
        <Checkbox
          label={<span className="sr-only">Email: {label}</span>}
          checked={email}
          disabled={is_email_fixed}
          onChange={() => set.mutate({ kind, bell, email: !email })}
        />
      </td>
    </tr>
  );
}

/** Kept on this device, and painted at once. */
export function ThemeSetting() {
  const theme = useTheme((state) => state.theme);
  return (
    <RadioGroup
      legend="Theme"
      name="theme-setting"
      options={THEMES}
      value={theme}
      onChange={(event) => {
        const chosen = THEMES.find(({ value }) => value === event.target.value);
        if (chosen) setTheme(chosen.value);
      }}
      className="max-w-md"
    />
  );
}
