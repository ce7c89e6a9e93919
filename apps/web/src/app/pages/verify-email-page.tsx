import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { CheckMail } from "#features/account-links/check-mail.tsx";
import { toast } from "#lib/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { useAfterSignIn } from "../after-sign-in.ts";
import { NarrowPage } from "./narrow-page.tsx";

/** Shown after signing up. */
export function VerifyEmailPage() {
  const afterSignIn = useAfterSignIn();
  useTitle("Verify your email");
  return (
    <NarrowPage>
      <CheckMail
        onVerified={() => {
          toast.success(SIGN_UP_MESSAGES.verified);
          void afterSignIn();
        }}
      />
    </NarrowPage>
  );
}
