import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { useNavigate } from "@tanstack/react-router";
import { ConfirmNewEmail } from "#features/account-links/email-links.tsx";
import { getUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { NarrowPage } from "#ui/section.tsx";

export function ChangeEmailVerificationPage() {
  const { token, clearAddress } = useLinkToken("/change-email-verification");
  const navigate = useNavigate();
  useTitle("Email change");

  const onUsed = () => {
    toast.success(SIGN_UP_MESSAGES.emailChanged);
    void navigate({ to: getUser() ? "/explore" : "/login", replace: true });
  };

  return (
    <NarrowPage>
      <ConfirmNewEmail token={token} onUsed={onUsed} onUseless={clearAddress}>
        <p className="text-muted">You can request a new link in your settings.</p>
        <LinkButton href="/setting" className="self-start">
          Open settings
        </LinkButton>
      </ConfirmNewEmail>
    </NarrowPage>
  );
}
