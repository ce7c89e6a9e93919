import type { PrivacyView } from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#lib/session.ts";
import { Switch } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { privacySettings, useSetPrivacy } from "./preferences.queries.ts";

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
