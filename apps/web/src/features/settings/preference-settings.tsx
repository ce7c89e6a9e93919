import type { PrivacyView } from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#lib/session.ts";
import { setTheme, type Theme, useTheme } from "#lib/theme.ts";
import { Switch } from "#ui/field.tsx";
import { Link } from "#ui/link.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { privacySettings, useSetPrivacy } from "./settings.queries.ts";

const THEMES: readonly { value: Theme; label: string; hint: string }[] = [
  { value: "system", label: "System", hint: "Follows this device's setting." },
  { value: "dark", label: "Dark", hint: "An arena at night." },
  { value: "light", label: "Light", hint: "A field at noon." },
];

type PrivacyName = "shows_gpa" | "shows_location" | "shows_followers" | "is_indexed";

const PRIVACY_SWITCHES: { name: PrivacyName; label: string; hint: string; isForAthletes: boolean }[] = [
  {
    name: "shows_gpa",
    label: "Show my GPA",
    hint: "On your channel, to signed-in users.",
    isForAthletes: true,
  },
  { name: "shows_location", label: "Show my city and state", hint: "Never your street.", isForAthletes: false },
  {
    name: "shows_followers",
    label: "Show who follows me",
    hint: "Your follower count is always shown.",
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
  return <PrivacySwitches privacy={privacy.data} />;
}

function PrivacySwitches({ privacy }: { privacy: PrivacyView }) {
  const user = useUser();
  const set = useSetPrivacy();
  const shown = PRIVACY_SWITCHES.filter(({ isForAthletes }) => !isForAthletes || user?.plan === "Individual");
  return (
    <div className="flex max-w-xl flex-col gap-5">
      {privacy.is_minor && (
        <Notice title="You are under 18.">
          This is why less of your profile is visible by default. You can change each setting below; talk to your
          parents about it first.
        </Notice>
      )}
      {user?.plan !== null && (
        <Switch
          label="Leave me out of the top earners"
          hint="Applies to this week and all time. Your earnings do not change."
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
            hint={by_age ? `${hint} Set because of your age.` : hint}
            checked={value}
            onChange={() => set.mutate({ [name]: !value })}
          />
        );
      })}
      <Switch
        label="Keep my watch history"
        hint="Only you see it. While it is off, nothing you watch is added, and videos resume only on this device."
        checked={privacy.keeps_history}
        onChange={() => set.mutate({ keeps_history: !privacy.keeps_history })}
      />
      <p className="text-sm text-muted">
        You can see and erase your history on the{" "}
        <Link href="/history" className="text-accent underline underline-offset-2">
          History
        </Link>{" "}
        page.
      </p>
    </div>
  );
}

/** Stored on this device. */
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
