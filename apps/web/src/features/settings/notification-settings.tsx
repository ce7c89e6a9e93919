import { type NotificationKind, type NotificationSetting, PREFERENCE_MESSAGES } from "@app/contract/preferences";
import { useQuery } from "@tanstack/react-query";
import { useUser } from "#lib/session.ts";
import { Checkbox } from "#ui/field.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Skeleton } from "#ui/skeleton.tsx";
import { notificationSettings, useSetNotification } from "./preferences.queries.ts";

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
