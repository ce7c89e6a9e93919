import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { VerifyEmail } from "#features/account-links/email-links.tsx";
import { useAfterSignIn } from "#flows/auth/after-sign-in.ts";
import { toast } from "#lib/toast.ts";
import { useLinkToken } from "#lib/use-link-token.ts";
import { useTitle } from "#lib/use-title.ts";
import { NarrowPage } from "#ui/section.tsx";

export function EmailVerificationPage() {
  const { token, clearAddress } = useLinkToken("/email-verification");
  const afterSignIn = useAfterSignIn();
  useTitle("Email verification");

  const onUsed = () => {
    toast.success(SIGN_UP_MESSAGES.verified);
    void afterSignIn();
  };

  return (
    <NarrowPage>
      <VerifyEmail token={token} onUsed={onUsed} onUseless={clearAddress} />
    </NarrowPage>
  );
}
