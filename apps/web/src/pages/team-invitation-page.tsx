import { JoinTeam } from "#features/team/join-team.tsx";
import { openJoin, openSignIn } from "#flows/auth/auth-dialog-store.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { NarrowPage } from "#ui/section.tsx";

/** Opened from the email that invites somebody to run a channel. */
export function TeamInvitationPage() {
  const { token } = useLinkToken("/team-invitation");
  const here = `/team-invitation/${token}`;
  useTitle("Run a channel together");
  return (
    <NarrowPage>
      <h1 className="title text-5xl">Run a channel together</h1>
      <JoinTeam token={token} onSignIn={() => openSignIn(here)} onSignUp={() => openJoin(here)} />
    </NarrowPage>
  );
}
