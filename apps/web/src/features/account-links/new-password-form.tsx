import { PASSWORDS_DIFFER, replacementPasswords } from "@app/contract/sign-up";
import { VALIDATION_OPTIONS } from "@app/contract/validation";
import { zodResolver } from "@hookform/resolvers/zod";
import { useForm, useWatch } from "react-hook-form";
import { z } from "zod";
import { callWithMessage } from "#lib/api.ts";
import { showFaults } from "#lib/show-faults.ts";
import { Button } from "#ui/button.tsx";
import { NewPasswordFields } from "#ui/password-fields.tsx";
import { isLinkUseless } from "./use-link.tsx";

/** A new password and its confirmation. */
export const newPasswordTwice = z
  .object(replacementPasswords)
  .refine((chosen) => chosen.password === chosen.password_confirmation, {
    path: ["password_confirmation"],
    error: PASSWORDS_DIFFER,
    // Reported together with other faults, not only once they are fixed.
    when: ({ value }) => z.object({ password_confirmation: z.string().min(1) }).safeParse(value).success,
  });

type NewPasswordFormProps = { token: string; onDone: (message: string) => void; onUseless: () => void };

export function NewPasswordForm({ token, onDone, onUseless }: NewPasswordFormProps) {
  const form = useForm({
    resolver: zodResolver(newPasswordTwice, VALIDATION_OPTIONS),
    defaultValues: { password: "", password_confirmation: "" },
  });
  const { errors, isSubmitting } = form.formState;
  const password = useWatch({ control: form.control, name: "password" });

  const submit = form.handleSubmit(async (chosen) => {
    try {
      const { message } = await callWithMessage("POST /reset-password", { body: { token, ...chosen } });
      onDone(message);
    } catch (error) {
      if (isLinkUseless(error)) onUseless();
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
