import { signUpRoutes } from "@app/contract/sign-up";
import { verificationRoutes } from "@app/contract/verification";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call, callWithMessage } from "#lib/api.ts";
import { messageOf } from "#lib/api-error.ts";
import { takeSession, thisDevice } from "#lib/session.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { SentNotice } from "#ui/sent-notice.tsx";
import { ClaimForm } from "./claim-form.tsx";
import { LinkPasswordForm } from "./link-password-form.tsx";
import { isUseless } from "./use-link.ts";

type VerifyElsewhereProps = { token: string; onUsed: () => void; onUseless: () => void };

/**
 * A verification link in another browser than the one that signed up. Whoever opens it may not be the person who chose
 * the password: it is asked for, replaced, or the sign-up is disowned.
 */
export function VerifyElsewhere({ token, onUsed, onUseless }: VerifyElsewhereProps) {
  const [isClaiming, setIsClaiming] = useState(false);
  const disown = useMutation({
    mutationFn: () => callWithMessage(verificationRoutes.disownSignUp, { body: { token } }),
    onError: (error) => isUseless(error) && onUseless(),
  });

  if (disown.isSuccess) return <SentNotice>{disown.data.message}</SentNotice>;
  if (isClaiming) return <ClaimForm {...{ token, onUsed, onUseless }} onBack={() => setIsClaiming(false)} />;
  return (
    <>
      <p className="text-lg">
        You opened this link in a different browser. Please enter the password that was chosen at sign-up.
      </p>
      <LinkPasswordForm
        submitLabel="Verify"
        onPassword={async (password) =>
          takeSession(await call(signUpRoutes.verifyEmail, { body: { token, password, ...thisDevice() } }))
        }
        onUsed={onUsed}
        onUseless={onUseless}
      />
      <Button variant="secondary" className="self-start" onClick={() => setIsClaiming(true)}>
        I do not know the password
      </Button>
      <Notice
        title="Wasn’t this you?"
        action={
          <Button variant="secondary" size="sm" busy={disown.isPending} onClick={() => disown.mutate()}>
            I did not sign up
          </Button>
        }
      >
        Somebody else entered your address, perhaps by mistake. Tell us, and we will no longer use it for that sign-up.
        {disown.isError && <p role="alert">{messageOf(disown.error)}</p>}
      </Notice>
    </>
  );
}
