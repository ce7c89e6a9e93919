import { SIGN_UP_MESSAGES } from "@app/contract/sign-up";
import { CheckMail } from "#features/account-links/check-mail.tsx";
import { useAfterSignIn } from "#flows/auth/after-sign-in.ts";
import { toast } from "#lib/toast.ts";
import { useTitle } from "#lib/use-title.ts";
import { NarrowPage } from "#ui/section.tsx";

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
