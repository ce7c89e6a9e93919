import { EARNER_MESSAGES } from "@app/contract/earners";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useSaveProfile } from "#features/channels/edit-channel.queries.ts";
import { ProfilePartForm } from "#features/earner-forms/profile-form.tsx";
import type { ProfilePart } from "#features/earner-forms/profile-values.ts";
import { ownProfile } from "#features/earner-forms/registration.queries.ts";
import { categoryList } from "#lib/queries.ts";
import { Button, LinkButton } from "#ui/button.tsx";
import { LoadError } from "#ui/load-error.tsx";
import { Notice } from "#ui/notice.tsx";
import { Skeleton } from "#ui/skeleton.tsx";

type ProfileSectionFormProps = { part: ProfilePart; label: string; onDone: () => void };

/** Loads the profile and the categories for the form of one section. */
export function ProfileSectionForm({ part, label, onDone }: ProfileSectionFormProps) {
  const profile = useQuery(ownProfile);
  const categories = useQuery(categoryList);
  const save = useSaveProfile();
  if (profile.isPending || categories.isPending) return <Skeleton className="h-96 w-full max-w-2xl rounded-media" />;
  const failed = [profile, categories].find(({ data }) => data === undefined);
  if (!profile.data || !categories.data)
    return (
      <Unavailable onCancel={onDone}>
        <LoadError
          error={failed?.error}
          isRetrying={failed?.isFetching ?? false}
          onRetry={() => void failed?.refetch()}
        />
      </Unavailable>
    );
  const { earner, plan } = profile.data;
  // The plan has changed since the page was loaded.
  if (!earner || plan === null || earner.plan !== plan)
    return (
      <Unavailable onCancel={onDone}>
        <Notice
          title={EARNER_MESSAGES.otherPlan}
          action={
            <LinkButton href="/setting?tab=profile" variant="secondary" size="sm">
              Open Settings
            </LinkButton>
          }
        >
          The details of your plan are entered in Settings.
        </Notice>
      </Unavailable>
    );
  return (
    <ProfilePartForm
      label={label}
      view={profile.data}
      plan={plan}
      part={part}
      categories={categories.data.map(({ id, name }) => ({ value: id, label: name }))}
      onSave={(body) => save.mutateAsync({ body, file: null })}
      onDone={onDone}
    />
  );
}

function Unavailable({ onCancel, children }: { onCancel: () => void; children: ReactNode }) {
  return (
    <div className="flex max-w-2xl flex-col gap-4">
      {children}
      <Button variant="secondary" className="self-start" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
