import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { useNavigate } from "@tanstack/react-router";
import { CheckMail } from "#features/account-links/check-mail.tsx";
import { ConfirmNewEmail, VerifyEmail } from "#features/account-links/email-links.tsx";
import { useAfterVerification } from "#flows/auth/after-sign-in.ts";
import { getUser } from "#lib/session.ts";
import { toast } from "#lib/toast.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { LinkButton } from "#ui/button.tsx";
import { NarrowPage } from "#ui/section.tsx";

/** Shown after signing up. */
export function VerifyEmailPage() {
  const afterVerification = useAfterVerification();
  useTitle("Verify your email");
  return (
    <NarrowPage>
      <CheckMail
        onVerified={() => {
          toast.success(SIGN_UP_MESSAGES.verified);
          void afterVerification();
        }}
      />
    </NarrowPage>
  );
}

export function EmailVerificationPage() {
  const { token, clearAddress } = useLinkToken("/email-verification/$");
  const afterVerification = useAfterVerification();
  useTitle("Email verification");

  const onUsed = () => {
    toast.success(SIGN_UP_MESSAGES.verified);
    void afterVerification();
  };

  return (
    <NarrowPage>
      <VerifyEmail token={token} onUsed={onUsed} onUseless={clearAddress} />
    </NarrowPage>
  );
}

export function ChangeEmailVerificationPage() {
  const { token, clearAddress } = useLinkToken("/change-email-verification/$");
  const navigate = useNavigate();
  useTitle("Email change");

  const onUsed = () => {
    toast.success(SIGN_UP_MESSAGES.emailChanged);
    void navigate({ to: getUser() ? "/explore" : "/login", replace: true });
  };

  return (
    <NarrowPage>
      <ConfirmNewEmail token={token} onUsed={onUsed} onUseless={clearAddress}>
        <p className="text-muted">You can request a new link in Settings.</p>
        <LinkButton href="/setting" className="self-start">
          Open Settings
        </LinkButton>
      </ConfirmNewEmail>
    </NarrowPage>
  );
}
