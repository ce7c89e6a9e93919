import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ownProfile } from "#features/earner-forms/registration.queries.ts";
import { ConfirmPasswordDialog } from "#features/settings/confirm-password-dialog.tsx";
import { VisitorPrompt } from "#flows/auth/visitor-prompt.tsx";
import { OwnProfileForm } from "#flows/earner-sign-up/own-profile-form.tsx";
import { categoryList } from "#lib/queries.ts";
import { useUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { LoadError } from "#ui/load-error.tsx";
import { NarrowPage } from "#ui/section.tsx";
import { Spinner } from "#ui/spinner.tsx";

/** The user's own profile form; a visitor is asked to join. */
export function ProfileInfoPage() {
  const user = useUser();
  useTitle("Profile info");
  return (
    <NarrowPage>
      <h1 className="page-title">Profile info</h1>
      {user && <ConfirmPasswordDialog />}
      {user ? <OwnProfile /> : <VisitorPrompt>Sign in to see and edit your profile.</VisitorPrompt>}
    </NarrowPage>
  );
}

function OwnProfile() {
  const profile = useQuery(ownProfile);
  const categories = useQuery(categoryList);
  const navigate = useNavigate();
  const cache = useQueryClient();
  if (profile.isPending || categories.isPending) return <Spinner label="Loading your profile" size={28} />;
  // Only earners have a category, which is required.
  if (!profile.data || (profile.data.earner && !categories.data)) {
    const failed = profile.data ? categories : profile;
    return <LoadError error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} />;
  }

  const close = (message: string, hasMore: boolean) => {
    toast.success(message);
    if (hasMore) return;
    cache.removeQueries(ownProfile);
    void navigate({ to: "/profile" });
  };

  return (
    <OwnProfileForm
      view={profile.data}
      categories={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      onSaved={close}
    />
  );
}
