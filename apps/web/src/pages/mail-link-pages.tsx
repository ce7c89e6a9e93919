import { GUARDIAN_MESSAGES } from "@app/contract/guardian";
import { UNSUBSCRIBE_MESSAGES } from "@app/contract/preferences";
import { useLocation } from "@tanstack/react-router";
import { GuardianConsent } from "#features/billing/guardian-consent.tsx";
import { SuspensionAppealCard } from "#features/safety/suspension-appeal.tsx";
import { Unsubscribe } from "#features/settings/unsubscribe.tsx";
import { JoinTeam } from "#features/team/join-team.tsx";
import { openJoin, openSignIn } from "#flows/auth/auth-dialog-store.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { NarrowPage } from "#ui/section.tsx";

/** Opened from the email to a guardian, who needs no account. */
export function GuardianConsentPage() {
  const link = useLinkToken("/guardian-consent/$");
  useTitle("Guardian consent");
  return (
    <NarrowPage>
      <h1 className="page-title">Guardian consent</h1>
      <GuardianConsent {...link} uselessMessage={GUARDIAN_MESSAGES.linkUseless} />
    </NarrowPage>
  );
}

/** Opened from the email that invites somebody to run a channel. */
export function TeamInvitationPage() {
  const { token } = useLinkToken("/team-invitation/$");
  const here = `/team-invitation/${token}`;
  useTitle("Run a channel together");
  return (
    <NarrowPage>
      <h1 className="page-title">Run a channel together</h1>
      <JoinTeam token={token} onSignIn={() => openSignIn(here)} onSignUp={() => openJoin(here)} />
    </NarrowPage>
  );
}

/** Opened from a refused sign-in, or the email about it, by somebody who cannot sign in. The token is in the fragment. */
export function AppealPage() {
  const token = useLocation({ select: ({ hash }) => hash });
  useTitle("Appeal");
  return (
    <NarrowPage>
      <h1 className="page-title">Appeal</h1>
      <SuspensionAppealCard token={token} />
    </NarrowPage>
  );
}

/** Opened from an email, by anybody who has it. Opening it changes nothing, because mail scanners open every link. */
export function UnsubscribePage() {
  const { token } = useLinkToken("/unsubscribe/$");
  useTitle("Unsubscribe");
  return (
    <NarrowPage>
      <h1 className="page-title">Unsubscribe</h1>
      {token === "" ? <Notice tone="error">{UNSUBSCRIBE_MESSAGES.useless}</Notice> : <Unsubscribe token={token} />}
      <LinkButton href="/setting?tab=notifications" variant="secondary" className="self-start">
        Choose your emails in Settings
      </LinkButton>
    </NarrowPage>
  );
}
