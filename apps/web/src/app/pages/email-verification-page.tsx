import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { useNavigate } from "@tanstack/react-router";
import { VerifyEmail } from "#features/account-links/email-links.tsx";
import { toast } from "#lib/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { useLinkToken } from "../use-link-token.ts";
import { NarrowPage } from "./narrow-page.tsx";

export function EmailVerificationPage() {
  const { token, clearAddress } = useLinkToken("/email-verification");
  const navigate = useNavigate();
  useTitle("Email verification");

  const goOn = () => {
    toast.success(SIGN_UP_MESSAGES.verified);
    void navigate({ to: "/explore", replace: true });
  };

  return (
    <NarrowPage>
      <VerifyEmail token={token} onUsed={goOn} onUseless={clearAddress} />
    </NarrowPage>
  );
}
