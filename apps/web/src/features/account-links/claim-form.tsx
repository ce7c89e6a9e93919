import { dateOfBirth, EARLIEST_BIRTH_YEAR } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { Controller, useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { call } from "#lib/api.ts";
import { startSession, thisDevice } from "#lib/session.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { DateField } from "#ui/date-field.tsx";
import { toDate } from "#ui/date-parts.ts";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { newPasswordTwice } from "./new-password-form.tsx";
import { isLinkUseless } from "./use-link.tsx";

const fields = newPasswordTwice.safeExtend({ date_of_birth: z.string().transform(toDate).pipe(dateOfBirth) });

type ClaimFormProps = { token: string; onUsed: () => void; onUseless: () => void; onBack: () => void };

/** The owner of the mailbox restarts the sign-up, without knowing the password chosen by the person who began it. */
export function ClaimForm({ token, onUsed, onUseless, onBack }: ClaimFormProps) {
  const form = useForm({
    resolver: zodResolver(fields, VALIDATION_OPTIONS),
    defaultValues: { password: "", password_confirmation: "", date_of_birth: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (values) => {
    try {
      startSession(await call("POST /email-verification/claim", { body: { token, ...values, ...thisDevice() } }));
      onUsed();
    } catch (error) {
      if (isLinkUseless(error)) onUseless();
      else showFaults(form.setError, ["password", "password_confirmation", "date_of_birth"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <p>The sign-up starts over: the username and email address stay, and everything else is deleted.</p>
      <NewPasswordFields
        password={form.register("password")}
        confirmation={form.register("password_confirmation")}
        typed={password}
        errors={{ password: errors.password?.message, confirmation: errors.password_confirmation?.message }}
      />
      <Controller
        control={form.control}
        name="date_of_birth"
        render={({ field, fieldState }) => (
          <DateField
            legend="Date of birth"
            {...field}
            firstYear={EARLIEST_BIRTH_YEAR}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="lg" busy={isSubmitting}>
          Start over and verify
        </Button>
        <Button variant="ghost" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  );
}
