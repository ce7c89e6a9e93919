import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { type SignUpState, verificationCode, verificationRoutes } from "@app/contract/verification";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { takeSession, thisDevice } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { Field, TextInput } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { ResendVerification } from "./resend-verification.tsx";
import { SignUpEmail } from "./sign-up-email.tsx";

const fields = z.object({ code: verificationCode });

/** In the browser that signed up: the code of the mail is typed here, and a wrong address corrected. */
export function VerifyHere({ state, onVerified }: { state: SignUpState; onVerified: () => void }) {
  const form = useForm({ resolver: zodResolver(fields, VALIDATION_OPTIONS), defaultValues: { code: "" } });
  const { errors, isSubmitting } = form.formState;

  const submit = form.handleSubmit(async ({ code }) => {
    try {
      takeSession(await call(verificationRoutes.verifyCode, { body: { code, ...thisDevice() } }));
      onVerified();
    } catch (error) {
      showFaults(form.setError, ["code"], error);
    }
  });

  if (state.is_disowned) {
    return (
      <>
        <Notice tone="error" title="This address belongs to somebody else">
          Its owner told us that they did not sign up. Please correct the address.
        </Notice>
        <SignUpEmail email={state.email} isVerified={false} />
      </>
    );
  }
  return (
    <>
      <SignUpEmail email={state.email} isVerified={false} />
      <form onSubmit={(event) => void submit(event)} noValidate className="flex max-w-xs flex-col gap-4">
        <Field label="Code from the email" hint="Eight digits" error={errors.code?.message}>
          <TextInput
            {...form.register("code")}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="score text-xl"
          />
        </Field>
        <Button type="submit" size="lg" busy={isSubmitting} className="self-start">
          Verify
        </Button>
      </form>
      <p className="text-muted">No email? Look in your spam folder, or have it sent again.</p>
      <ResendVerification
        key={state.sent_at}
        name={state.email}
        sentAtMs={state.sent_at === null ? null : Date.parse(state.sent_at)}
      />
    </>
  );
}
