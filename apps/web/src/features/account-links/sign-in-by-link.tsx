import { twoFactorCode } from "@app/contract/account-security";
import { zodResolver } from "@hookform/resolvers/zod";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { ApiError } from "#lib/api-error.ts";
import { completeSignIn, thisDevice } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { CodeInput, Field } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { isLinkUseless } from "./use-link.tsx";

const fields = z.object({ code: twoFactorCode.optional() });

type SignInByLinkProps = {
  token: string;
  onSignedIn: () => void;
  onUseless: () => void;
  /** With the token that opens the page where a suspended person can appeal. */
  onAppeal: (token: string) => void;
};

/** Signs in with an emailed link, but only when the button is pressed, so that mail scanners do not consume it. */
export function SignInByLink({ token, onSignedIn, onUseless, onAppeal }: SignInByLinkProps) {
  const [suspension, setSuspension] = useState<{ message: string; token: string } | null>(null);
  const [needsCode, setNeedsCode] = useState(false);
  const form = useForm({ resolver: zodResolver(fields), shouldUnregister: true });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      completeSignIn(await callWithMessage("POST /sign-in-link", { body: { token, code, ...thisDevice() } }));
    } catch (error) {
      if (isLinkUseless(error)) return onUseless();
      if (error instanceof ApiError && error.kind === "two_factor_required") {
        setNeedsCode(true);
        requestAnimationFrame(() => form.setFocus("code"));
        return;
      }
      if (error instanceof ApiError && error.appealToken !== null)
        return setSuspension({ message: error.message, token: error.appealToken });
      showFaults(form.setError, ["code"], error);
      return;
    }
    onSignedIn();
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      {needsCode && (
        <Field
          label="Code"
          hint="From your authenticator app, or one of your recovery codes."
          error={errors.code?.message}
        >
          <CodeInput {...form.register("code")} />
        </Field>
      )}
      <div role="status" className="empty:-mb-5">
        {suspension && (
          <Notice
            tone="warning"
            action={
              <Button variant="secondary" size="sm" onClick={() => onAppeal(suspension.token)}>
                Appeal this decision
              </Button>
            }
          >
            {suspension.message}
          </Notice>
        )}
      </div>
      <Button type="submit" size="lg" busy={isSubmitting}>
        Sign In
      </Button>
    </form>
  );
}
