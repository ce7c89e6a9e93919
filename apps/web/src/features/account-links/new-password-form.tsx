import { newPassword, PASSWORDS_DIFFER, signUpRoutes } from "@app/contract/sign-up";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { isUseless } from "./use-link.ts";

/** Here the spec has one sentence for whatever rule is broken; the list under the field says which. */
const RULES_BROKEN = "This password does not meet the set requirements.";

/** A new password and the same once more. */
export const newPasswordTwice = z
  .object({
    password: z.string().refine((text) => newPassword.safeParse(text).success, RULES_BROKEN),
    password_confirmation: z.string().min(1, "Password confirmation is a required field"),
  })
  .refine((chosen) => chosen.password === chosen.password_confirmation, {
    path: ["password_confirmation"],
    error: PASSWORDS_DIFFER,
    // Both faults at once: whoever mends one should not meet the other afterwards.
    when: ({ value }) => z.object({ password_confirmation: z.string().min(1) }).safeParse(value).success,
  });

type NewPasswordFormProps = { token: string; onDone: (message: string) => void; onUseless: () => void };

export function NewPasswordForm({ token, onDone, onUseless }: NewPasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(newPasswordTwice),
    defaultValues: { password: "", password_confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (chosen) => {
    try {
      const { message } = await callWithMessage(signUpRoutes.resetPassword, { body: { token, ...chosen } });
      onDone(message);
    } catch (error) {
      if (isUseless(error)) onUseless();
      else showFaults(form.setError, ["password", "password_confirmation"], error);
    }
  });

  return (
    <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-5">
      <NewPasswordFields
        password={form.register("password")}
        confirmation={form.register("password_confirmation")}
        typed={password}
        errors={{ password: errors.password?.message, confirmation: errors.password_confirmation?.message }}
      />
      <Button type="submit" size="lg" busy={isSubmitting}>
        Reset Password
      </Button>
    </form>
  );
}
