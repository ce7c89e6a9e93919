import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { ownProfile } from "#features/earner-forms/profile.queries.ts";
import { RestoreEarner } from "#features/settings/leave-settings.tsx";
import { useUser } from "#lib/session.ts";

/** For somebody whose earner's side sleeps; a plan that is no longer paid is paid first. */
export function RestoreTab() {
  const user = useUser();
  const profile = useQuery({ ...ownProfile, enabled: user?.plan === null });
  const navigate = useNavigate();
  const deactivated = profile.data?.deactivated;
  if (user?.plan !== null || !deactivated) return null;
  return (
    <RestoreEarner
      until={deactivated.restorable_until}
      onUnpaid={() => void navigate({ to: "/billing" })}
      onEnding={() => void navigate({ to: "/setting", search: { tab: "plan" } })}
    />
  );
}
